import { describe, expect, it, vi } from 'vitest';
import type { Subscriber } from '#realtime/index.ts';
import { frameText } from '#realtime/testing/frame-text.ts';
import { Broadcast } from './broadcast.ts';

function slowReader() {
  const heard: { sequence: number; results: unknown[] }[] = [];
  const reader = { unsent: 0 };
  const subscriber: Subscriber = {
    caller: null,
    send: () => undefined,
    sendFrame: (frame) => void heard.push(JSON.parse(frameText(frame))),
    unsentBytes: () => reader.unsent,
  };
  return { heard, reader, subscriber };
}

const message = (results: []) => ({ kind: 'trades', pair: 'BTC-USDT', results }) as const;

it('leaves out whoever does not read, and gives the whole state once they have caught up', () => {
  const broadcast = new Broadcast(() => message([]));
  const [slow, quick] = [slowReader(), slowReader()];
  for (const { subscriber } of [slow, quick]) broadcast.follow(subscriber);
  broadcast.publish(message([]));
  slow.reader.unsent = 1_000_000;
  broadcast.publish(message([]));
  slow.reader.unsent = 100;
  broadcast.publish(message([]));
  broadcast.recover();
  expect(slow.heard.map(({ sequence }) => sequence)).toEqual([0, 1]);
  slow.reader.unsent = 0;
  broadcast.recover();
  broadcast.publish(message([]));
  expect(slow.heard.map(({ sequence }) => sequence)).toEqual([0, 1, 0, 1]);
  expect(quick.heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
});

it('sends nothing to whoever has left', () => {
  const broadcast = new Broadcast(() => message([]));
  const { heard, subscriber } = slowReader();
  broadcast.follow(subscriber).leave();
  broadcast.publish(message([]));
  expect(heard).toHaveLength(1);
  expect(broadcast.size).toBe(0);
});

it('sends the whole state again to whoever asks, encoded once for all until it changes', () => {
  let readings = 0;
  const broadcast = new Broadcast(() => {
    readings += 1;
    return message([]);
  });
  const [one, other] = [slowReader(), slowReader()];
  const following = broadcast.follow(one.subscriber);
  broadcast.follow(other.subscriber);
  following.again();
  following.again();
  expect(readings).toBe(1);
  broadcast.publish(message([]));
  following.again();
  broadcast.publish(message([]));
  expect(readings).toBe(2);
  expect(one.heard.map(({ sequence }) => sequence)).toEqual([0, 0, 0, 1, 0, 1]);
  expect(other.heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
});

describe('to more followers than are told at once', () => {
  const many = 250;

  function crowd(count = many) {
    const broadcast = new Broadcast(() => message([]));
    const readers = Array.from({ length: count }, slowReader);
    const followings = readers.map(({ subscriber }) => broadcast.follow(subscriber));
    const sequencesOf = (index: number) => readers[index]?.heard.map(({ sequence }) => sequence);
    return { broadcast, readers, followings, sequencesOf };
  }

  it('a change goes in slices, so that other work has its turn between them', async () => {
    const { broadcast, readers, sequencesOf } = crowd();
    broadcast.publish(message([]));
    const told = () => readers.filter(({ heard }) => heard.length === 2).length;
    const first = told();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(many);
    expect(broadcast.isTelling).toBe(true);
    await vi.waitFor(() => expect(broadcast.isTelling).toBe(false));
    expect(told()).toBe(many);
    expect(sequencesOf(many - 1)).toEqual([0, 1]);
  });

  it('changes that come meanwhile arrive in their order, each once', async () => {
    const { broadcast, readers } = crowd();
    for (let change = 0; change < 5; change += 1) broadcast.publish(message([]));
    await vi.waitFor(() => {
      for (const { heard } of readers)
        expect(heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
    });
  });

  it('whoever leaves meanwhile hears nothing more, and whoever joins or asks again has the change already', async () => {
    const { broadcast, readers, followings, sequencesOf } = crowd();
    broadcast.publish(message([]));
    const late = slowReader();
    broadcast.follow(late.subscriber);
    followings[many - 1]?.leave();
    followings[many - 2]?.again();
    await vi.waitFor(() => expect(readers.filter(({ heard }) => heard.length === 2)).toHaveLength(many - 1));
    broadcast.publish(message([]));
    await vi.waitFor(() => expect(late.heard).toHaveLength(2));
    expect(late.heard.map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(sequencesOf(many - 1)).toEqual([0]);
    expect(sequencesOf(many - 2)).toEqual([0, 0, 1]);
  });

  it('changes beyond those that are kept are replaced by the whole state', async () => {
    const { broadcast, sequencesOf } = crowd();
    for (let change = 0; change < 100; change += 1) broadcast.publish(message([]));
    await vi.waitFor(() => {
      broadcast.recover();
      expect(sequencesOf(many - 1)).toEqual([0, 0]);
    });
    broadcast.publish(message([]));
    await vi.waitFor(() => expect(sequencesOf(many - 1)).toEqual([0, 0, 1]));
  });
});

it('does not pile up whole states for whoever asks again and again and does not read', () => {
  const broadcast = new Broadcast(() => message([]));
  const { heard, reader, subscriber } = slowReader();
  const following = broadcast.follow(subscriber);
  reader.unsent = 1_000_000;
  for (let count = 0; count < 10; count += 1) following.again();
  expect(heard).toHaveLength(1);
  reader.unsent = 0;
  broadcast.recover();
  expect(heard).toHaveLength(2);
});
