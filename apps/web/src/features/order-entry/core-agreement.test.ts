// @vitest-environment node
import { formatDecimal } from '@emporion/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { checkOrder } from '#orders/model/check-order.ts';
import { heldFor } from '#orders/model/holding.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { emptyDraft, type OrderDraft, orderKinds } from '#orders/model/order-draft.ts';
import { rateOf, receivedFor } from '#orders/model/received.ts';
import { coreCommand } from '#orders/testing/core-command.ts';
import { CoreMarket } from '#orders/testing/core-market.ts';
import { estimateMarket, forecastOf } from './model/forecast.ts';

const math = createMarketMath(samplePair.rules);
const last = 6_000_000;

/** Percent, as the wire writes it: from nothing to a fee that eats a tenth. */
const tiers = fc.array(fc.record({ maker: fc.nat(100_000), taker: fc.nat(100_000) }), {
  minLength: 1,
  maxLength: 6,
});
const percentOf = (partsPerMillion: number) => formatDecimal(partsPerMillion, 4);

/** One order a level, at prices that differ. */
const levels = fc.uniqueArray(
  fc.record({
    distance: fc.integer({ min: 1, max: 900_000 }),
    quantity: fc.integer({ min: 20, max: 900_000 }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ distance }) => distance },
);

const amount = fc.integer({ min: 10, max: 3_000_000 }).map((units) => math.showQuantity(units));
const total = fc.bigInt({ min: 1_000_000n, max: 90_000_000_000n }).map((units) => math.showQuote(units));
const side = fc.constantFrom('buy', 'sell');

it('a market order gives and costs what the form says, fee and all, at every tier', () => {
  const cases = fc.record({
    fees: tiers,
    tier: fc.nat(5),
    levels,
    draft: fc.record({ side, quantity: amount, total, by: fc.constantFrom('quantity', 'total') }),
    worst: fc.option(fc.integer({ min: 1, max: 900_000 })),
  });
  fc.assert(
    fc.property(cases, ({ fees, tier, levels, draft: written, worst }) => {
      const sign = written.side === 'buy' ? 1 : -1;
      const market = new CoreMarket(fees);
      market.trade(last);
      market.open('maker', { base: 10n ** 12n, quote: 10n ** 14n });
      market.open('taker', { tier, base: 10n ** 12n, quote: 10n ** 14n });
      const resting = levels.map(({ distance, quantity }) => ({ price: last + sign * distance, quantity }));
      for (const each of resting)
        market.rest('maker', { side: written.side === 'buy' ? 'sell' : 'buy', ...each });
      const worst_price = worst === null ? '' : math.showPrice(last + sign * worst);
      const draft: OrderDraft = { ...emptyDraft, kind: 'market', ...written, worst_price };
      const shown = resting
        .toSorted((one, other) => sign * (one.price - other.price))
        .map(({ price, quantity }) => ({
          price: math.showPrice(price),
          quantity: math.showQuantity(quantity),
        }));
      const estimate = estimateMarket(draft, { bids: shown, asks: shown }, math);

      const before = market.available('taker');
      const refusal = market.refusalOf(coreCommand(draft, math, 'taker'));
      fc.pre(refusal === null);
      const after = market.available('taker');
      const rate = rateOf(percentOf(fees[Math.min(tier, fees.length - 1)]?.taker ?? 0));
      const received = receivedFor(draft, estimate?.parts ?? [], { math, rate });
      const gained = written.side === 'buy' ? after.base - before.base : after.quote - before.quote;
      const show = written.side === 'buy' ? math.showBase : math.showQuote;
      expect(received.net).toBe(show(gained));
      if (written.side === 'buy') expect(before.quote - after.quote).toBe(estimate?.cost ?? 0n);
      else expect(before.base - after.base).toBe(math.units.base(estimate?.quantity ?? 0));
    }),
    { numRuns: 200 },
  );
});

