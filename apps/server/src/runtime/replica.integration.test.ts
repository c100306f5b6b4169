import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { postgresJournal } from './journal/read-journal.ts';
import { Replica, type StoredState } from './replica.ts';
import { setUp, silent, startTestRuntime, type TestRuntime } from './testing/exchange-fixture.ts';

let test: TestDatabase;
let runtime: TestRuntime;
let replica: Replica;
let faults: unknown[];
beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
  faults = [];
});
afterEach(async () => {
  await replica.stop();
  await runtime.stop();
  await test.drop();
});

const onFault = (cause: unknown) => void faults.push(cause);
const patienceMs = 300_000;
const accounts = () =>
  replica.runtime.read((exchange) => [...exchange.accounts()].length, { atLeast: runtime.position.batch });

it('goes on after the database was away, and says that it is not ready meanwhile', async () => {
  const { pool } = test.database;
  let isAway = false;
  const query = (...args: [string, unknown[]]) => {
    if (!isAway) return pool.query(...args);
    const error = new pg.DatabaseError('the database system is shutting down', 0, 'error');
    error.code = '57P03';
    return Promise.reject(error);
  };
  const snapshots = { list: async () => [], load: () => Promise.reject(new Error('There is none.')) };
  const journal = postgresJournal({ query } as never);
  replica = await Replica.open({ journal, snapshots, log: silent, onFault, pollMs: 5, patienceMs });
  isAway = true;
  await expect.poll(() => replica.runtime.healthy).toBe(false);
  await runtime.execute({ kind: 'OpenAccount', key: null, account: 'zoe' });
  isAway = false;
  expect(await accounts()).toBe(3);
  await expect.poll(() => replica.runtime.healthy).toBe(true);
  expect(faults).toEqual([]);
});

it('passes over a snapshot that was deleted before it could be compared', async () => {
  let stored: StoredState[] = [];
  let loads = 0;
  const snapshots = {
    list: async () => stored,
    load: () => {
      loads += 1;
      return Promise.reject(new Error('The snapshot is gone.'));
    },
  };
  const journal = postgresJournal(test.database.pool);
  replica = await Replica.open({ journal, snapshots, log: silent, onFault, compareEveryMs: 5, patienceMs });
  await runtime.execute({ kind: 'OpenAccount', key: null, account: 'zoe' });
  expect(await accounts()).toBe(3);
  stored = [{ number: 1, stateHash: 'of a state that nobody has any more' }];
  await expect.poll(() => loads).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  expect(replica.runtime.healthy).toBe(true);
});
