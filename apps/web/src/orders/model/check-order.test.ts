import { describe, expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { checkOrder, isSizeRefused } from './check-order.ts';
import { stopPriceOf } from './check-prices.ts';
import { createMarketMath } from './market-math.ts';
import type { OrderContext } from './order-context.ts';
import { asKind, emptyDraft, type OrderDraft } from './order-draft.ts';

const math = createMarketMath(samplePair.rules);
/** 1 BTC and 1,000 USDT. */
const context: OrderContext = {
  math,
  lastPrice: () => '60000',
  available: { base: 100_000_000n, quote: 1_000_000_000n },
};
const limit: OrderDraft = { ...emptyDraft, price: '60000', quantity: '0.01' };

function codesOf(change: Partial<OrderDraft>, other: Partial<OrderContext> = {}) {
  const found = checkOrder({ ...limit, ...change }, { ...context, ...other });
  return Object.fromEntries(Object.entries(found).map(([field, { code }]) => [field, code]));
}

describe('a limit order', () => {
  it('that keeps to every rule is let through', () => {
    expect(codesOf({})).toEqual({});
  });

  it.each([
    [{ price: '' }, { price: 'field_required' }],
    [{ price: '0' }, { price: 'order_wrong_price' }],
    [{ price: '60000.001' }, { price: 'invalid_order_price' }],
    [{ quantity: '' }, { quantity: 'field_required' }],
    [{ quantity: '0' }, { quantity: 'order_wrong_quantity' }],
    [{ quantity: '0.0000001' }, { quantity: 'order_bad_quantity' }],
    [{ quantity: '0.000009' }, { quantity: 'quantity_too_small' }],
    [{ quantity: '101' }, { quantity: 'quantity_too_large' }],
    [{ quantity: '999999999999999999999' }, { quantity: 'quantity_too_large' }],
    [{ quantity: '0.00001' }, { quantity: 'order_cost_limit' }],
    [{ quantity: '0.02' }, { quantity: 'insufficient_balance' }],
    [{ quantity: '1.000001', side: 'sell' }, { quantity: 'insufficient_balance' }],
  ] as const)('%j is refused with %j', (change, codes) => {
    expect(codesOf(change)).toEqual(codes);
  });

  it('may use the last unit of what is available', () => {
    expect(codesOf({ price: '50000', quantity: '0.02' })).toEqual({});
    expect(codesOf({ quantity: '1', side: 'sell' })).toEqual({});
  });

  it('of a visitor is not measured by a balance', () => {
    expect(codesOf({ quantity: '0.02' }, { available: null })).toEqual({});
  });

  it('may be far from the last price: what the band is around, the exchange alone knows', () => {
    expect(codesOf({ price: '100' })).toEqual({});
  });
});

describe('the other kinds', () => {
  it.each([
    ['a buy by total within the balance', { kind: 'market', by: 'total', total: '1000' }, {}],
    [
      'a buy by more than there is',
      { kind: 'market', by: 'total', total: '1000.000001' },
      { total: 'insufficient_balance' },
    ],
    [
      'a buy by less than an order may cost',
      { kind: 'market', by: 'total', total: '0.5' },
      { total: 'order_cost_limit' },
    ],
    ['a sell, which has no total', { kind: 'market', by: 'total', side: 'sell', quantity: '0.5' }, {}],
    [
      'a stop that is reached already',
      { kind: 'stop_limit', stop_price: '60000', limit_price: '60100' },
      { stop_price: 'price_too_low' },
    ],
    [
      'a limit price far from its stop',
      { kind: 'stop_limit', stop_price: '61000', limit_price: '80000', quantity: '0.001' },
      { limit_price: 'price_too_high' },
    ],
    [
      'a stop that buys an amount and names no worst price',
      { kind: 'stop', stop_price: '61000' },
      { worst_price: 'field_required' },
    ],
    [
      'a worst price short of the stop',
      { kind: 'stop', stop_price: '61000', worst_price: '60500' },
      { worst_price: 'order_wrong_limit' },
    ],
    ['a stop that sells at any price', { kind: 'stop', side: 'sell', stop_price: '59000' }, {}],
    [
      'a trail longer than the price',
      { kind: 'trailing_stop', side: 'sell', trail: '60000' },
      { trail: 'price_too_high' },
    ],
    [
      'a percent out of all reason',
      { kind: 'pegged', percent: '-91', min_price: '1000', max_price: '60000' },
      { percent: 'percent_too_small' },
    ],
    [
      'crossed bounds',
      { kind: 'pegged', percent: '-1', min_price: '60000', max_price: '50000' },
      { max_price: 'order_wrong_limit' },
    ],
    [
      'two orders on the wrong sides of each other',
      { kind: 'oco', side: 'sell', price: '58000', stop_price: '59000', limit_price: '58900' },
      { price: 'order_wrong_limit' },
    ],
    [
      'two orders that buy on the wrong sides of each other',
      { kind: 'oco', price: '62000', stop_price: '61000', limit_price: '61500', quantity: '0.01' },
      { price: 'order_wrong_limit' },
    ],
    [
      'two orders that sell, the stop at any price',
      { kind: 'oco', side: 'sell', price: '66000', stop_price: '59000' },
      {},
    ],
    [
      'two orders that buy, the stop without the price that money is held for',
      { kind: 'oco', price: '58000', stop_price: '61000' },
      { limit_price: 'field_required' },
    ],
    [
      'two orders that frame the price',
      { kind: 'oco', side: 'sell', price: '66000', stop_price: '59000', limit_price: '58900' },
      {},
    ],
  ] as const)('%s', (_, change, codes) => {
    expect(codesOf(change)).toEqual(codes);
  });
});

describe('the bounds that are told', () => {
  const boundsOf = (change: Partial<OrderDraft>, other: Partial<OrderContext> = {}) =>
    Object.values(checkOrder({ ...limit, ...change }, { ...context, ...other })).map(({ params }) => params);
  const frame = { kind: 'oco', side: 'sell', stop_price: '59000', limit_price: '58900' } as const;
  const best = () => ({ bid: '59990', ask: '60010' });

  it('of a distance end before the last price', () => {
    expect(boundsOf({ kind: 'trailing_stop', side: 'sell', trail: '90000' })).toEqual([{ max: '59999.99' }]);
  });

  it('of the price of two orders that sell begin above the stop and every bid', () => {
    expect(boundsOf({ ...frame, price: '58000' })).toEqual([{ min: '59000.01' }]);
    expect(boundsOf({ ...frame, price: '58000' }, { best })).toEqual([{ min: '59990.01' }]);
    expect(boundsOf({ ...frame, price: '59990' }, { best })).toEqual([{ min: '59990.01' }]);
    expect(boundsOf({ ...frame, price: '59990.01' }, { best })).toEqual([]);
  });

  it('of the price of two orders that buy end below the stop and every ask', () => {
    const buy = { kind: 'oco', side: 'buy', stop_price: '61000', limit_price: '61500' } as const;
    expect(boundsOf({ ...buy, price: '61000' })).toEqual([{ max: '60999.99' }]);
    expect(boundsOf({ ...buy, price: '60010' }, { best })).toEqual([{ max: '60009.99' }]);
    expect(boundsOf({ ...buy, price: '60009.99' }, { best })).toEqual([]);
  });

  it('leave a price that would trade at once to the book, where it is known', () => {
    expect(codesOf({ ...frame, price: '59500' }, { best })).toEqual({ price: 'order_would_trade' });
    expect(codesOf({ ...frame, price: '59500' })).toEqual({});
    expect(codesOf({ ...frame, price: '59500' }, { best: () => ({ bid: null, ask: null }) })).toEqual({});
  });
});

it.each(['price', 'quantity'] as const)(
  'asks for a number greater than zero where the %s is below it',
  (field) => {
    expect(codesOf({ [field]: '-5' })).toEqual({ [field]: `order_wrong_${field}` });
  },
);

it('takes no price along that only the kind of before has asked for', () => {
  const stopLimit = { ...emptyDraft, kind: 'stop_limit', stop_price: '61000', limit_price: '61500' } as const;
  expect(asKind({ ...stopLimit, quantity: '0.01' }, 'oco')).toEqual({
    ...emptyDraft,
    kind: 'oco',
    stop_price: '61000',
    quantity: '0.01',
  });
});

it('reckons with the stop price of its own kind only, whatever was typed for another', () => {
  const typed: OrderDraft = { ...limit, stop_price: '50000', trail: '100', side: 'sell' };
  const of = (kind: OrderDraft['kind']) => stopPriceOf({ ...typed, kind }, context);
  expect([of('stop'), of('stop_limit'), of('oco')]).toEqual([5_000_000, 5_000_000, 5_000_000]);
  expect(of('trailing_stop')).toBe(5_990_000);
  expect([of('pegged'), of('limit'), of('market')]).toEqual([0, 0, 0]);
});

it.each([
  ['101', true],
  ['0.0000001', true],
  ['0.01', false],
  ['0.02', false],
  ['', false],
])('an amount of %j is one that no account could send: %s', (quantity, refused) => {
  expect(isSizeRefused({ ...limit, quantity }, context)).toBe(refused);
});
