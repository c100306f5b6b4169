import { defaultLimits, stateHash } from '@emporion/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postgresJournal } from '#runtime/journal/read-journal.ts';
import { recover } from '#runtime/recover.ts';
import { order, setUp, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { listSnapshots, storedSnapshots } from './snapshot-store.ts';

let test: TestDatabase;
let runtime: TestRuntime;

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
  for (let index = 0; index < 30; index += 1)
    await runtime.execute(order(`early:${index}`, { price: 20 + index }));
});
afterEach(async () => {
  await runtime.stop();
  await test.drop();
});

const snapshot = () => makeSnapshot({ url: test.url, keep: 3 });
const recovered = async () => {
  const bad: number[] = [];
  const { exchange, ...rest } = await recover({
    journal: postgresJournal(test.database.pool),
    snapshots: storedSnapshots(test.database.pool),
    limits: defaultLimits,
    onBadSnapshot: (number) => bad.push(number),
  });
  return { hash: stateHash(exchange), bad, snapshot: rest.snapshot, replayed: rest.replayedEvents };
};

it('restores to the state that a replay from the first batch gives, with what follows it', async () => {
  const { batch, stateHash: taken } = await snapshot();
  expect(taken).toBe(await runtime.read(stateHash));
  await runtime.execute(order('takes', { account: 'bob', side: 'buy', quantity: 3, price: 25 }));
  const hash = await runtime.read(stateHash);
  expect(await recovered()).toEqual({ hash, bad: [], snapshot: batch, replayed: 5 });
  await test.database.pool.query('DELETE FROM snapshots');
  expect(await recovered()).toMatchObject({ hash, snapshot: 0 });
});

it('is passed over when it is damaged, for the one before it', async () => {
  const { batch: older } = await snapshot();
  await runtime.execute(order('more'));
  const { batch: newer } = await snapshot();
  await test.database.pool.query(
    'UPDATE snapshot_parts SET content = set_byte(content, 3, 7) WHERE number = $1 AND part = 8',
    [newer],
  );
  expect(await recovered()).toMatchObject({
    hash: await runtime.read(stateHash),
    bad: [newer],
    snapshot: older,
  });
});

it('is replaced when it is damaged and nothing has happened since', async () => {
  const { batch } = await snapshot();
  await test.database.pool.query('DELETE FROM snapshot_parts WHERE number = $1 AND part = 8', [batch]);
  await snapshot();
  expect(await recovered()).toMatchObject({ bad: [], snapshot: batch, replayed: 0 });
});

it('keeps the last three', async () => {
  const made: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    await runtime.execute(order(`o:${index}`));
    made.push((await snapshot()).batch);
  }
  expect((await listSnapshots(test.database.pool)).map(({ number }) => number)).toEqual(
    made.slice(2).reverse(),
  );
});

it('is made after so many events, while trading goes on', async () => {
  await runtime.stop();
  let made: () => void = () => undefined;
  const first = new Promise<void>((done) => {
    made = done;
  });
  runtime = await startTestRuntime(test.database, {
    snapshotEveryEvents: 100,
    snapshotTask: (orderOfSnapshot) => {
      const snapshotMade = makeSnapshot(orderOfSnapshot);
      void snapshotMade.then(made);
      return { made: snapshotMade, cancel: async () => undefined };
    },
  });
  for (let index = 0; index < 40; index += 1) await runtime.execute(order(`late:${index}`));
  await first;
  const [newest] = await listSnapshots(test.database.pool);
  expect(newest?.number).toBeGreaterThan(0);
  expect(await recovered()).toMatchObject({ snapshot: newest?.number, hash: await runtime.read(stateHash) });
});

it('does not stop trading when it cannot be made', async () => {
  await runtime.stop();
  runtime = await startTestRuntime(test.database, {
    snapshotEveryEvents: 1,
    snapshotTask: () => ({ made: Promise.reject(new Error('no room')), cancel: async () => undefined }),
  });
  for (let index = 0; index < 5; index += 1)
    expect(await runtime.execute(order(`late:${index}`))).toMatchObject({ status: 'accepted' });
});
