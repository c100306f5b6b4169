import type { AddressInfo } from 'node:net';
import type { Order } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetMarkets } from '#modules/markets/index.ts';
import { liveExchange, tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { pinTestKeys } from '#testing/test-keys.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { ladder } from './book/ladder.ts';
import { Bot } from './bots/bot.ts';
import { createRefill } from './bots/fund.ts';
import { Maker } from './bots/maker.ts';
import { Taker } from './bots/taker.ts';
import { type DemoPair, demoPairs } from './demo-pairs.ts';
import { Desk } from './desk.ts';
import { referencePrice } from './price/reference-price.ts';

let app: TradingApp;
let pair: DemoPair;
let at = Date.parse('2026-03-01T12:00:00Z');
let watched = false;
let refills = 0;
const bots: Bot[] = [];

beforeAll(async () => {
  app = await createTradingApp({
    modules: [tradingModule, walletModule],
    env: { RATE_LIMIT_PER_MINUTE: '600' },
  });
  await pinTestKeys(app.test.database.kysely);
  // Each refill comes over nine chains, and how deep in them it is credited is asked elsewhere: most of what this file did was to make their blocks.
  await app.test.database.pool.query(
    'update blockchains set confirmations = 1; update coin_blockchains set confirmations = null',
  );
  forgetMarkets(app.platform);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const [bitcoin] = demoPairs(await liveExchange(app.platform));
  if (!bitcoin) throw new Error('The demo has no pairs.');
  pair = bitcoin;
});
afterAll(async () => {
  for (const bot of bots) bot.close();
  await app.close();
});

function bot(name: string): Bot {
  const { port } = app.app.server.address() as AddressInfo;
  const openSession = async () => ({ access: name, refresh: name });
  const made = new Bot({ account: userId(name), address: { host: '127.0.0.1', port }, openSession });
  bots.push(made);
  return made;
}

function desk(): Desk {
  const { platform } = app;
  const give = createRefill(platform);
  const refill = (account: string) => {
    refills += 1;
    return give(account);
  };
  return new Desk({
    pair,
    maker: new Maker({ pair, bot: bot('maker'), refill }),
    taker: new Taker({ pair, bots: [bot('taker')], refill }),
    runtime: platform.runtime,
    isWatched: () => watched,
    watchedPairs: () => (watched ? 1 : 0),
    now: () => at,
    log: platform.log,
  });
}

async function openOrders(): Promise<Order[]> {
  const { body } = await app.call({ path: `orders?state=active&pair=${pair.code}&limit=200`, as: 'maker' });
  return body.results;
}

async function levels(): Promise<string[]> {
  return (await openOrders()).map(({ operation, price }) => `${operation} ${price}`).sort();
}

function wanted(): string[] {
  const show = pair.units.showPrice.bind(pair.units);
  return ladder(pair, referencePrice(pair, at))
    .map(({ side, price }) => `${side} ${show(price)}`)
    .sort();
}

/** Turns until the takers' last trade has not taken a whole level. */
async function settle(each: Desk): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) {
    at += 20_000;
    await each.turn();
    if ((await levels()).join() === wanted().join()) return;
  }
}

describe('Desk', () => {
  it('asks for money when it has none, then fills the book and trades', async () => {
    const made = desk();
    await made.turn();
    expect(refills).toBeGreaterThan(0);
    await settle(made);
    expect(await levels()).toEqual(wanted());
    const { body } = await app.call({ path: 'my-trades', as: 'taker' });
    expect(body.results.length).toBeGreaterThan(0);
  });

  it('follows the price with the orders it has, and goes on with them after a restart', async () => {
    const made = desk();
    await settle(made);
    const before = (await openOrders()).map(({ id }) => id);
    at += 600_000;
    await settle(desk());
    expect(await levels()).toEqual(wanted());
    const kept = (await openOrders()).filter(({ id }) => before.includes(id));
    expect(kept.length).toBeGreaterThan(20);
  });

  it('puts back what somebody took out of the book', async () => {
    const made = desk();
    await settle(made);
    await app.fund('whale', 'USDT', '1000000');
    const { body } = await app.call({
      method: 'POST',
      path: 'market',
      as: 'whale',
      body: { pair: pair.code, operation: 'buy', total: '60000' },
    });
    expect(body.status).toBe('filled');
    expect((await levels()).length).toBeLessThan(39);
    await settle(made);
    expect(await levels()).toEqual(wanted());
  });

  it('lets takers fill the order of a stranger that the price has passed', async () => {
    const made = desk();
    await settle(made);
    await app.fund('seller', 'BTC', '1');
    const bid = Math.max(
      ...ladder(pair, referencePrice(pair, at))
        .filter(({ side }) => side === 'buy')
        .map(({ price }) => price),
    );
    // Far below where makers buy, so it takes their bids; what is left of it stands where they want to be.
    const { body } = await app.call({
      method: 'POST',
      path: 'orders',
      as: 'seller',
      body: {
        type: 0,
        pair: pair.code,
        operation: 'sell',
        quantity: '1',
        price: pair.units.showPrice(bid - 3 * pair.step),
      },
    });
    expect(body.status).toBe('partially_filled');
    await settle(made);
    const { body: seen } = await app.call({ path: `orders/${body.id}`, as: 'seller' });
    expect(seen.order.status).toBe('filled');
    expect(await levels()).toEqual(wanted());
  });

  it('changes the book at every turn while somebody watches', async () => {
    watched = true;
    const made = desk();
    await settle(made);
    const seen = new Set<string>();
    for (let turns = 0; turns < 5; turns += 1) {
      at += 300;
      await made.turn();
      seen.add((await openOrders()).map(({ id, remaining }) => `${id} ${remaining}`).join());
    }
    watched = false;
    expect(seen.size).toBe(5);
  });

  it('goes on when another program on the same machine has spent its calls', async () => {
    const made = desk();
    await settle(made);
    const spent = async () => (await app.app.inject('/api/v1/time')).statusCode === 429;
    await expect.poll(spent, { interval: 0 }).toBe(true);
    at += 600_000;
    await settle(made);
    expect(await levels()).toEqual(wanted());
  });

  it('stops within a moment, also while it rests', async () => {
    const made = desk();
    const running = made.run();
    await expect.poll(async () => (await levels()).length).toBeGreaterThan(30);
    made.stop();
    await running;
  });
});
