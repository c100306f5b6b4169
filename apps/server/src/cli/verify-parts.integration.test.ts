import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durableFollowers } from '#durable-followers.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Projections } from '#platform/projections.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { order, silent, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { randomCommands, trade, tradingSetup } from '#runtime/testing/random-trading.ts';
import { verifyJournal } from '#runtime/verify/index.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { verifyParts } from './verify-parts.ts';

let test: TestDatabase;
let runtime: TestRuntime;
let projections: Projections;

beforeAll(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  const { database } = test;
  projections = startFollowers({
    followers: durableFollowers,
    ...{ database, runtime, log: silent, metrics: createMetrics() },
  });
  await trade(runtime, [
    ...tradingSetup,
    ...randomCommands(7, 800),
    order('order:ann:refused', { quantity: 0 }),
  ]);
  await projections.caughtUp(
    durableFollowers.map(({ name }) => name),
    runtime.position.batch,
    300_000,
  );
});
afterAll(async () => {
  await projections.stop();
  await runtime.stop();
  await test.drop();
});

const verify = async () => {
  const { findings } = await verifyJournal(test.database.pool, verifyParts());
  return findings.filter(({ name }) => name.startsWith('Projected'));
};

it('agrees with the journal after random trading', async () => {
  const findings = await verify();
  expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
  expect(findings.map(({ name }) => name)).toEqual([
    'Projected orders',
    'Projected market data',
    'Projected ledger',
    'Projected swaps',
    'Projected volumes',
    'Projected refusals',
  ]);
});

describe('a table that was tampered with is found', () => {
  it.each([
    [
      'Projected orders',
      'a closed order',
      'UPDATE closed_orders SET fee = fee + 1 WHERE id = (SELECT min(id) FROM closed_orders)',
    ],
    [
      'Projected orders',
      'an open order',
      'UPDATE open_orders SET remaining = remaining + 1 WHERE id = (SELECT min(id) FROM open_orders)',
    ],
    [
      'Projected orders',
      'an order that is gone',
      'DELETE FROM closed_orders WHERE id = (SELECT max(id) FROM closed_orders)',
    ],
    ['Projected market data', 'a trade', 'UPDATE trades SET price = price + 1 WHERE id = 1'],
    ['Projected orders', 'a fill', "UPDATE fills SET account = 'eve' WHERE trade_id = 1 AND role = 'maker'"],
    ['Projected swaps', 'a swap', 'UPDATE swaps SET received = received + 1'],
    ['Projected volumes', 'a volume', 'UPDATE traded_volumes SET volume = volume + 1'],
    ['Projected refusals', 'a count of refusals', 'UPDATE refusals_of_day SET refused = refused + 1'],
    [
      'Projected ledger',
      'an entry',
      'UPDATE ledger_entries SET amount = amount + 1 WHERE event = (SELECT min(event) FROM ledger_entries)',
    ],
    [
      'Projected ledger',
      'an entry twice',
      'INSERT INTO ledger_entries SELECT event, 99, account, coin, kind, amount, fee, balance, reference, at FROM ledger_entries LIMIT 1',
    ],
    [
      'Projected ledger',
      'a balance',
      "UPDATE balances SET available = available + 1 WHERE account = 'ann' AND coin = 'TEA'",
    ],
    [
      'Projected ledger',
      'a balance that is gone',
      "DELETE FROM balances WHERE account = 'house:fees' AND coin = 'TEA'",
    ],
    ['Projected market data', 'a candle', "UPDATE candles SET close = close + 1 WHERE timeframe = '1h'"],
  ])('%s: %s', async (name, _what, text) => {
    const client = await test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(text);
      // The verification looks through a pool of its own connection: here it is the one that has tampered.
      const pool = { connect: async () => withoutEnd(client) } as never;
      const { findings } = await verifyJournal(pool, verifyParts());
      const broken = findings.filter(({ problems }) => problems.length > 0);
      expect(broken.map((finding) => finding.name)).toContain(name);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

/** The connection, of which the verification may neither begin a transaction nor let go. */
function withoutEnd(client: { query: (text: string, values?: unknown[]) => unknown }) {
  return {
    query: (text: string, values?: unknown[]) =>
      text.startsWith('BEGIN') ? undefined : client.query(text, values),
    release: () => undefined,
  };
}