it('a limit order that is filled at its price gives and costs what the form says, whoever takes', () => {
  const cases = fc.record({
    fees: tiers,
    tier: fc.nat(5),
    side,
    quantity: amount,
    price: fc.integer({ min: 4_900_000, max: 7_100_000 }),
    takes: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ fees, tier, side, quantity, price, takes }) => {
      const market = new CoreMarket(fees);
      market.trade(last);
      market.open('other', { base: 10n ** 12n, quote: 10n ** 14n });
      market.open('owner', { tier, base: 10n ** 12n, quote: 10n ** 14n });
      const draft: OrderDraft = { ...emptyDraft, side, price: math.showPrice(price), quantity };
      const facing = { side: side === 'buy' ? 'sell' : 'buy', price, quantity: math.quantity(quantity) ?? 0 };
      const best = takes ? draft.price : null;
      const context = { math, available: null, lastPrice: () => math.showPrice(last) };
      fc.pre(Object.keys(checkOrder(draft, context)).length === 0);
      const forecast = forecastOf(draft, context, { bid: best, ask: best, levels: null });
      const before = market.available('owner');
      if (takes) market.rest('other', facing as Parameters<CoreMarket['rest']>[1]);
      market.accept(coreCommand(draft, math, 'owner'));
      if (!takes) market.rest('other', facing as Parameters<CoreMarket['rest']>[1]);
      const after = market.available('owner');
      const role = takes ? 'taker' : 'maker';
      expect(forecast?.role).toBe(role);
      const rate = rateOf(percentOf(fees[Math.min(tier, fees.length - 1)]?.[role] ?? 0));
      const received = receivedFor(draft, forecast?.fills ?? [], { math, rate });
      if (side === 'buy') {
        expect(received.net).toBe(math.showBase(after.base - before.base));
        expect(before.quote - after.quote).toBe(forecast?.fills[0]?.cost);
      } else expect(received.net).toBe(math.showQuote(after.quote - before.quote));
    }),
    { numRuns: 100 },
  );
});

/** Prices about the last one, some of them wrong. */
const price = fc.oneof(
  { arbitrary: fc.integer({ min: 2_000_000, max: 9_000_000 }).map(math.showPrice), weight: 20 },
  { arbitrary: fc.constantFrom('', '0', '60000', '0.01'), weight: 1 },
);
const drafts = fc.record({
  side,
  kind: fc.constantFrom(...orderKinds.filter((kind) => kind !== 'market' && kind !== 'pegged')),
  by: fc.constantFrom('quantity', 'total'),
  price,
  stop_price: price,
  limit_price: price,
  worst_price: fc.oneof(price, fc.constant('')),
  trail: fc.oneof(fc.integer({ min: 1, max: 900_000 }).map(math.showPrice), price),
  quantity: fc.oneof(
    { arbitrary: amount, weight: 20 },
    { arbitrary: fc.constantFrom('', '0', '0.000001', '1000'), weight: 1 },
  ),
  total: fc.oneof(total, fc.constantFrom('', '0', '0.5', '2000000')),
});

it('the form refuses exactly the orders that the exchange would refuse but for its band, and with no other money', () => {
  fc.assert(
    fc.property(drafts, fc.bigInt({ min: 0n, max: 200_000_000_000n }), (written, quote) => {
      const base = 200_000_000n;
      const draft: OrderDraft = { ...emptyDraft, ...written };
      const market = new CoreMarket([{ maker: 0, taker: 0 }]);
      market.trade(last);
      market.open('owner', { base, quote });
      const context = { math, available: { base, quote }, lastPrice: () => math.showPrice(last) };
      const found = checkOrder(draft, context);
      const refusal = market.refusalOf(coreCommand(draft, math, 'owner'));
      const hasBand = draft.kind === 'limit' || draft.kind === 'oco';
      if (hasBand && (refusal === 'price_too_low' || refusal === 'price_too_high')) return;
      expect({ draft, refused: Object.values(found).map(({ code }) => code) }).toEqual({
        draft,
        refused: refusal === null ? [] : expect.arrayContaining([expect.any(String)]),
      });
      if (refusal !== null) return;
      const held = heldFor(draft, math);
      const after = market.available('owner');
      expect(held).toBe(draft.side === 'sell' ? base - after.base : quote - after.quote);
    }),
    { numRuns: 500 },
  );
});
