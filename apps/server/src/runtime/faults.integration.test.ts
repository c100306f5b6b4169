import { stateHash } from '@emporion/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '#platform/runtime.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openJournalWriter, type WriterOptions } from './journal/journal-writer.ts';
import { readBatches } from './journal/read-journal.ts';
import { order, setUp, startTestRuntime, type TestRuntime } from './testing/exchange-fixture.ts';

let test: TestDatabase;
let runtime: TestRuntime;

beforeEach(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
});
afterEach(async () => {
  await runtime.stop();
  await test.drop();
});

const sql = (text: string) => test.database.pool.query(text);
const journalledKeys = async () =>
  (await readBatches(test.database.pool, { after: 0 }))
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.kind === 'CommandAccepted' ? [event.key || JSON.stringify(event.booking)] : [],
    );

/** Every insert into the journal fails with this state of PostgreSQL. */
async function failWritesWith(state: string): Promise<void> {
  await sql(`CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '${state}'; END $$`);
  await sql('CREATE TRIGGER fail_write BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION fail_write()');
}
const mendWrites = () => sql('DROP FUNCTION fail_write CASCADE');

/** Sends so many orders at once; what each was answered. */
const burst = (count: number, name: string) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => runtime.execute(order(`${name}:${index}`))));

describe('a write that fails', () => {
  it.each([
    ['a full disk', '53100'],
    ['a constraint', '23514'],
  ])('stops the exchange and tells nobody that it went well: %s', async (_, state) => {
    await failWritesWith(state);
    const before = await journalledKeys();
    const answers = await burst(50, 'lost');
    const reading = runtime.read(({ sequence }) => sequence);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) });
    await expect(reading).rejects.toThrow(OutcomeUnknown);
    expect(await runtime.fault).toBeInstanceOf(StartupError);
    expect(String(await runtime.fault)).toContain('No space left on device');
    expect(runtime.healthy).toBe(false);
    expect(await journalledKeys()).toEqual(before);
  });

  it('leaves a journal from which the next start goes on', async () => {
    await failWritesWith('53100');
    await burst(50, 'lost');
    await runtime.stop();
    await mendWrites();
    runtime = await startTestRuntime(test.database);
    expect(await runtime.read(({ orders }) => orders.size)).toBe(0);
    expect(await runtime.execute(order('lost:0'))).toMatchObject({
      status: 'accepted',
      repeated: false,
      orderId: 1,
    });
  });
});

describe('a connection that is cut', () => {
  const cut = () =>
    sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'emporion journal' AND datname = current_database()",
    );

  it('stops an exchange that was idle: the right to write went with it', async () => {
    await cut();
    expect(await runtime.fault).toBeInstanceOf(StartupError);
    await expect(runtime.execute(order('late'))).rejects.toThrow(OutcomeUnknown);
    await expect(runtime.read(({ sequence }) => sequence)).rejects.toThrow(OutcomeUnknown);
  });

  it('loses nothing that was acknowledged and keeps nothing twice, wherever in a burst it happens', async () => {
    const answering = burst(150, 'burst');
    await runtime.execute(order('first', { price: 30 })).catch(() => undefined);
    await Promise.all([cut(), burst(20, 'during')]);
    const acknowledged = (await answering).flatMap((answer, index) =>
      answer.status === 'fulfilled' ? [`burst:${index}`] : [],
    );
    await runtime.fault;
    await runtime.stop();
    runtime = await startTestRuntime(test.database);
    const keys = await journalledKeys();
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(acknowledged));
    // Whoever asks again learns what became of it.
    for (const key of acknowledged) expect((await runtime.execute(order(key))).repeated).toBe(true);
  });
});

describe('a write that does not come back', () => {
  it('may have happened or not: the next start knows, and so does who asks again', async () => {
    await runtime.stop();
    runtime = await startTestRuntime(test.database, {
      openWriter: (options) => openJournalWriter({ ...options, writeTimeoutMs: 50 }),
    });
    const blocker = await test.database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE journal IN EXCLUSIVE MODE');
    await expect(runtime.execute(order('unknown'))).rejects.toThrow(OutcomeUnknown);
    expect(String(await runtime.fault)).toContain('The journal could not be written');
    await runtime.stop();
    // The database still has the statement of the one who has gone, and carries it out now.
    await blocker.query('COMMIT');
    blocker.release();
    runtime = await startTestRuntime(test.database);
    expect(await runtime.execute(order('unknown'))).toMatchObject({ status: 'accepted', repeated: true });
  });
});

