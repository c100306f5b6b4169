import { Exchange } from '@emporion/core';
import { expect, it } from 'vitest';
import { postingsPart } from './postings-part.ts';
import { balancesPart, holdsPart } from './state-parts.ts';

const moment = (exchange: Exchange) => ({
  exchange,
  database: { query: () => Promise.reject(new Error('This test did not expect a query.')) } as never,
  position: { batch: 1, sequence: 1, event: 1, hash: '', acceptedAt: 0 },
});
const batch = (amounts: readonly bigint[]) => ({
  number: 1,
  firstSequence: 1,
  lastSequence: 1,
  firstEvent: 1,
  acceptedAt: 0,
  events: [
    {
      kind: 'MoneyMoved',
      cause: 'deposit',
      reference: '',
      actor: '',
      reason: '',
      postings: amounts.map(
        (amount, index) => ({ account: `user:${index}`, coin: 'TEA', bucket: 'available', amount }) as const,
      ),
    } as const,
  ],
});

it('finds an event that makes money', async () => {
  const part = postingsPart();
  part.onBatch?.(batch([5n, -4n]));
  const { problems } = await part.run(moment(new Exchange()));
  expect(problems[0]).toBe('MoneyMoved in batch 1 makes 1 of TEA.');
});

it('finds a balance that no posting made, and postings that made no balance', async () => {
  const part = postingsPart();
  part.onBatch?.(batch([5n, -5n]));
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').available = 7n;
  const { problems } = await part.run(moment(exchange));
  expect(problems).toEqual([
    'ann TEA available is 7, but its postings sum to 0.',
    'user:0 TEA available has postings, but no balance.',
    'user:1 TEA available has postings, but no balance.',
  ]);
});

it('finds an overdraft and a coin that does not sum to zero', async () => {
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').available = -7n;
  exchange.ledger.walletOf('house:custody').balanceOf('GOLD').available = -7n;
  const { problems } = await balancesPart.run(moment(exchange));
  expect(problems).toEqual([
    'ann has -7 of TEA (available).',
    'All accounts together have -7 of TEA.',
    'All accounts together have -7 of GOLD.',
  ]);
});

it('finds a hold that nothing holds, and something that holds nothing', async () => {
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').orders = 3n;
  exchange.withdrawals.set('w', { account: 'bob', coin: 'TEA', amount: 4n, fee: 1n, network: '' });
  const { problems } = await holdsPart.run(moment(exchange));
  expect(problems).toEqual([
    'ann TEA orders holds 3 in place of 0.',
    'bob TEA withdrawals holds nothing in place of 5.',
  ]);
});
