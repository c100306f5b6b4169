import { expect, it } from 'vitest';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { listOpenOrders, type OrderRecord } from '../history/orders.ts';
import { liveExchange, tradingModule } from '../index.ts';

const names = ['ann', 'bob', 'cid'];

/** Numbers that look random and are the same every time. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 10) % below;
  };
}

type Draft = readonly [path: string, terms: object];

const types: readonly ((price: number) => Draft)[] = [
  (price: number) => ['orders', { type: 0, price: price.toFixed(2) }],
  (price: number) => ['orders', { type: 0, price: price.toFixed(2), time_in_force: 'ioc' }],
  () => ['market', {}],
  (price: number) => [
    'stop-limit',
    { stop_price: (price + 60).toFixed(2), limit_price: (price + 80).toFixed(2) },
  ],
  (price: number) => [
    'orders',
    { type: 2, stop_price: (price + 30).toFixed(2), worst_price: (price + 90).toFixed(2) },
  ],
  () => ['orders', { type: 5, trail: '25' }],
  () => ['orders', { type: 3, percent: '-0.1', min_price: '900', max_price: '1100' }],
];

async function tradeAtRandom(
  app: TradingApp,
  { orders, seed }: { orders: number; seed: number },
): Promise<void> {
  const below = sequence(seed);
  const setPrice = (price: number) =>
    app.runtime.execute({
      kind: 'SetReferencePrice',
      key: `reference:${seed}:${price}`,
      market: 'ETH-USDT',
      price,
    });
  for (let index = 0; index < orders; index += 1) {
    const as = names[below(names.length)] ?? '';
    const [path, terms] = types[below(3) === 0 ? below(types.length) : 0]?.(980 + below(40)) ?? [
      'orders',
      {},
    ];
    const operation = below(2) ? 'buy' : 'sell';
    const body = { pair: 'ETH-USDT', operation, quantity: (1 + below(300) / 100).toFixed(2), ...terms };
    await app.call({ method: 'POST', path, as, body });
    if (below(10) === 0) await setPrice(98_000 + below(4_000));
    if (below(8) !== 0) continue;
    const [first] = (await app.call({ path: 'orders?state=active&limit=1', as })).body.results;
    if (!first) continue;
    const own = { path: `orders/${first.id}`, as };
    if (below(2)) await app.call({ method: 'DELETE', ...own });
    else await app.call({ method: 'PATCH', ...own, body: { quantity: '5' } });
  }
}

const sorted = (orders: readonly OrderRecord[]) => orders.toSorted((left, right) => left.id - right.id);

/** What is live, what SQL has, and what the core has must be one and the same. */
async function compare(app: TradingApp): Promise<OrderRecord[]> {
  const live = await liveExchange(app.platform);
  expect(await app.platform.projections.caughtUp('orders', app.runtime.position.batch, 30_000)).toBe(true);
  const open = sorted(names.flatMap((name) => live.orders.openOf(userId(name))));
  const projected = await listOpenOrders(app.test.database.kysely, { limit: 10_000 });
  expect(open).toEqual(projected);
  const ofCore = await app.runtime.read(({ orders }) =>
    [...orders.values()].map(({ id, remaining, price, held }) => ({ id, remaining, price, held })),
  );
  expect(open.map(({ id, remaining, price, held }) => ({ id, remaining, price, held }))).toEqual(
    ofCore.toSorted((left, right) => left.id - right.id),
  );
  return projected;
}

it('knows every open order as the history and the core do, also after a restart', async () => {
  const first = await createTradingApp({ modules: [tradingModule] });
  const { test } = first;
  try {
    for (const name of names) for (const coin of ['ETH', 'USDT']) await first.fund(name, coin, '1000000');
    await tradeAtRandom(first, { orders: 120, seed: 1 });
    const before = await compare(first);
    expect(before.some(({ filled }) => filled > 0)).toBe(true);
    expect(before.some(({ waiting }) => waiting)).toBe(true);
    await first.stop();

    const second = await createTradingApp({ modules: [tradingModule], test });
    expect(await compare(second)).toEqual(before);
    await tradeAtRandom(second, { orders: 40, seed: 2 });
    await compare(second);
    await second.stop();
  } finally {
    await test.drop();
  }
});

/** Bob takes a hundredth of what rests at a thousand. */
const fillOf = (runtime: TradingApp['runtime']) => () =>
  runtime.execute({
    kind: 'PlaceOrder',
    key: null,
    account: userId('bob'),
    market: 'ETH-USDT',
    side: 'buy',
    type: 'limit',
    quantity: 1_000,
    price: 100_000,
  });

it('counts no fill twice that comes while it is opened, as orders that were due at the last end bring them', async () => {
  const first = await createTradingApp({ modules: [tradingModule] });
  const { test } = first;
  try {
    for (const name of names) for (const coin of ['ETH', 'USDT']) await first.fund(name, coin, '1000000');
    const body = { pair: 'ETH-USDT', operation: 'sell', quantity: '100', type: 0, price: '1000' };
    expect((await first.call({ method: 'POST', path: 'orders', as: 'ann', body })).status).toBe(200);
    await first.stop();

    const second = await createTradingApp({ modules: [], test });
    const { platform, runtime } = second;
    const fill = fillOf(runtime);
    let filled = false;
    const caughtUp = async () => {
      if (!filled) await fill();
      filled = true;
      return platform.projections.caughtUp('orders', runtime.position.batch, 30_000);
    };
    await liveExchange({ ...platform, projections: { ...platform.projections, caughtUp } });
    const [order] = await compare(second);
    expect(order?.filled).toBe(1_000);
    await second.stop();
  } finally {
    await test.drop();
  }
});

it('gives no totals that it does not know, when the history is behind at a start, and learns them later', async () => {
  const first = await createTradingApp({ modules: [tradingModule] });
  const { test } = first;
  try {
    for (const name of names) for (const coin of ['ETH', 'USDT']) await first.fund(name, coin, '1000000');
    const place = async (quantity: string) => {
      const body = { pair: 'ETH-USDT', operation: 'sell', quantity, type: 0, price: '1000' };
      return (await first.call({ method: 'POST', path: 'orders', as: 'ann', body })).body.id;
    };
    const [ends, stays] = [await place('0.02'), await place('100')];
    await fillOf(first.runtime)();
    await first.stop();

    const second = await createTradingApp({ modules: [], test });
    const { platform, runtime } = second;
    let behind = true;
    const caughtUp: typeof platform.projections.caughtUp = async (names, batch, ms) =>
      !behind && platform.projections.caughtUp(names, batch, ms);
    const live = await liveExchange({ ...platform, projections: { ...platform.projections, caughtUp } });
    const fill = fillOf(runtime);
    expect(live.orders.get(Number(ends))).toMatchObject({ filled: 1_000, total: 0n });
    for (let count = 0; count < 3; count += 1) await fill();
    // One of them ended meanwhile: only the history has what it came to.
    expect(live.orders.get(Number(ends))).toBeUndefined();
    expect(live.orders.get(Number(stays))).toMatchObject({ filled: 2_000, total: 20_000_000n });
    behind = false;
    await expect.poll(() => live.orders.hasUnsure).toBe(false);
    await compare(second);
    await second.stop();
  } finally {
    await test.drop();
  }
});
