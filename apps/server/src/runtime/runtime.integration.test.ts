import { defaultLimits, hasDueOrders, stateHash } from '@emporion/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { Busy, type CommandRequest, type CommittedBatch, Stopped } from '#platform/runtime.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openJournalWriter } from './journal/journal-writer.ts';
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

const journalled = async () =>
  (await readBatches(test.database.pool, { after: 0 })).flatMap(({ events }) => events);
const keysIn = (events: Awaited<ReturnType<typeof journalled>>) =>
  events.flatMap((event) => (event.kind === 'CommandAccepted' ? [event.key] : []));

describe('execute', () => {
  it('answers in the order of the commands, and what it answers is in the journal', async () => {
    const answered: number[] = [];
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const result = await runtime.execute(order(`order:${index}`));
        if (result.status === 'accepted') answered.push(result.orderId);
        expect(runtime.position.sequence).toBeGreaterThan(index);
      }),
    );
    expect(answered).toEqual(Array.from({ length: 300 }, (_, index) => index + 1).slice(0, 200));
    expect(keysIn(await journalled()).filter((key) => key.startsWith('order:'))).toHaveLength(200);
  });

  it('is counted: what happened by kind, what was refused by code, and what is open', async () => {
    await runtime.stop();
    const metrics = createMetrics();
    runtime = await startTestRuntime(test.database, { metrics });
    await runtime.execute(order('counted'));
    await runtime.execute({ ...order('unknown'), account: 'nobody' } as CommandRequest);
    const text = await metrics.registry.metrics();
    expect(text).toContain('journal_events_total{kind="OrderPlaced"} 1');
    expect(text).toContain('exchange_rejections_total{code="account_not_found"} 1');
    expect(text).toContain('exchange_open_orders 1');
  });

  it('shares one write among the commands that come while another is under way', async () => {
    const before = runtime.position.batch;
    const first = runtime.execute(order('first'));
    await new Promise((turn) => setImmediate(turn));
    await Promise.all([
      first,
      ...Array.from({ length: 100 }, (_, index) => runtime.execute(order(`o:${index}`))),
    ]);
    expect(runtime.position.batch - before).toBe(2);
  });

  it('gives a repetition the first outcome, and no second place in the journal', async () => {
    const [first, second] = await Promise.all([
      runtime.execute(order('same')),
      runtime.execute(order('same')),
    ]);
    await runtime.execute(order('another'));
    const third = await runtime.execute(order('same'));
    expect(first).toMatchObject({ status: 'accepted', repeated: false });
    expect([second, third]).toEqual([
      { ...first, repeated: true },
      { ...first, repeated: true, batch: first.batch + 1 },
    ]);
    expect(keysIn(await journalled()).filter((key) => key === 'same')).toHaveLength(1);
  });

  it('returns a refusal of the core as a result, and journals it', async () => {
    const result = await runtime.execute(
      order('poor', { quantity: 1_000_000, price: 1, side: 'buy', account: 'eve' }),
    );
    expect(result).toMatchObject({ status: 'rejected', rejection: { code: 'account_not_found' } });
    expect((await journalled()).at(-1)).toMatchObject({ kind: 'CommandRejected', key: 'poor' });
  });

  it('takes nothing more after it was stopped, and has written what it took before', async () => {
    const last = runtime.execute(order('last'));
    const stopping = runtime.stop();
    await expect(runtime.execute(order('late'))).rejects.toThrow(Stopped);
    await stopping;
    expect(await last).toMatchObject({ status: 'accepted' });
    expect(runtime.healthy).toBe(false);
    expect(keysIn(await journalled()).at(-1)).toBe('last');
  });
});

describe('a full queue', () => {
  it('refuses one command more as busy, and forgets nobody who waited', async () => {
    await runtime.stop();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open = done;
    });
    runtime = await startTestRuntime(test.database, {
      limits: { waitingMax: 5 },
      openWriter: async (options) => {
        const writer = await openJournalWriter(options);
        return { ...writer, append: (row) => gate.then(() => writer.append(row)) };
      },
    });
    const waiting = Array.from({ length: 5 }, (_, index) => runtime.execute(order(`waiting:${index}`)));
    await expect(runtime.execute(order('one too many'))).rejects.toThrow(Busy);
    // A read takes no place from commands, so it is not refused where they are.
    const reading = runtime.read(({ orders }) => orders.size);
    open();
    expect(await reading).toBe(5);
    for (const result of await Promise.all(waiting)) expect(result.status).toBe('accepted');
    expect((await runtime.execute(order('one too many'))).repeated).toBe(false);
  });
});

