import { Exchange, evolve, restoreExchange, stateHash, takeSnapshot } from '@emporion/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { balancesOf, openOrdersOf, readOldJournal } from '#runtime/testing/old-journal.ts';
import { hashOfOrigin } from './chain.ts';
import { batchAfter, tipOfOrigin } from './tip.ts';

describe('a journal of the first release', () => {
  const old = readOldJournal('journal-1');
  const exchange = new Exchange(JSON.parse(old.limits));
  let tip = tipOfOrigin(hashOfOrigin(old.limits));

  beforeAll(() => {
    expect(tip.hash.toString('hex')).toBe(old.originHash);
    for (const row of old.rows) {
      const read = batchAfter(tip, row);
      for (const event of read.batch.events) evolve(exchange, event);
      tip = read.tip;
    }
  });

  it('is read whole, each batch in its place', () => {
    const { batch, sequence, event } = tip;
    expect([batch, sequence, event]).toEqual([old.batches, old.commands, old.events]);
  });

  it('replays to the same balances, open orders, withdrawals and codes', () => {
    expect(balancesOf(exchange)).toEqual(old.balances);
    expect(openOrdersOf(exchange)).toEqual(old.orders);
    expect([...exchange.withdrawals.keys()]).toEqual(old.withdrawals);
    expect([...exchange.codes.keys()]).toEqual(old.codes);
  });

  it('has the same state hash, also over a snapshot', () => {
    expect(stateHash(exchange)).toBe(old.stateHash);
    const restored = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(exchange))));
    expect(stateHash(restored)).toBe(old.stateHash);
  });
});
