import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Subscriber } from '#realtime/index.ts';
import { frameText } from '#realtime/testing/frame-text.ts';
import type { Unnumbered } from '../broadcast.ts';
import { feedsPerAccountMax, OwnFeeds } from './own-feeds.ts';

const silent = pino({ level: 'silent' });

const open = (caughtUp = () => Promise.resolve(true)) => new OwnFeeds({ log: silent, caughtUp });

/** A feed from the history. */
const closed = { name: 'closed', fromHistory: 'orders' };

function listener() {
  const heard: { sequence: number; page: number }[] = [];
  const subscriber: Subscriber = {
    caller: null,
    send: () => undefined,
    sendFrame: (frame) => void heard.push(JSON.parse(frameText(frame))),
    unsentBytes: () => 0,
  };
  return { heard, subscriber };
}

/** The page tells one state from the next. */
const state = (page: number): Unnumbered => ({ kind: 'opened_orders', page, total_pages: 1, results: [] });

/** A reading that answers another state each time. */
function changing() {
  let page = 0;
  return () => {
    page += 1;
    return state(page);
  };
}

it('tells an account of its changes while the readings of another do not end', async () => {
  const own = open();
  const [slow, quick] = [listener(), listener()];
  for (let number = 0; number < feedsPerAccountMax; number += 1) {
    let opened = false;
    const read = () => {
      if (opened) return new Promise<Unnumbered>(() => undefined);
      opened = true;
      return state(1);
    };
    await own.follow(slow.subscriber, { account: 'slow', name: `${number}`, read });
  }
  await own.follow(quick.subscriber, { account: 'quick', name: 'orders', read: changing() });
  for (const count of [2, 3, 4]) {
    for (const account of ['slow', 'quick']) own.touch(account);
    own.flush();
    await vi.waitFor(() => expect(quick.heard).toHaveLength(count));
  }
  expect(quick.heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
});

it('refuses an account more feeds than it may have, whichever socket asks, until one is left', async () => {
  const own = open();
  const { subscriber } = listener();
  const follow = (account: string, name: string) =>
    own.follow(subscriber, { account, name, read: changing() });
  const all = await Promise.all(
    Array.from({ length: feedsPerAccountMax }, (_, number) => follow('one', `${number}`)),
  );
  await expect(follow('one', 'more')).rejects.toMatchObject({ code: 'too_many_subscriptions' });
  await follow('one', '0');
  await follow('other', 'more');
  all[1]?.leave();
  await follow('one', 'more');
});

it('gives all who open a feed at once the same one, and forgets it with the last', async () => {
  const own = open();
  const [one, other] = [listener(), listener()];
  const read = vi.fn(changing());
  const feed = { account: 'a', name: 'orders', read };
  const followings = await Promise.all([
    own.follow(one.subscriber, feed),
    own.follow(other.subscriber, feed),
  ]);
  expect(read).toHaveBeenCalledTimes(1);
  own.flush();
  await vi.waitFor(() => expect(other.heard).toHaveLength(2));
  expect(one.heard).toEqual(other.heard);
  for (const { leave } of followings) leave();
  expect(own.isFollowed).toBe(false);
});

it('reads again what could not be read, and does not keep what could not be opened', async () => {
  const own = open();
  const { heard, subscriber } = listener();
  const failing = () => Promise.reject(new Error('no database'));
  await expect(own.follow(subscriber, { account: 'a', name: 'x', read: failing })).rejects.toThrow();
  expect(own.isFollowed).toBe(false);
  const read = vi.fn(changing());
  await own.follow(subscriber, { account: 'a', name: 'x', read });
  read.mockImplementationOnce(() => {
    throw new Error('no database');
  });
  await vi.waitFor(() => {
    own.flush();
    expect(heard).toHaveLength(2);
  });
});

it('lets those who wait for the history hold up nobody', async () => {
  let behind = false;
  const own = open(() => (behind ? new Promise(() => undefined) : Promise.resolve(true)));
  const { heard, subscriber } = listener();
  for (let number = 0; number < 20; number += 1)
    await own.follow(listener().subscriber, { ...closed, account: `${number}`, read: changing() });
  await own.follow(subscriber, { account: 'quick', name: 'open', read: changing() });
  behind = true;
  own.flush();
  await vi.waitFor(() => expect(heard).toHaveLength(2));
});

it('reads again what was read of a history that was behind', async () => {
  const answers = [true, false];
  const own = open(async () => answers.shift() ?? true);
  const { heard, subscriber } = listener();
  const read = vi.fn(changing());
  await own.follow(subscriber, { ...closed, account: 'a', read });
  own.flush();
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  for (let count = 0; count < 3; count += 1) {
    // Nothing here waits for anything but promises: after a turn of the loop all of them are through.
    await setImmediate();
    own.flush();
  }
  await setImmediate();
  expect(heard).toHaveLength(3);
  expect(read).toHaveBeenCalledTimes(3);
});

it('does not miss what happens while it waits for the history', async () => {
  let arrive: ((isWhole: boolean) => void) | undefined;
  let isSlow = false;
  const own = open(() =>
    isSlow
      ? new Promise((resolve) => {
          arrive = resolve;
        })
      : Promise.resolve(true),
  );
  const { heard, subscriber } = listener();
  await own.follow(subscriber, { ...closed, account: 'a', read: changing() });
  isSlow = true;
  own.flush();
  // This comes too late for what is waited for.
  own.touch('a');
  isSlow = false;
  arrive?.(true);
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  await vi.waitFor(() => {
    own.flush();
    expect(heard).toHaveLength(3);
  });
});
