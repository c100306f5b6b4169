import { Exchange } from '@emporion/core';
import { expect, it } from 'vitest';
import { MarketUnits } from '#modules/trading/index.ts';
import { Busy, type ExchangeView } from '#platform/runtime.ts';
import type { Subscriber } from '#realtime/index.ts';
import { BookFeed, flushAll } from './book-feed.ts';

const market = new MarketUnits({
  ...{ market: 'TEA-GOLD', base: 'TEA', quote: 'GOLD' },
  ...{ baseDecimals: 0, quoteDecimals: 0, priceDecimals: 0, quantityDecimals: 0 },
});

/** A view that counts who looks, and refuses when the test says so. */
function open() {
  const state = { looks: 0, refuses: false };
  const exchange = new Exchange();
  const read = async <Value>(look: (exchange: Exchange) => Value): Promise<Value> => {
    state.looks += 1;
    if (state.refuses) throw new Busy();
    return look(exchange);
  };
  const view: ExchangeView = {
    read,
    readAt: async (look) => ({ value: await read(look), sequence: 0 }),
  };
  return { state, feed: new BookFeed(market, view) };
}

const subscriber: Subscriber = {
  caller: null,
  send: () => undefined,
  sendFrame: () => undefined,
  unsentBytes: () => 0,
};

it('reads again what it was refused, without waiting for another change', async () => {
  const { state, feed } = open();
  await feed.follow(subscriber, '1');
  await feed.flush();
  state.refuses = true;
  feed.touch();
  await expect(feed.flush()).rejects.toThrow(Busy);
  state.refuses = false;
  const before = state.looks;
  await feed.flush();
  expect(state.looks).toBe(before + 1);
  await feed.flush();
  expect(state.looks).toBe(before + 1);
});

it('tells of the other markets when one cannot be read', async () => {
  const [bad, good] = [open(), open()];
  for (const { feed } of [bad, good]) {
    await feed.follow(subscriber, '1');
    await feed.flush();
    feed.touch();
  }
  bad.state.refuses = true;
  const before = good.state.looks;
  await expect(flushAll([bad.feed, good.feed])).rejects.toThrow(Busy);
  expect(good.state.looks).toBe(before + 1);
});
