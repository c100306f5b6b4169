import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  FiatRate,
  type Movement,
  Statement,
  type StatementCoin,
  statementLines,
  ValueHistory,
  valuePointsMax,
  valueRanges,
  WalletOverview,
} from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { demoRate } from '#modules/rates/demo-rates.ts';
import { fetchRates } from '#modules/rates/fetch-rates.ts';
import { ratesModule } from '#modules/rates/index.ts';
import { createOperator } from '#modules/wallet/testing/staff.ts';
import { createWalletApp, type WalletApp } from '#modules/wallet/testing/wallet-app.ts';
import { valueForLimits } from '#modules/wallet/withdrawals/value-for-limits.ts';
import { booked } from '#runtime/testing/booked.ts';
import { userId } from '#testing/trading-app.ts';

const hourMs = 3_600_000;
/** Rates are kept for a moment by a clock that only goes on, which is moved past it. */
let passedMs = 0;
const forgetRates = () => {
  passedMs += 3_000;
};
const ownNow = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => ownNow() + passedMs);
let now = Date.parse('2025-12-20T12:00:00Z');
let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
let second: typeof operator;
let source: Server;
let answer = { status: 200, text: '{}' };
const url = () => `http://127.0.0.1:${(source.address() as AddressInfo).port}/`;
const people = ['ann', 'bob'] as const;