describe('read', () => {
  it('sees a command at once, and answers when that command is durable', async () => {
    const placed = runtime.execute(order('seen'));
    const seen = runtime.read(({ orders, sequence }) => ({ orders: orders.size, sequence }));
    const durable = runtime.position.sequence;
    expect(await seen).toEqual({ orders: 1, sequence: durable + 1 });
    expect(runtime.position.sequence).toBe(durable + 1);
    await placed;
  });

  it('hands on what the look throws, and nothing else suffers', async () => {
    const placed = runtime.execute(order('fine'));
    await expect(
      runtime.read(() => {
        throw new Error('a bad look');
      }),
    ).rejects.toThrow('a bad look');
    expect(await placed).toMatchObject({ status: 'accepted' });
  });
});

describe('onCommitted', () => {
  it('tells of every batch in order, and a listener that throws hurts nobody', async () => {
    const told: CommittedBatch[] = [];
    runtime.onCommitted(() => {
      throw new Error('a bad listener');
    });
    const end = runtime.onCommitted((batch) => told.push(batch));
    for (let index = 0; index < 5; index += 1) await runtime.execute(order(`o:${index}`));
    end();
    await runtime.execute(order('untold'));
    const written = await readBatches(test.database.pool, { after: (told[0]?.number ?? 0) - 1, limit: 5 });
    expect(told).toEqual(written);
  });
});

it('has told its listeners of a command by the time that its caller is answered', async () => {
  const told: string[] = [];
  runtime.onCommitted(({ events }) => told.push(...keysIn([...events])));
  await runtime.execute(order('answered'));
  expect(told).toEqual(['answered']);
});

describe('the time of a command', () => {
  it('never goes backwards, also across a restart', async () => {
    await runtime.stop();
    let now = 5_000_000_000_000;
    const clock = { now: () => new Date(now) };
    runtime = await startTestRuntime(test.database, { clock });
    await runtime.execute(order('a'));
    now = 4_000_000_000_000;
    await runtime.execute(order('b'));
    await runtime.stop();
    now = 1_000;
    runtime = await startTestRuntime(test.database, { clock });
    await runtime.execute(order('c'));
    const accepted = (await journalled()).flatMap((event) =>
      event.kind === 'CommandAccepted' && event.key.length === 1 ? [event.acceptedAt] : [],
    );
    expect(accepted).toEqual([5_000_000_000_000, 5_000_000_000_000, 5_000_000_000_000]);
  });
});

describe('a restart', () => {
  it('brings back the same state and position, from the first batch on', async () => {
    await runtime.execute(order('rests', { quantity: 5 }));
    await runtime.execute(order('takes', { account: 'bob', side: 'buy', quantity: 2 }));
    const before = { hash: await runtime.read(stateHash), position: runtime.position };
    await runtime.stop();
    runtime = await startTestRuntime(test.database);
    expect({ hash: await runtime.read(stateHash), position: runtime.position }).toEqual(before);
    expect((await runtime.execute(order('rests', { quantity: 5 }))).repeated).toBe(true);
  });
});

describe('a cascade that is too long for one command', () => {
  it('goes on by itself when nobody trades any more', async () => {
    await runtime.stop();
    const own = await createTestDatabase();
    const exchangeLimits = { ...defaultLimits, followUpsPerCommandMax: 1 };
    runtime = await startTestRuntime(own.database, { exchangeLimits });
    await setUp(runtime);
    await runtime.execute(order('bid', { side: 'buy', quantity: 10, price: 10 }));
    const stop = {
      kind: 'PlaceOrder',
      account: 'bob',
      market: 'TEA-GOLD',
      side: 'sell',
      quantity: 1,
    } as const;
    for (const index of [1, 2, 3, 4])
      await runtime.execute({
        ...stop,
        key: `stop:${index}`,
        type: 'stop_limit',
        stopPrice: 10,
        limitPrice: 10,
      });
    await runtime.execute(order('spark', { account: 'bob', price: 10 }));
    await expect.poll(() => runtime.read(({ orders }) => orders.size)).toBe(1);
    expect(await runtime.read(hasDueOrders)).toBe(false);
    await runtime.stop();
    await own.drop();
  });
});