describe('a core that fails', () => {
  it('stops before it appends anything, when it contradicts itself', async () => {
    const before = await journalledKeys();
    await runtime.read(({ ledger }) => {
      ledger.walletOf('ann').balanceOf('TEA').orders = -5n;
    });
    const answers = await Promise.allSettled([
      runtime.execute(order('fine')),
      runtime.execute(order('fatal')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await runtime.fault).toMatchObject({ name: 'InvariantError' });
    expect(await journalledKeys()).toEqual(before);
  });

  it('goes on when it choked on one command before anything was applied', async () => {
    const hostile = {
      ...order('hostile'),
      get account(): string {
        throw new TypeError('a hostile field');
      },
    };
    await expect(runtime.execute(hostile)).rejects.toThrow('a hostile field');
    expect(await runtime.execute(order('fine'))).toMatchObject({ status: 'accepted' });
    expect(runtime.healthy).toBe(true);
  });
});

describe('a second writer', () => {
  it('refuses to start while the first lives, with a sentence', async () => {
    const starting = startTestRuntime(test.database, {
      openWriter: (options) => openJournalWriter({ ...options, lockWaitMs: 20 }),
    });
    await expect(starting).rejects.toThrow('Another server runs on this database');
    expect(await runtime.execute(order('still here'))).toMatchObject({ status: 'accepted' });
  });

  it('waits for one that is just ending', async () => {
    const second = startTestRuntime(test.database);
    await runtime.stop();
    runtime = await second;
    expect(await runtime.execute(order('mine now'))).toMatchObject({ status: 'accepted' });
  });

  it('is fenced off by the number of its batch, even when it got past the lock', async () => {
    const withoutLock = (options: WriterOptions) => openJournalWriter({ ...options, lock: false });
    const second = await startTestRuntime(test.database, { openWriter: withoutLock });
    const [first, other] = await Promise.allSettled([
      runtime.execute(order('by the first')),
      second.execute(order('by the second')),
    ]);
    expect([first.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    const [loser, winner] = first.status === 'rejected' ? [runtime, second] : [second, runtime];
    expect(String(await loser.fault)).toContain('Another server has written to the journal');
    expect(await winner.execute(order('goes on'))).toMatchObject({ status: 'accepted' });
    const hash = await winner.read(stateHash);
    await Promise.all([runtime.stop(), second.stop()]);
    runtime = await startTestRuntime(test.database);
    expect(await runtime.read(stateHash)).toBe(hash);
  });
});

describe('a broken journal', () => {
  const tamper = async (text: string) => {
    await runtime.stop();
    // As somebody with all rights might, the guard against changes switched off.
    const client = await test.database.pool.connect();
    try {
      await client.query("SET session_replication_role = 'replica'");
      await client.query(text);
      await client.query("SET session_replication_role = 'origin'");
    } finally {
      client.release();
    }
  };

  it('cannot be changed by an ordinary statement', async () => {
    for (const text of [
      'DELETE FROM journal',
      'UPDATE journal SET accepted_at = 0',
      'TRUNCATE journal CASCADE',
    ])
      await expect(sql(text)).rejects.toThrow('only ever appended to');
  });

  it.each([
    [
      'a changed payload',
      'UPDATE journal SET payload = set_byte(payload, 20, 65) WHERE number = 2',
      'batch 2: its hash',
    ],
    [
      'a changed figure',
      'UPDATE journal SET accepted_at = accepted_at + 1 WHERE number = 2',
      'batch 2: its hash',
    ],
    ['a missing batch', 'DELETE FROM journal WHERE number = 2', 'batch 2: it is missing'],
    ['a changed origin', "UPDATE journal_origin SET limits = '{}'", 'batch 0: its origin'],
  ])('is refused at the start, naming the batch: %s', async (_, text, sentence) => {
    for (const key of ['a', 'b', 'c']) await runtime.execute(order(key));
    await tamper(text);
    const starting = startTestRuntime(test.database);
    await expect(starting).rejects.toThrow(StartupError);
    await expect(starting).rejects.toThrow(sentence);
  });
});