beforeAll(async () => {
  source = createServer((_, response) => {
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.text);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  app = await createWalletApp({
    modules: [ratesModule, approvalsModule],
    clock: { now: () => new Date(now) },
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  // The chains of a demo, and the rates of an exchange that is none.
  Object.assign(app.platform, {
    config: { ...app.platform.config, demo: false, smtpUrl: 'smtps://mail.example' },
  });
  operator = await createOperator(app);
  second = await createOperator(app, 'operator-two');
  await liveThroughNewYear();
  now = Date.parse('2026-03-10T12:00:00Z');
  await tradeAt('2500.5');
  await app.platform.projections.caughtUp(['market-data', 'ledger'], app.runtime.position.batch, 10_000);
});
afterAll(async () => {
  await app.close();
  source.close();
  vi.restoreAllMocks();
});

async function tradeAt(price: string, [seller, buyer] = ['ann', 'bob']): Promise<void> {
  const order = { type: 0, pair: 'ETH-USDT', quantity: '0.5', price };
  for (const [as, operation] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const)
    expect(
      (await app.call({ method: 'POST', path: 'orders', as: as ?? '', body: { ...order, operation } }))
        .status,
    ).toBe(200);
}

/** Sixty things that happen to two people around a new year, drawn from a seed. */
async function liveThroughNewYear(): Promise<void> {
  for (const name of people) {
    await app.fund(name, 'ETH', '100');
    await app.fund(name, 'USDT', '100000');
  }
  let seed = 7;
  const draw = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let times = 0; times < 60; times += 1) {
    now += draw(14 * hourMs);
    const [from, to] = draw(2) === 0 ? people : ([people[1], people[0]] as const);
    const action = draw(3);
    if (action === 0) await app.fund(from, 'USDT', `${draw(1_000)}.${draw(900) + 100}`);
    else if (action === 1) await tradeAt(`${2_400 + draw(200)}.5`, [from, to]);
    else
      await app.runtime.execute({
        ...booked(`transfer:${times}`),
        ...{ kind: 'Transfer', from: userId(from), to: userId(to), coin: 'ETH' },
        ...{ amount: BigInt(draw(1_000_000) + 1), fee: BigInt(draw(1_000)) },
      });
  }
}

async function rateOf(coin: string, currency: string): Promise<string | null> {
  const { status, body } = await app.call({ path: `rates?in=${currency}` });
  expect(status).toBe(200);
  return body.results.find((rate: { coin: string }) => rate.coin === coin).rate;
}

const units = (text: string): bigint => {
  const parsed = parseDecimal(text, 18);
  if (!parsed.ok) throw new Error(`no decimal: ${text}`);
  return parsed.value;
};

describe('a statement of a year', () => {
  const read = async (name: string, query: string) =>
    Statement.parse((await app.call({ path: `wallet/statement?${query}`, as: name })).body);
  const signs: Partial<Record<(typeof statementLines)[number], bigint>> = {
    ...{ withdrawals: -1n, sold: -1n, transfers_out: -1n, codes_out: -1n, fees: -1n },
  };
  const closingOf = (coin: StatementCoin) =>
    statementLines.reduce(
      (sum, name) => sum + (signs[name] ?? 1n) * units(coin[name].amount),
      units(coin.opening.amount),
    );

  it.each(['UTC', 'Asia/Tokyo', 'America/St_Johns'])(
    'adds up to the unit, and the next one begins where it ends, in %s',
    async (zone) => {
      for (const name of people) {
        const [before, after] = await Promise.all(
          [2025, 2026].map((year) => read(name, `year=${year}&time_zone=${zone}`)),
        );
        for (const coin of [...(before?.coins ?? []), ...(after?.coins ?? [])])
          expect(closingOf(coin)).toBe(units(coin.closing.amount));
        expect(before?.coins.map(({ closing }) => closing.amount)).toEqual(
          after?.coins.map(({ opening }) => opening.amount),
        );
        expect(before?.to).toBe(after?.from);
        const balances = await app.balance(name);
        for (const { currency, closing } of after?.coins ?? [])
          expect(closing.amount).toBe(balances[currency]?.actual);
      }
    },
  );

  it('has of each line what the list of movements has', async () => {
    const movements: Movement[] = [];
    for (let cursor = ''; ; ) {
      const { results, next } = (await app.call({ path: `wallet/movements?limit=50${cursor}`, as: 'ann' }))
        .body;
      movements.push(...results);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    const sumOf = (
      year: string,
      coin: string,
      fits: (movement: Movement, isOut: boolean) => boolean,
      field: 'amount' | 'fee',
    ) =>
      movements
        .filter(({ date }) => date.startsWith(year))
        .flatMap((movement) => movement.legs.map((leg) => ({ movement, leg })))
        .filter(({ movement, leg }) => leg.currency === coin && fits(movement, leg.change.startsWith('-')))
        .reduce((sum, { movement, leg }) => {
          if (field === 'fee') return sum + units(leg.fee);
          // Of a fill the legs have both coins; of everything else the row has its one.
          const gross = leg.change.startsWith('-')
            ? -units(leg.change) - units(leg.fee)
            : units(leg.change) + units(leg.fee);
          return sum + (movement.exchange === null ? units(movement.amount) : gross);
        }, 0n);
    for (const year of ['2025', '2026'])
      for (const coin of (await read('ann', `year=${year}`)).coins) {
        const found = (
          fits: (movement: Movement, isOut: boolean) => boolean,
          field: 'amount' | 'fee' = 'amount',
        ) => sumOf(year, coin.currency, fits, field);
        expect(units(coin.deposits.amount)).toBe(found(({ type }) => type === 'deposit'));
        expect(units(coin.bought.amount)).toBe(found(({ type }, isOut) => type === 'trade' && !isOut));
        expect(units(coin.sold.amount)).toBe(found(({ type }, isOut) => type === 'trade' && isOut));
        expect(units(coin.transfers_in.amount)).toBe(
          found(({ type, direction }) => type === 'transfer' && direction === 'in'),
        );
        expect(units(coin.transfers_out.amount)).toBe(
          found(({ type, direction }) => type === 'transfer' && direction === 'out'),
        );
        expect(units(coin.fees.amount)).toBe(found(() => true, 'fee'));
      }
  });

  it('values what is known, and nothing else', async () => {
    const inUsdt = await read('ann', 'year=2026&in=USDT');
    const usdt = inUsdt.coins.find(({ currency }) => currency === 'USDT');
    expect(usdt?.bought.value).toBe(usdt?.bought.amount);
    expect(inUsdt.coins.find(({ currency }) => currency === 'ETH')?.sold.value).toMatch(/^[0-9.]+$/);
    const inRoubles = await read('ann', 'year=2026&in=RUB');
    expect(inRoubles.coins.map(({ bought }) => bought.value)).toEqual([null, null]);
    expect(inRoubles.coins.map(({ withdrawals }) => withdrawals.value)).toEqual(['0', '0']);
  });

  it.each(['year=2027', 'year=2008', 'year=2026&time_zone=Moon/Crater', 'year=2026&in=XXX', 'year=x', ''])(
    'refuses %j',
    async (query) => {
      expect((await app.call({ path: `wallet/statement?${query}`, as: 'ann' })).status).toBe(422);
    },
  );
});

describe('rates', () => {
  it('of coins go by the last trades, in USDT and in each other', async () => {
    expect(await rateOf('ETH', 'USDT')).toBe('2500.5');
    expect(await rateOf('USDT', 'ETH')).toBe('0.0003999200159968');
    expect(await rateOf('ETH', 'ETH')).toBe('1');
    expect(await rateOf('BTC', 'USDT')).toBeNull();
  });

  it('of currencies are what an operator enters, with a fresh code, and are in the audit log', async () => {
    expect(await rateOf('ETH', 'EUR')).toBeNull();
    const set = (rate: string) => operator.call('PUT', 'admin/rates/EUR', { rate });
    expect(
      (await app.call({ method: 'PUT', path: 'admin/rates/EUR', as: 'ann', body: { rate: '1' } })).status,
    ).toBe(404);
    const bare = { method: 'PUT' as const, path: 'admin/rates/EUR', as: 'operator' };
    expect((await app.call({ ...bare, body: { rate: '0.9', reason: 'the bank' } })).body.code).toBe(
      'two_factor_required',
    );
    for (const rate of ['0', '-1', '1e3', '0.0000000000001', '9999999999999'])
      expect([rate, (await set(rate)).status]).toEqual([rate, 422]);
    expect((await set('0.92')).body.code).toBe('rate_needs_second_person');
    const agree = async (rate: string) => {
      const { body } = await operator.call('POST', 'admin/approvals/fiat-rate', { currency: 'EUR', rate });
      now += 1;
      return (await second.call('POST', `admin/approvals/${body.id}/approve`)).body.state;
    };
    expect(await agree('0.46')).toBe('executed');
    now += 1;
    expect((await set('0.51')).body.code).toBe('rate_needs_second_person');
    expect((await set('0.5')).status).toBe(200);
    now += 1;
    // Not far from the last one, and too far from what two people agreed on.
    expect((await set('0.52')).body.code).toBe('rate_needs_second_person');
    now += 1;
    expect(await agree('0.9')).toBe('executed');
    now += 1;
    const { body } = await set('0.92');
    // What is worth much by any rate of the last two days is worth much.
    expect(await valueForLimits(app.platform, { coin: 'EUR', units: 46_000n })).toBe('1000');
    expect(FiatRate.parse(body)).toMatchObject({
      rate: '0.92',
      source: 'operator',
      by: operator.id,
      counts: true,
    });
    const { rows } = await app.test.database.pool.query(
      "SELECT details FROM security_events WHERE event = 'fiat_rate_set'",
    );
    const said = { currency: 'EUR', reason: 'looked into it' };
    expect(rows).toMatchObject([
      { details: { ...said, rate: '0.46', rate_before: null } },
      { details: { ...said, rate: '0.5', rate_before: '0.46' } },
      { details: { ...said, rate: '0.9', rate_before: '0.5' } },
      { details: { ...said, rate: '0.92', rate_before: '0.9' } },
    ]);
    forgetRates();
    expect(await rateOf('ETH', 'EUR')).toBe('2300.46');
  });

  it('older than 48 hours give no value, neither of a currency nor of a coin', async () => {
    now += 47 * hourMs;
    forgetRates();
    expect([await rateOf('ETH', 'EUR'), await rateOf('USDT', 'EUR')]).toEqual(['2300.46', '0.92']);
    now += 2 * hourMs;
    forgetRates();
    expect([await rateOf('ETH', 'EUR'), await rateOf('USDT', 'EUR')]).toEqual([null, null]);
    expect(await rateOf('ETH', 'USDT')).toBeNull();
    expect((await operator.get('admin/rates')).body.results[1]).toMatchObject({
      rate: '0.92',
      counts: false,
    });
  });

  it.each(['XXX', 'usd', '', 'USD EUR'])('are not told in %j, which is nothing', async (currency) => {
    expect((await app.call({ path: `rates?in=${encodeURIComponent(currency)}` })).status).toBe(422);
  });
});

describe('an address that tells rates', () => {
  const fetched = async () => {
    await fetchRates(app.platform, url(), new AbortController().signal);
    forgetRates();
    return [await rateOf('USDT', 'USD'), await rateOf('USDT', 'RUB')];
  };

  it('is believed in what is a decimal and not far from what counts', async () => {
    answer = { status: 200, text: '{"USD":"0.9998","RUB":81.5,"GBP":"1","EUR":"-1"}' };
    expect(await fetched()).toEqual(['0.9998', '81.5']);
    answer = { status: 200, text: '{"USD":"9.998","RUB":"95"}' };
    now += 1_000;
    expect(await fetched()).toEqual(['0.9998', '95']);
  });

  it.each([
    [500, '{}'],
    [302, '{}'],
    [200, 'no json'],
    [200, 'null'],
  ])('that answers %i and %j changes nothing', async (status, text) => {
    answer = { status, text };
    await expect(fetchRates(app.platform, url(), new AbortController().signal)).rejects.toThrow();
  });
});

describe('the overview', () => {
  const read = async (name: string, currency: string) => {
    forgetRates();
    await app.platform.projections.caughtUp('market-data', app.runtime.position.batch, 10_000);
    return WalletOverview.parse((await app.call({ path: `wallet/overview?in=${currency}`, as: name })).body);
  };

  it('adds up what there is, where it lies and what it is worth', async () => {
    await tradeAt('2600');
    now += 25 * hourMs;
    await tradeAt('2730');
    await app.call({
      ...{ method: 'POST', path: 'orders', as: 'ann' },
      body: { type: 0, pair: 'ETH-USDT', operation: 'sell', quantity: '2', price: '2800' },
    });
    const overview = await read('ann', 'USDT');
    const ethereum = overview.holdings.find(({ coin }) => coin === 'ETH');
    expect(ethereum).toMatchObject({ coin: 'ETH', orders: '2', rate: '2730', change_24h: '5' });
    const worth = (amount = '0') => (units(amount) * 2_730n) / 10n ** 12n;
    expect(units(ethereum?.value ?? '0') / 10n ** 12n).toBe(worth(ethereum?.total));
    const sum = overview.holdings.reduce((all, { value }) => all + units(value ?? '0'), 0n);
    expect(units(overview.total ?? '0') - sum).toBeLessThan(2n * 10n ** 12n);
    expect(overview.parts).toMatchObject({ orders: '5460', withdrawals: '0', codes: '0' });
    expect(overview.change_24h?.value).toBe(
      formatDecimal((units(ethereum?.total ?? '0') * 130n) / 10n ** 12n, 6),
    );
    expect(overview).toMatchObject({ unvalued: [], traded: true });
    expect(await read('nobody', 'EUR')).toMatchObject({
      total: '0',
      holdings: [],
      change_24h: { value: '0', percent: '0' },
      traded: false,
    });
  });

  it('does not say that nobody has traded while the history is behind', async () => {
    const { projections } = app.platform;
    const caughtUp = vi.spyOn(projections, 'caughtUp').mockResolvedValue(false);
    try {
      expect([await read('ann', 'USDT'), await read('nobody', 'USDT')]).toMatchObject([
        { traded: true },
        { traded: null },
      ]);
    } finally {
      caughtUp.mockRestore();
    }
  });

  it('has no total where nobody knows a rate', async () => {
    now += 50 * hourMs;
    expect(await read('ann', 'EUR')).toMatchObject({
      total: null,
      change_24h: null,
      unvalued: ['ETH', 'USDT'],
    });
    await tradeAt('2700');
  });

  it.each(valueRanges)(
    'draws the value of %s in at most 200 points that end with the total',
    async (range) => {
      forgetRates();
      passedMs += 20_000;
      const { body } = await app.call({ path: `wallet/value-history?range=${range}&in=USDT`, as: 'ann' });
      const { points } = ValueHistory.parse(body);
      expect(points.length).toBeLessThanOrEqual(valuePointsMax);
      expect(points.at(-1)).toEqual({
        time: new Date(now).toISOString(),
        value: (await read('ann', 'USDT')).total,
      });
      const times = points.map(({ time }) => Date.parse(time));
      expect(
        new Set(times.slice(1, -1).map((time, index) => time - (times[index] ?? 0))).size,
      ).toBeLessThanOrEqual(1);
      if (range === 'all') expect(points[0]?.value).toBe('0');
    },
  );

  it('draws at each moment what the ledger had then', async () => {
    const { points } = (await app.call({ path: 'wallet/value-history?range=1y&in=ETH', as: 'ann' })).body;
    const found = points.find(({ time }: { time: string }) => time >= '2026-01-04');
    const { body } = await app.call({ path: 'wallet-history?limit=200', as: 'ann' });
    const balances = ['ETH', 'USDT'].map((coin) =>
      body.results.find(
        ({ date, currency }: { date: string; currency: string }) => currency === coin && date <= found.time,
      ),
    );
    // One ETH is worth one ETH; what USDT were worth goes by the last close before.
    const { rows } = await app.test.database.pool.query(
      "SELECT close FROM candles WHERE market = 'ETH-USDT' AND timeframe = '1d' AND time <= $1 ORDER BY time DESC LIMIT 1",
      [Date.parse(found.time) / 1_000 - 86_400],
    );
    const inEther = (units(balances[1].balance) * 10n ** 2n) / BigInt(rows[0].close);
    const difference = units(found.value) - units(balances[0].balance) - inEther;
    expect(difference > -(10n ** 4n) && difference < 10n ** 4n).toBe(true);
  });
});

describe('the rates of a demo', () => {
  it('are the same for the same moment, move, and stay near', () => {
    const days = Array.from({ length: 400 }, (_, day) => Number(demoRate('EUR', day * 86_400_000).rate));
    expect(days).toEqual(days.map((_, day) => Number(demoRate('EUR', day * 86_400_000 + 1_000).rate)));
    expect(new Set(days).size).toBeGreaterThan(300);
    for (const rate of days) expect(Math.abs(rate - 920_000)).toBeLessThanOrEqual(27_600);
  });
});
