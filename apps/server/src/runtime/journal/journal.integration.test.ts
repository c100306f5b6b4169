import { defaultLimits, Exchange, execute } from '@emporion/core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { setup } from '../testing/exchange-fixture.ts';
import { encodeEvents } from './codec.ts';
import { Journal } from './journal.ts';
import { MemoryStore } from './memory-journal.ts';
import { postgresJournal } from './read-journal.ts';
import { rowAfter } from './row-after.ts';
import { BrokenJournal, type JournalRow, type Tip, tipAfter, tipOfOrigin } from './tip.ts';

interface Place {
  readonly journal: Journal;
  /** Changes a stored row, as somebody with all rights might. */
  tamper(number: number): Promise<void>;
  close(): Promise<void>;
}

let databases: TestDatabase[] = [];

const places: Record<string, () => Promise<Place>> = {
  memory: async () => {
    const store = new MemoryStore();
    return {
      journal: new Journal(store),
      tamper: async (number) => {
        const row = store.rows[number - 1];
        if (row) store.rows[number - 1] = { ...row, acceptedAt: row.acceptedAt + 1 };
      },
      close: async () => undefined,
    };
  },
  postgres: async () => {
    const test = await createTestDatabase();
    databases.push(test);
    const { pool } = test.database;
    return {
      journal: postgresJournal(pool),
      tamper: async (number) => {
        const client = await pool.connect();
        await client.query("SET session_replication_role = 'replica'");
        await client.query('UPDATE journal SET accepted_at = accepted_at + 1 WHERE number = $1', [number]);
        client.release(true);
      },
      close: async () => undefined,
    };
  },
};

/** So many rows of real commands, each of one command, in the order of the chain. */
function rowsOf(origin: Tip, count: number): JournalRow[] {
  const exchange = new Exchange(defaultLimits);
  const rows: JournalRow[] = [];
  let tip = origin;
  for (let index = 0; index < count; index += 1) {
    const command = setup[index] ?? { kind: 'OpenAccount', key: `open:${index}`, account: `user-${index}` };
    const { events } = execute(exchange, { ...command, acceptedAt: 1_000 + index } as Parameters<
      typeof execute
    >[1]);
    const { row } = rowAfter(tip, [{ events, text: encodeEvents(events), acceptedAt: 1_000 + index }]);
    rows.push(row);
    tip = tipAfter(row, row.hash);
  }
  return rows;
}

afterAll(async () => {
  for (const test of databases) await test.drop();
  databases = [];
});

describe.each(Object.keys(places))('a journal in %s', (name) => {
  let place: Place;
  let journal: Journal;
  let rows: JournalRow[];

  beforeEach(async () => {
    place = await (places[name] as () => Promise<Place>)();
    journal = place.journal;
    const { hash } = await journal.begin(defaultLimits);
    rows = rowsOf(tipOfOrigin(hash), 12);
  });

  async function append(from: number, to: number): Promise<void> {
    const writer = await journal.openWriter({ onLost: () => undefined });
    for (const row of rows.slice(from, to)) await writer.append(row);
    await writer.close();
  }

  it('keeps the origin that it began with', async () => {
    const first = await journal.origin();
    expect(await journal.begin({ ...defaultLimits, fillsPerCommandMax: 1 } as typeof defaultLimits)).toEqual(
      first,
    );
    expect(await journal.tip()).toMatchObject({ batch: 0, sequence: 0, event: 0 });
  });

  it('reads from a number in checked pages, and knows the tip at every batch', async () => {
    await append(0, 12);
    const all = await journal.readFrom(0);
    expect(all.map(({ number }) => number)).toEqual(rows.map(({ number }) => number));
    expect((await journal.readFrom(10)).map(({ number }) => number)).toEqual([11, 12]);
    expect((await journal.readFrom(3, 2)).map(({ number }) => number)).toEqual([4, 5]);
    expect(await journal.readFrom(12)).toEqual([]);
    expect((await journal.tipAt(7))?.hash).toEqual(rows[6]?.hash);
    expect(await journal.tipAt(13)).toBeUndefined();
    expect((await journal.tip())?.hash).toEqual(rows[11]?.hash);
  });

  it('refuses a batch whose number is taken', async () => {
    await append(0, 3);
    const writer = await journal.openWriter({ onLost: () => undefined });
    await expect(writer.append(rows[1] as JournalRow)).rejects.toMatchObject({ code: '23505' });
    await writer.close();
    expect(await journal.tip()).toMatchObject({ batch: 3 });
  });

  it('notices a row that was changed', async () => {
    await append(0, 5);
    await place.tamper(3);
    await expect(journal.readFrom(0)).rejects.toThrow(BrokenJournal);
    expect(await journal.readFrom(3).then((batches) => batches.length)).toBe(2);
  });

  it('is followed through what is there and what comes, each batch once and in order', async () => {
    await append(0, 4);
    const stopping = new AbortController();
    const seen: number[] = [];
    const following = (async () => {
      for await (const { batch, tip } of journal.follow({
        after: 1,
        signal: stopping.signal,
        pollMs: 60_000,
      })) {
        expect(tip.batch).toBe(batch.number);
        seen.push(batch.number);
      }
    })();
    await expect.poll(() => seen).toEqual([2, 3, 4]);
    // The poll is a minute away: these come because the writer of this process wakes whoever follows.
    await append(4, 8);
    await expect.poll(() => seen).toEqual([2, 3, 4, 5, 6, 7, 8]);
    stopping.abort();
    await following;
    await append(8, 9);
    expect(seen).toHaveLength(7);
  });

  it('is followed by one who is never woken, as another process is', async () => {
    await append(0, 2);
    const stopping = new AbortController();
    const other =
      name === 'postgres' ? postgresJournal((databases.at(-1) as TestDatabase).database.pool) : journal;
    const seen: number[] = [];
    const following = (async () => {
      for await (const { batch } of other.follow({ after: 0, signal: stopping.signal, pollMs: 5 }))
        seen.push(batch.number);
    })();
    await append(2, 5);
    await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5]);
    stopping.abort();
    await following;
  });

  it('says that a batch is missing to whoever follows from beyond the end', async () => {
    const following = journal.follow({ after: 4, signal: new AbortController().signal });
    await expect(following.next()).rejects.toThrow('batch 4: it is missing');
  });
});
