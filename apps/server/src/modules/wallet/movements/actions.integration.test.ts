import { Movement } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { swapModule } from '#modules/swap/index.ts';
import { userId } from '#testing/trading-app.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
let now = Date.parse('2026-03-10T12:00:00Z');
const people = ['ann', 'bea', 'cyd'] as const;
const prices = { 'BTC-USDT': 60_000, 'ETH-USDT': 2_500 } as const;
const pairs = Object.keys(prices) as (keyof typeof prices)[];

const post = (path: string, as: string, body: object) => app.call({ method: 'POST', path, as, body });
const units = (text: string): bigint => {
  const parsed = parseDecimal(text, 18);
  if (!parsed.ok) throw new Error(`no decimal: ${text}`);
  return parsed.value;
};

async function list(query = '', as: string = 'ann'): Promise<{ results: Movement[]; next: string | null }> {
  const { status, body } = await app.call({ path: `wallet/movements?${query}`, as });
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
}

async function pages(limit: number, as: string, query = ''): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let cursor = ''; ; ) {
    const { results, next } = await list(`limit=${limit}${query}${cursor}`, as);
    found.push(...results);
    if (next === null) return found;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

const sumsOf = (rows: readonly Movement[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const { legs, status } of rows)
    if (status === 'completed')
      for (const { currency, change } of legs) sums.set(currency, (sums.get(currency) ?? 0n) + units(change));
  return sums;
};

/** Numbers below a bound, the same ones in every run. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a person does next: an order that rests or trades, a swap through one market or two, a deposit. Some of it is refused. */
async function act(draw: (below: number) => number): Promise<void> {
  const one = people[draw(people.length)] ?? 'ann';
  const pair = pairs[draw(pairs.length)] ?? 'BTC-USDT';
  // Some actions share their millisecond.
  if (draw(3) > 0) now += draw(3_600_000);
  const kind = draw(6);
  if (kind < 3) {
    const price = String(Math.round(prices[pair] * (0.99 + draw(20) / 1_000)));
    const operation = draw(2) === 0 ? 'buy' : 'sell';
    const quantity = pair === 'BTC-USDT' ? `0.00${1 + draw(9)}` : `0.0${1 + draw(9)}`;
    await post('orders', one, { type: 0, pair, operation, quantity, price });
  } else if (kind < 5) {
    const [from = '', to = ''] = [
      ['USDT', 'BTC'],
      ['BTC', 'USDT'],
      ['BTC', 'ETH'],
      ['ETH', 'BTC'],
    ][draw(4)] ?? ['USDT', 'BTC'];
    const amount = {
      USDT: `${20 + draw(60)}.123457`,
      BTC: `0.00${1 + draw(4)}1234`,
      ETH: `0.0${1 + draw(4)}12345678`,
    }[from];
    await post('exchange', one, { from, to, amount, min_receive: '0' });
  } else await app.fund(one, 'ETH', `0.0000000${1 + draw(9)}`);
}

beforeAll(async () => {
  app = await createWalletApp({ modules: [swapModule], clock: { now: () => new Date(now) } });
  for (const name of people) {
    await app.person(name);
    for (const [coin, amount] of [
      ['BTC', '5'],
      ['ETH', '100'],
      ['USDT', '300000'],
    ] as const)
      await app.fund(name, coin, amount);
  }
  await app.fund('maker', 'BTC', '10');
  await app.fund('maker', 'ETH', '500');
  await app.fund('maker', 'USDT', '1000000');
  for (const pair of pairs)
    for (let step = 1; step <= 3; step += 1)
      for (const operation of ['buy', 'sell'] as const) {
        const price = String(prices[pair] * (operation === 'buy' ? 1 - step / 50 : 1 + step / 50));
        const quantity = pair === 'BTC-USDT' ? '0.5' : '10';
        await post('orders', 'maker', { type: 0, pair, operation, quantity, price });
      }
});
afterAll(() => app.close());

describe('after many actions of several users', () => {
  beforeAll(async () => {
    const draw = drawFrom(35);
    for (let times = 0; times < 140; times += 1) await act(draw);
  });

  it('the legs of all rows add up to the balance of each coin', async () => {
    const swaps = { one: 0, two: 0 };
    for (const name of [...people, 'maker']) {
      const rows = await pages(200, name);
      for (const row of rows) Movement.parse(row);
      const balances = await app.balance(name);
      const sums = sumsOf(rows);
      // Open orders hold a part of a balance.
      for (const [coin, { actual, orders }] of Object.entries(balances))
        expect([name, coin, sums.get(coin) ?? 0n]).toEqual([name, coin, units(actual) + units(orders)]);
      const pairsOf = ({ legs }: Movement) => new Set(legs.map(({ pair }) => pair)).size;
      for (const row of rows) if (row.type === 'swap') swaps[pairsOf(row) > 1 ? 'two' : 'one'] += 1;
    }
    // The draw has swaps through one market and through two.
    expect([swaps.one > 5, swaps.two > 5]).toEqual([true, true]);
  });

  it('there is one row for each fill and each swap, and none for their lines', async () => {
    for (const name of people) {
      const rows = await pages(200, name);
      const { rows: counted } = await sql<{ trades: number; swaps: number }>`
        select (select count(*)::int from fills where account = ${userId(name)} and not exists (
          select from swaps where swaps.account = fills.account and fills.order_id = any(order_ids))) as trades,
          (select count(*)::int from swaps where account = ${userId(name)}) as swaps
      `.execute(app.test.database.kysely);
      const count = (type: Movement['type']) => rows.filter((row) => row.type === type).length;
      expect({ trades: count('trade'), swaps: count('swap') }).toEqual(counted[0]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
  });

  it.each([3, 50])('pages of %i have the same rows in the same order', async (limit) => {
    expect(await pages(limit, 'bea')).toEqual(await pages(200, 'bea'));
  });

  it.each([
    ['currency=ETH', 'ETH', () => true],
    ['currency=BTC', 'BTC', () => true],
    ['currency=BTC&direction=in', 'BTC', (change: number) => change > 0],
    ['currency=USDT&direction=out', 'USDT', (change: number) => change < 0],
  ] as const)('%s finds the rows with such a leg', async (query, coin, fits) => {
    const all = await pages(200, 'ann');
    const found = await pages(7, 'ann', `&${query}`);
    const isWanted = ({ legs, exchange }: Movement) => {
      // A swap pays one coin and receives another; what passes through has no direction.
      const ends = [exchange?.paid?.currency, exchange?.received?.currency];
      return legs.some(
        ({ currency, change }) =>
          currency === coin &&
          fits(Number(change)) &&
          (!query.includes('direction') || exchange === null || ends.includes(coin)),
      );
    };
    expect(found.map(({ id }) => id)).toEqual(all.filter(isWanted).map(({ id }) => id));
    expect(found.length).toBeGreaterThan(3);
  });

  it('each row is read by its id, and by each ledger line that it stands for', async () => {
    const rows = await pages(200, 'ann');
    const rowsOfBea = await pages(200, 'bea');
    const wanted = rows.filter(({ type }) => type === 'swap' || type === 'trade').slice(0, 8);
    for (const row of wanted) {
      const { timeline, cancellable, ...same } = (
        await app.call({ path: `wallet/movements/${row.id}`, as: 'ann' })
      ).body;
      expect(same).toEqual(row);
      // The other side of a trade reads its own row of it, which may be a swap. Others find nothing.
      const foreign = await app.call({ path: `wallet/movements/${row.id}`, as: 'bea' });
      const own = rowsOfBea.find(({ id }) => id === foreign.body.id);
      if (foreign.status !== 404) expect(foreign.body).toMatchObject(own ?? {});
      expect(foreign.status === 404 || own !== undefined).toBe(true);
      expect((await list(`text=${row.id}`)).results).toEqual([row]);
    }
    const { rows: lines } = await sql<{ id: string }>`
      select event || '-' || line as id from ledger_entries where account = ${userId('ann')} and kind = 'trade' order by event, line
    `.execute(app.test.database.kysely);
    const ids = new Set(rows.map(({ id }) => id));
    for (const { id } of lines.slice(0, 20)) {
      const { body } = await app.call({ path: `wallet/movements/${id}`, as: 'ann' });
      expect([id, ids.has(body.id)]).toEqual([id, true]);
    }
  });
});

describe('a swap', () => {
  // Without orders of her own, which a swap would meet.
  beforeAll(async () => {
    await app.person('dee');
    await app.fund('dee', 'USDT', '1000');
  });

  it('is one row with what was paid, what was received, each market, and what the market did not take', async () => {
    now += 60_000;
    const { body: swap } = await post('exchange', 'dee', {
      ...{ from: 'USDT', to: 'BTC', amount: '100', min_receive: '0' },
    });
    const [row] = (await list('limit=1', 'dee')).results;
    const rest = (units('100') - units(swap.given)).toString();
    expect(row).toMatchObject({
      ...{ id: `s${swap.id}`, type: 'swap', currency: 'BTC', direction: 'in', change: swap.received },
      exchange: {
        paid: { currency: 'USDT', amount: swap.given },
        received: { currency: 'BTC', amount: swap.received },
        fees: [{ currency: 'BTC' }],
        remainders: [{ currency: 'USDT' }],
      },
      legs: [
        { kind: 'trade', currency: 'USDT', change: `-${swap.given}`, pair: 'BTC-USDT' },
        { kind: 'trade', currency: 'BTC', change: swap.received, pair: 'BTC-USDT' },
      ],
    });
    expect(units(row?.exchange?.remainders[0]?.amount ?? '0').toString()).toBe(rest);
    expect(swap.remainder).toEqual(row?.exchange?.remainders[0]);
  });

  it('that was quoted for an amount that the market does not take whole says in quote, receipt and row what stays', async () => {
    now += 60_000;
    const asked = { from: 'USDT', to: 'BTC', give: '77.777' };
    const { body: quote } = await post('exchange/quote', 'ann', asked);
    const { body: done } = await post('exchange/accept', 'ann', { quote: quote.id });
    const [row] = (await list('limit=1')).results;
    expect(units(quote.remainder.amount) + units(quote.give)).toBe(units('77.777'));
    expect(done.remainder).toEqual(quote.remainder);
    expect(row?.exchange?.remainders).toEqual([done.remainder]);
  });
});
