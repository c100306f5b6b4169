import { describe, expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { heldFor, quantityWithin } from '#orders/model/holding.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { orderBody } from '#orders/model/order-body.ts';
import { emptyDraft } from '#orders/model/order-draft.ts';
import { rateOf, receivedFor, tradedAt } from '#orders/model/received.ts';
import { estimateFill } from './model/estimate.ts';
import { roleOf } from './model/forecast.ts';
import { linkedChange } from './model/linked-fields.ts';
import { farFromMarket, needsConfirmation } from './model/needs-confirmation.ts';
import { slippageText } from './order-text.ts';

const math = createMarketMath(samplePair.rules);
const available = { base: 100_000_000n, quote: 1_000_000_000n };
const limit = { ...emptyDraft, price: '60000', quantity: '0.01' };

describe('price, quantity and total', () => {
  it('the total follows the quantity, rounded as the order is held', () => {
    const draft = { ...limit, price: '0.01', quantity: '0.000001' };
    expect(linkedChange(draft, 'quantity', math)).toEqual({ field: 'total', value: '0.000001' });
    expect(linkedChange({ ...draft, side: 'sell' }, 'price', math)).toEqual({ field: 'total', value: '0' });
  });

  it('the quantity follows the total and never costs more', () => {
    expect(linkedChange({ ...limit, total: '100' }, 'total', math)).toEqual({
      field: 'quantity',
      value: '0.001666',
    });
  });

  it('nothing follows from less than nothing, and nothing is held for it', () => {
    const before = { ...limit, total: '600' };
    expect(linkedChange({ ...before, price: '-5' }, 'price', math)?.value).toBe('');
    expect(linkedChange({ ...before, quantity: '-5' }, 'quantity', math)?.value).toBe('');
    expect(linkedChange({ ...before, total: '-5' }, 'total', math)?.value).toBe('');
    expect(linkedChange({ ...before, price: '-5', total: '100' }, 'total', math)).toBeNull();
    expect(heldFor({ ...limit, price: '-5' }, math)).toBeNull();
    expect(heldFor({ ...limit, quantity: '-5', side: 'sell' }, math)).toBeNull();
    expect(heldFor({ ...limit, kind: 'market', by: 'total', total: '-5' }, math)).toBeNull();
    expect(quantityWithin({ ...limit, price: '-5' }, math, { available, percent: 50 })).toBeNull();
  });

  it('nothing is left of before where a text is no number, or finer than the market', () => {
    const before = { ...limit, total: '600' };
    expect(linkedChange({ ...before, quantity: '0.01234567' }, 'quantity', math)?.value).toBe('');
    expect(linkedChange({ ...before, price: '1.2.3' }, 'price', math)?.value).toBe('');
    expect(linkedChange({ ...before, total: 'x' }, 'total', math)).toEqual({ field: 'quantity', value: '' });
  });

  it('nothing follows where no price ties them together', () => {
    expect(linkedChange({ ...limit, kind: 'market' }, 'quantity', math)).toBeNull();
  });
});

describe('a share of what is available', () => {
  it('buys as many whole lots as it pays for', () => {
    const quantity = quantityWithin(limit, math, { available, percent: 100 });
    expect(quantity).toBe(16_666);
    expect(heldFor({ ...limit, quantity: math.showQuantity(quantity ?? 0) }, math)).toBeLessThanOrEqual(
      1_000_000_000n,
    );
  });

  it('sells that share of the coin', () => {
    expect(quantityWithin({ ...limit, side: 'sell' }, math, { available, percent: 25 })).toBe(250_000);
  });
});

describe('an order that takes any price', () => {
  const book = {
    bids: [{ price: '59990', quantity: '1' }],
    asks: [
      { price: '60000', quantity: '0.01' },
      { price: '60600', quantity: '0.01' },
    ],
  };

  it('is estimated level by level, with how far it slips', () => {
    expect(estimateFill(book, { side: 'buy', size: { quantity: 20_000 }, math })).toEqual({
      quantity: 20_000,
      cost: 1_206_000_000n,
      parts: [
        { quantity: 10_000, cost: 600_000_000n },
        { quantity: 10_000, cost: 606_000_000n },
      ],
      averagePrice: 6_030_000,
      worstPrice: 6_060_000,
      slippage: 5_000,
      complete: true,
    });
  });

  it('buys what its budget pays for', () => {
    expect(estimateFill(book, { side: 'buy', size: { budget: 300_000_000n }, math })).toMatchObject({
      quantity: 5_000,
      cost: 300_000_000n,
      complete: true,
    });
  });

  it('is told to be more than the book has', () => {
    expect(estimateFill(book, { side: 'sell', size: { quantity: 2_000_000 }, math })?.complete).toBe(false);
    expect(estimateFill({ bids: [], asks: [] }, { side: 'buy', size: { quantity: 1 }, math })).toBeNull();
  });
});

it('takes the fee out of what is received, rounded up as the exchange does', () => {
  const traded = tradedAt(limit, { price: 6_000_000, quantity: 5_000, math });
  expect(receivedFor(limit, [traded], { math, rate: rateOf('0.15') })).toEqual({
    fee: '0.0000075',
    net: '0.0049925',
    coin: 'base',
  });
  const sold = receivedFor({ side: 'sell' }, [{ quantity: 1, cost: 1n }], { math, rate: rateOf('0.1') });
  expect(sold).toEqual({ fee: '0.000001', net: '0', coin: 'quote' });
});

it('names the rate of an order of every kind from its first field on', () => {
  const facing = { bid: '59990', ask: '60010', levels: null };
  const role = (change: object) => roleOf({ ...limit, quantity: '', ...change }, facing, math);
  expect([role({ price: '' }), role({ price: '60009.99' }), role({ price: '60010' })]).toEqual([
    'taker',
    'maker',
    'taker',
  ]);
  expect(role({ price: '', post_only: true })).toBe('maker');
  expect([role({ kind: 'oco', price: '' }), role({ kind: 'oco', price: '59000' })]).toEqual([
    'maker',
    'maker',
  ]);
  for (const kind of ['market', 'stop', 'stop_limit', 'trailing_stop', 'pegged'])
    expect([kind, role({ kind, post_only: true })]).toEqual([kind, 'taker']);
});

it('asks about orders that may surprise, and not about an ordinary limit order', () => {
  const asks = (change: object) => needsConfirmation({ ...limit, ...change }, { mid: '60000', math });
  expect(asks({})).toBe(false);
  expect(asks({ price: '63000' })).toBe(false);
  expect(asks({ price: '63000.01' })).toBe(true);
  expect(asks({ price: '56999.99' })).toBe(true);
  expect(asks({ kind: 'market' })).toBe(true);
  expect(asks({ kind: 'stop' })).toBe(true);
});

it('compares the limit of a stop-limit with its stop, for which it waits, and other prices with the market', () => {
  const terms = { mid: '60000', math };
  const stopLimit = { ...limit, kind: 'stop_limit', stop_price: '50000', limit_price: '49900' } as const;
  expect(farFromMarket(stopLimit, terms)).toBeNull();
  expect(farFromMarket({ ...stopLimit, limit_price: '45000' }, terms)).toEqual({
    percent: -10,
    from: 'stop',
  });
  expect(farFromMarket({ ...limit, price: '66000' }, terms)).toEqual({ percent: 10, from: 'market' });
});

it.each([
  [0, '0.00%'],
  [50, '<0.01%'],
  [100, '0.01%'],
  [12_345, '1.23%'],
])('tells a slippage of %d parts per million as %s', (parts, text) => {
  expect(slippageText(parts)).toBe(text);
});

it('sends only the fields that its kind has', () => {
  expect(orderBody({ ...limit, worst_price: '1', total: '600' }, 'BTC-USDT')).toEqual({
    call: 'place',
    body: { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.01', price: '60000' },
  });
  expect(orderBody({ ...limit, kind: 'market', by: 'total', total: '5' }, 'BTC-USDT')).toEqual({
    call: 'placeMarket',
    body: { pair: 'BTC-USDT', operation: 'buy', total: '5' },
  });
});
