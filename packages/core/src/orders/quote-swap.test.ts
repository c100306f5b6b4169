import { invariant } from '@emporion/kernel';
import { expect, it } from 'vitest';
import type { Swap } from '#commands/commands.ts';
import { openRules, TestExchange } from '#testing/fixture.ts';
import { SeededRandom } from '#testing/seeded-random.ts';
import { quoteSwap, quoteSwapFor, swapBounds } from './quote-swap.ts';

const coins = { BTC: 8, USDT: 6, ETH: 18 } as const;
const markets = [
  { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', priceDecimals: 3, quantityDecimals: 6, mid: 60_000_000 },
  { market: 'ETH-BTC', base: 'ETH', quote: 'BTC', priceDecimals: 6, quantityDecimals: 5, mid: 50_000 },
] as const;
const routes = [
  ['USDT', 'BTC', 'BTC-USDT'],
  ['BTC', 'USDT', 'BTC-USDT'],
  ['ETH', 'USDT', 'ETH-BTC', 'BTC-USDT'],
  ['USDT', 'ETH', 'BTC-USDT', 'ETH-BTC'],
] as const;
/** The least of each that is worth asking for; the largest are a million times that, which no book here takes. */
const grain = { BTC: 100n, USDT: 60_000n, ETH: 10n ** 13n } as const;

/** Two markets with random rules and books, in which some of the swapper's own orders stand. */
function openBooks(random: SeededRandom): TestExchange {
  const test = new TestExchange({ fillsPerOrderMax: 12 });
  for (const [coin, decimals] of Object.entries(coins)) test.accept({ kind: 'ListCoin', coin, decimals });
  for (const { mid: _, ...market } of markets) {
    const rules = {
      ...openRules,
      lot: random.pick([1, 3, 10]),
      minimumCost: BigInt(random.pick([1, 500, 100_000])),
      maximumCost: random.pick([10n ** 30n, 10n ** 10n]),
      band: random.pick([0, 500_000]),
      fees: [{ maker: 1_000, taker: random.pick([0, 1_500, 333_333]) }],
    };
    test.accept({ kind: 'OpenMarket', ...market, rules });
  }
  for (const account of ['maker', 'swapper']) {
    test.accept({ kind: 'OpenAccount', account });
    for (const [coin, decimals] of Object.entries(coins))
      test.accept({ kind: 'CreditDeposit', account, coin, amount: 10n ** BigInt(decimals + 7) });
  }
  for (let count = 0; count < 40; count += 1) {
    const { market, mid } = random.pick(markets);
    const side = random.pick(['buy', 'sell'] as const);
    const away = Math.round((mid * random.between(1, 500)) / 10_000);
    test.execute({
      ...{ kind: 'PlaceOrder', account: random.chance(0.98) ? 'maker' : 'swapper', market, side },
      ...{
        type: 'limit',
        quantity: random.between(1, 2_000) * 30,
        price: side === 'buy' ? mid - away : mid + away,
      },
    });
  }
  return test;
}

function eachSwap(look: (test: TestExchange, command: Swap) => void): void {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = new SeededRandom(seed);
    const test = openBooks(random);
    for (let count = 0; count < 12; count += 1) {
      const [from, to, ...route] = random.pick(routes);
      const amount =
        grain[from] * BigInt(random.between(1, 99)) * 10n ** BigInt(random.below(5)) + BigInt(count);
      const words = { account: 'swapper', from, to, route, amount, minimumReceived: 0n };
      look(test, { kind: 'Swap', key: null, ...words, acceptedAt: test.now });
    }
  }
}

it('is what the swap then gives and yields, to the unit, or why it is refused', () => {
  const outcomes: Record<string, number> = {};
  eachSwap((test, command) => {
    const quote = quoteSwap(test.exchange, command);
    const { outcome, events } = test.execute(command);
    const executed = events.find(({ kind }) => kind === 'SwapExecuted');
    if (executed?.kind === 'SwapExecuted') {
      invariant(quote.ok, 'a swap was carried out and not quoted');
      expect(quote.value).toMatchObject({ given: executed.given, received: executed.received });
    } else {
      invariant(outcome.status === 'rejected', 'neither carried out nor refused');
      expect(quote).toEqual({ ok: false, failure: outcome.rejection });
    }
    const what = outcome.status === 'rejected' ? outcome.rejection.code : 'done';
    outcomes[what] = (outcomes[what] ?? 0) + 1;
  });
  expect(outcomes.done).toBeGreaterThan(200);
  expect(Object.keys(outcomes).sort()).toEqual([
    ...[
      'done',
      'order_cost_limit',
      'order_error',
      'order_size_too_large',
      'order_small_quantity',
      'order_wrong_quantity',
    ],
  ]);
});

it('asks for the least that yields what is wanted', () => {
  let found = 0;
  eachSwap(({ exchange }, command) => {
    const quote = quoteSwap(exchange, command);
    if (!quote.ok) return;
    const wanted = quote.value.received;
    const least = quoteSwapFor(exchange, { ...command, wanted });
    invariant(least.ok, 'what an amount yields cannot be asked for');
    expect(least.value.received).toBeGreaterThanOrEqual(wanted);
    expect(least.value.given).toBeLessThanOrEqual(quote.value.given);
    const lesser = quoteSwap(exchange, { ...command, amount: least.value.given - 1n });
    expect(lesser.ok && lesser.value.received >= wanted).toBe(false);
    found += 1;
  });
  expect(found).toBeGreaterThan(200);
});

it('names the least and the most that can be swapped', () => {
  let found = 0;
  eachSwap(({ exchange }, command) => {
    const bounds = swapBounds(exchange, command);
    if (!bounds.ok) return;
    const { least, most } = bounds.value;
    const isQuoted = (amount: bigint) => quoteSwap(exchange, { ...command, amount }).ok;
    expect([least - 1n, least, most, most + 1n].map(isQuoted)).toEqual([false, true, true, false]);
    found += 1;
  });
  expect(found).toBeGreaterThan(200);
});

it('says that the books cannot give so much, and asks nothing of somebody who has no account', () => {
  const test = openBooks(new SeededRandom(2));
  const request = { account: null, from: 'USDT', to: 'BTC', route: ['BTC-USDT'] };
  expect(quoteSwapFor(test.exchange, { ...request, wanted: 10n ** 20n })).toMatchObject({
    failure: { code: 'order_size_too_large' },
  });
  expect(quoteSwapFor(test.exchange, { ...request, wanted: 100_000n })).toMatchObject({ ok: true });
});
