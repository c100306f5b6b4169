import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyParts } from '#cli/verify-parts.ts';
import { makeSnapshot } from '#runtime/snapshots/make-snapshot.ts';
import { booked } from '#runtime/testing/booked.ts';
import { order, setUp, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { renderReport } from './render-report.ts';
import { verifyJournal } from './verify-journal.ts';

let test: TestDatabase;
let runtime: TestRuntime;

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
  await runtime.execute(order('rests', { quantity: 5 }));
  await runtime.execute(order('takes', { account: 'bob', side: 'buy', quantity: 2 }));
  await runtime.execute({
    kind: 'HoldWithdrawal',
    ...booked('w'),
    withdrawalId: 'w',
    network: 'testnet',
    account: 'bob',
    coin: 'GOLD',
    amount: 9n,
    fee: 1n,
  });
  await runtime.execute({
    kind: 'LockCode',
    ...booked('c'),
    codeId: 'c',
    account: 'ann',
    coin: 'TEA',
    amount: 3n,
  });
});
afterEach(async () => {
  await runtime.stop();
  await test.drop();
});

/** As somebody with all rights might, the guard against changes switched off. */
async function tamper(text: string): Promise<void> {
  const client = await test.database.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(text);
  } finally {
    client.release(true);
  }
}

const verdict = async () => {
  const report = await verifyJournal(test.database.pool);
  return { ok: report.ok, last: renderReport(report).at(-1), text: renderReport(report).join('\n') };
};

describe('a verification', () => {
  it('agrees while the exchange runs, and says so in its last line', async () => {
    await makeSnapshot({ url: test.url, keep: 3 });
    await runtime.execute(order('later'));
    const { ok, last, text } = await verdict();
    expect({ ok, text }).toMatchObject({ ok: true });
    expect(last).toMatch(/^Verified: everything agrees up to command 14 /);
    expect(text).toMatch(/^ok +Holds +2 open orders, 1 withdrawal, 1 code/m);
  });

  it('says in its last line how far the projections are behind', async () => {
    const report = await verifyJournal(test.database.pool, verifyParts());
    expect(report).toMatchObject({ ok: true, batchesBehind: report.position.batch });
    expect(renderReport(report).at(-1)).toMatch(/The projections are \d+ batches behind: a running server/);
  });

  it('agrees with a journal that nobody has written to', async () => {
    const empty = await createTestDatabase();
    try {
      expect((await verifyJournal(empty.database.pool)).ok).toBe(true);
    } finally {
      await empty.drop();
    }
  });

  it('names the batch at which the chain of hashes breaks', async () => {
    await tamper('UPDATE journal SET payload = set_byte(payload, 30, 65) WHERE number = 3');
    const { ok, last, text } = await verdict();
    expect(ok).toBe(false);
    expect(last).toMatch(/^NOT VERIFIED: Journal/);
    expect(text).toContain('broken at batch 3: its hash does not fit its content');
  });

  it('finds a snapshot that is not what a replay gives', async () => {
    const { batch } = await makeSnapshot({ url: test.url, keep: 3 });
    await tamper("UPDATE snapshots SET state_hash = '0123456789abcdef'");
    expect((await verdict()).last).toBe(`NOT VERIFIED: Snapshot ${batch} does not agree; see above.`);
  });

  it('asks every part at the batch it names, with what was written up to there', async () => {
    const seen: number[] = [];
    const report = await verifyJournal(test.database.pool, [
      {
        name: 'Orders',
        at: async () => 2,
        onBatch: ({ number }) => seen.push(number),
        run: ({ exchange, position }) => ({
          summary: `${exchange.orders.size} at batch ${position.batch}`,
          problems: exchange.orders.size === 1 ? [] : ['Not one order.'],
        }),
      },
    ]);
    expect(seen).toEqual([1, 2]);
    expect(report.findings.at(-1)).toEqual({ name: 'Orders', summary: '1 at batch 2', problems: [] });
  });

  it('says so when a part wants a batch that the journal does not have', async () => {
    const report = await verifyJournal(test.database.pool, [
      { name: 'Ahead', at: async () => 999, run: () => ({ summary: '', problems: [] }) },
    ]);
    expect(report.ok).toBe(false);
  });
});
