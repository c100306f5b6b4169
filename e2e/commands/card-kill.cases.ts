import { expect, it } from 'vitest';
import { extent } from '../extent.ts';
import { type CardDeed, CardUser, cardPoints, lastStages } from '../support/card-kills.ts';
import type { MortalExchange } from '../support/mortal-exchange.ts';
import { Withdrawer } from '../support/payout-kills.ts';
import { killSeed, seededNumbers } from '../support/seeded-numbers.ts';

const kills = extent({ usual: 1, all: 51 });

/** A book that all of it fits into, and a price by which a sale has a value. */
async function fillBooks({ url, pause }: MortalExchange): Promise<void> {
  const maker = new Withdrawer(url, { email: 'second@emporion.test', pause });
  const trader = new Withdrawer(url, { email: 'trader@emporion.test', pause });
  const place = async (whose: Withdrawer, order: object) => {
    const { id, ...refusal } = await whose.post('orders', { type: 0, ...order });
    expect(id, JSON.stringify(refusal)).toBeDefined();
  };
  const book = { pair: 'BTC-USD', quantity: '0.4' };
  await place(maker, { ...book, operation: 'sell', price: '50000' });
  await place(maker, { ...book, operation: 'buy', price: '49900' });
  const once = { pair: 'BTC-USDT', quantity: '0.01', price: '50000' };
  await place(maker, { ...once, operation: 'sell' });
  await place(trader, { ...once, operation: 'buy' });
}

interface Kill {
  readonly deed: CardDeed;
  readonly point: string;
  /** Whether what the server had sent to the database is lost with it. */
  readonly isLost: boolean;
}

/** In the seed's order, and from a deed that it draws: a short run has one of them, another in the next, a long one every step several times. */
function killsOf(below: (limit: number) => number): Kill[] {
  const deeds = Object.keys(cardPoints) as CardDeed[];
  const drawn: Record<CardDeed, number> = {
    ...{ purchase: below(100), refund: below(100), chargeback: below(100), sale: below(100) },
  };
  const first = below(deeds.length);
  return Array.from({ length: kills }, (_, index) => {
    const deed = deeds[(first + index) % deeds.length] ?? 'purchase';
    const points = cardPoints[deed];
    const turn = drawn[deed] + Math.floor(index / deeds.length);
    return { deed, point: points[turn % points.length] ?? '', isLost: below(2) === 0 };
  });
}

/** What comes before the deed is done in peace. The deed answers with the id of the order. */
async function prepare(user: CardUser, deed: CardDeed, name: string): Promise<() => Promise<string>> {
  if (deed === 'purchase') return () => user.purchase(name);
  if (deed === 'sale') return () => user.sell(name);
  const id = await user.purchase(name);
  await user.come(id, 'completed');
  return async () => {
    await (deed === 'refund' ? user.refund(id) : user.chargeBack(id));
    return id;
  };
}

async function strike(
  exchange: MortalExchange,
  user: CardUser,
  { deed, point, isLost }: Kill,
  name: string,
): Promise<{ id: string; deed: CardDeed }> {
  const { pause } = exchange;
  const doing = await prepare(user, deed, name);
  await pause.arm(point);
  const done = doing();
  const pid = await pause.paused();
  await exchange.kill();
  await pause.release(isLost ? pid : undefined);
  await exchange.start();
  await user.wake(`wake-${name}`);
  return { id: await done, deed };
}

export function cardKills(exchangeOf: () => MortalExchange): void {
  it(
    `kill -9 of the server between the steps of a purchase, a refund, a chargeback or a sale, ${kills} times: what was begun happens once`,
    async () => {
      process.stdout.write(`card kills: seed ${killSeed}\n`);
      const exchange = exchangeOf();
      const { pause, url } = exchange;
      const user = new CardUser(url, pause);
      await fillBooks(exchange);
      await user.wake('wake');
      const had = { USD: Number(await user.balance('USD')), BTC: Number(await user.balance('BTC')) };
      const deeds: { id: string; deed: CardDeed }[] = [];
      for (const [index, kill] of killsOf(seededNumbers(killSeed)).entries())
        deeds.push(await strike(exchange, user, kill, `kill-${index}`));

      const stages = () =>
        pause.query<{ id: string; stage: string }>(
          'select id, stage from card_orders where id = any ($1) order by created_at',
          [deeds.map(({ id }) => id)],
        );
      const ended = deeds.map(({ id, deed }) => ({ id, stage: lastStages[deed] }));
      await expect.poll(stages, { interval: 500 }).toEqual(ended);

      // What was paid came once, what was bought cost once, and what was given back or paid out left once.
      const [moved] = await pause.query<{ usd: number; btc: number }>(
        `select sum(case when side = 'sell' then 0 when stage = 'completed' then amount - fee - given else -given end)::float8 as usd,
         sum(case side when 'buy' then coin_amount else -coin_amount end)::float8 as btc
       from card_orders where id = any ($1)`,
        [deeds.map(({ id }) => id)],
      );
      expect(Number(await user.balance('USD')) - had.USD).toBeCloseTo(moved?.usd ?? 0, 6);
      expect(Number(await user.balance('BTC')) - had.BTC).toBeCloseTo(moved?.btc ?? 0, 8);
    },
    extent({ usual: 600_000, all: 3_600_000 }),
  );
}
