import { defaultLimits, Exchange, execute } from '@emporion/core';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { BatchFollower, CommittedBatch, Seed } from '#platform/runtime.ts';
import { encodeEvents } from '../journal/codec.ts';
import { Journal } from '../journal/journal.ts';
import { MemoryStore } from '../journal/memory-journal.ts';
import { rowAfter } from '../journal/row-after.ts';
import { batchAfter, type Tip, tipOfOrigin } from '../journal/tip.ts';
import { Subscribers } from './subscribers.ts';

/** A journal that the test commits to; each batch opens some accounts, one command for each. */
async function open() {
  const store = new MemoryStore();
  const journal = new Journal(store);
  const exchange = new Exchange(defaultLimits);
  let tip: Tip = tipOfOrigin((await journal.begin(defaultLimits)).hash);
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const subscribers = new Subscribers({ journal, log, batch: () => tip.batch });
  const apply = (account: string) => {
    const { events } = execute(exchange, {
      ...{ kind: 'OpenAccount', key: `open:${account}`, account, acceptedAt: 1 },
    } as Parameters<typeof execute>[1]);
    return { events, text: encodeEvents(events), acceptedAt: 1 };
  };
  /** Commits what was applied, together with these accounts. */
  const commit = (accounts: readonly string[], applied: ReturnType<typeof apply>[] = []): void => {
    const { row } = rowAfter(tip, [...applied, ...accounts.map(apply)]);
    store.append(row);
    const step = batchAfter(tip, row);
    tip = step.tip;
    subscribers.publish(step.batch);
  };
  const look = (): Seed & { accounts: string[] } => ({
    sequence: exchange.sequence,
    accounts: [...exchange.accounts()].map(({ id }) => id),
  });
  return { subscribers, commit, apply, look, lines, log };
}

const accountsOf = ({ events }: CommittedBatch) =>
  events.flatMap((event) => (event.kind === 'AccountOpened' ? [event.account] : []));

/** Collects the accounts that it was told of, over those of its seed. */
function collector(
  options: Partial<BatchFollower> & { start?: () => Promise<Seed & { accounts: string[] }> },
) {
  const collected: { accounts: string[] } = { accounts: [] };
  const follower: BatchFollower = {
    name: 'test',
    whenItFails: 'reseed',
    seed: async () => {
      const { accounts, ...seed } = (await options.start?.()) ?? { batch: 0, accounts: [] };
      collected.accounts = [...accounts];
      return seed as Seed;
    },
    apply: (batch) => void collected.accounts.push(...accountsOf(batch)),
    ...options,
  };
  return { collected, follower };
}

describe('an ephemeral follower', () => {
  it('reads what lies between its seed and now from the journal, and then takes every batch once', async () => {
    const { subscribers, commit } = await open();
    for (const account of ['a', 'b', 'c']) commit([account]);
    const { collected, follower } = collector({ start: async () => ({ batch: 1, accounts: ['a'] }) });
    const { ready } = subscribers.follow(follower);
    commit(['d', 'e']);
    await ready;
    commit(['f']);
    expect(collected.accounts).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('leaves out the commands that a look at the exchange contained, in the middle of a batch too', async () => {
    const { subscribers, commit, apply, look } = await open();
    commit(['a']);
    const { collected, follower } = collector({
      start: async () => {
        // The exchange has carried out a command whose batch is not cut yet.
        const early = apply('b');
        const seen = look();
        commit(['c', 'd'], [early]);
        return seen;
      },
    });
    await subscribers.follow(follower).ready;
    commit(['e']);
    expect(collected.accounts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('misses nothing when more is committed while it seeds than it can hold', async () => {
    const { subscribers, commit } = await open();
    const names = Array.from({ length: 2_500 }, (_, index) => `user-${index}`);
    const { collected, follower } = collector({
      start: async () => {
        for (const name of names) commit([name]);
        return { batch: 0, accounts: [] };
      },
    });
    await subscribers.follow(follower).ready;
    expect(collected.accounts).toEqual(names);
  });

  it('is seeded anew when it fails and people are answered from it, and says so', async () => {
    const { subscribers, commit, look, lines } = await open();
    let fails = false;
    const { collected, follower } = collector({ start: async () => look() as Seed & { accounts: string[] } });
    const following = subscribers.follow({
      ...follower,
      apply: (batch) => {
        if (fails) {
          collected.accounts.push('half of it');
          fails = false;
          throw new Error('a bug');
        }
        follower.apply(batch);
      },
    });
    await following.ready;
    commit(['a']);
    fails = true;
    commit(['b']);
    expect(following.isReady).toBe(false);
    await expect.poll(() => following.isReady).toBe(true);
    commit(['c']);
    expect(collected.accounts).toEqual(['a', 'b', 'c']);
    expect(lines.join('')).toContain('seeded anew');
  });

  it('stops whoever commits when it is to stop the process', async () => {
    const { subscribers, commit, look } = await open();
    const { follower } = collector({ start: async () => look() as Seed & { accounts: string[] } });
    const failing: BatchFollower = {
      ...follower,
      whenItFails: 'stop',
      apply: () => {
        throw new Error('a bug');
      },
    };
    await subscribers.follow(failing).ready;
    expect(() => commit(['a'])).toThrow('a bug');
    const unseeded = { ...failing, seed: () => Promise.reject(new Error('no seed')) };
    await expect(subscribers.follow(unseeded).ready).rejects.toThrow('no seed');
  });

  it('goes on after a failure when it only notifies', async () => {
    const { subscribers, commit, look, lines } = await open();
    const { collected, follower } = collector({ start: async () => look() as Seed & { accounts: string[] } });
    await subscribers.follow({
      ...follower,
      whenItFails: 'log',
      apply: (batch) => {
        if (accountsOf(batch).includes('bad')) throw new Error('a bug');
        follower.apply(batch);
      },
    }).ready;
    for (const account of ['a', 'bad', 'b']) commit([account]);
    expect(collected.accounts).toEqual(['a', 'b']);
    expect(lines.join('')).toContain('a follower of the journal failed');
  });

  it('has a batch before everybody who only notifies, whatever was added first', async () => {
    const { subscribers, commit, look } = await open();
    const order: string[] = [];
    subscribers.onCommitted(() => order.push('notified'));
    const { follower } = collector({ start: async () => look() as Seed & { accounts: string[] } });
    await subscribers.follow({ ...follower, apply: () => void order.push('model') }).ready;
    commit(['a']);
    expect(order).toEqual(['model', 'notified']);
  });
});
