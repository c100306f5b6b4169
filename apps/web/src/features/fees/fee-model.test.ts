// @vitest-environment node
import { expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { CoreMarket } from '#orders/testing/core-market.ts';
import {
  exceedsOrder,
  findRows,
  type NetworkRow,
  progressOf,
  sharedDecimals,
  tradeCosts,
  withdrawalCosts,
} from './fee-model.ts';

const { rules } = samplePair;
const math = createMarketMath(rules);

/** Numbers from 0 to below 1, the same at every run. */
function* randomNumbers(): Generator<number, never> {
  let state = 20_261_117;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

it('reckons 10,000 fills of a real core to the unit, for buyers and sellers, makers and takers', () => {
  const random = randomNumbers();
  const between = (low: number, high: number) => low + Math.floor(random.next().value * (high - low + 1));
  const fees = { maker: 1_000, taker: 1_537 };
  const percents = { maker: '0.1', taker: '0.1537' };
  const market = new CoreMarket([fees]);
  market.trade(6_000_000);
  for (const account of ['ann', 'bob']) market.open(account, { base: 10n ** 15n, quote: 10n ** 17n });
  for (let count = 0; count < 5_000; count += 1) {
    const price = between(5_800_000, 6_200_000);
    const quantity = between(20, 900_000);
    const isBuyerFirst = count % 2 === 0;
    const order = (side: 'buy' | 'sell') =>
      market.rest(side === 'buy' ? 'ann' : 'bob', { side, price, quantity });
    const before = [market.available('ann'), market.available('bob')] as const;
    for (const side of isBuyerFirst ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)) order(side);
    const after = [market.available('ann'), market.available('bob')] as const;
    const terms = { price: math.showPrice(price), quantity: math.showQuantity(quantity) };
    const roles = isBuyerFirst ? (['maker', 'taker'] as const) : (['taker', 'maker'] as const);
    const bought = tradeCosts(rules, { side: 'buy', percent: percents[roles[0]], ...terms });
    const sold = tradeCosts(rules, { side: 'sell', percent: percents[roles[1]], ...terms });
    expect(bought).toMatchObject({
      net: math.showBase(after[0].base - before[0].base),
      cost: math.showQuote(before[0].quote - after[0].quote),
      coin: 'base',
    });
    expect(sold).toMatchObject({ net: math.showQuote(after[1].quote - before[1].quote), coin: 'quote' });
  }
});

it('has nothing to say of what is no price or quantity', () => {
  const trade = { side: 'buy', price: '60000', quantity: '1', percent: '0.1' } as const;
  for (const wrong of [
    { price: '' },
    { quantity: '0' },
    { quantity: 'x' },
    { quantity: '-5' },
    { price: '-1' },
    { price: '0.0000000001' },
  ])
    expect(tradeCosts(rules, { ...trade, ...wrong })).toBeNull();
});

it('says what is more than the market takes in one order', () => {
  const of = { ...rules, quantity_max: '100', cost_max: '5000000' };
  expect(exceedsOrder(of, { price: '50000', quantity: '100' })).toBe(false);
  expect(exceedsOrder(of, { price: '50000.01', quantity: '100' })).toBe(true);
  expect(exceedsOrder(of, { price: '1', quantity: '100.00001' })).toBe(true);
  expect(exceedsOrder(of, { price: '999999999999', quantity: '999999999999' })).toBe(true);
  for (const wrong of ['', 'x', '0'])
    expect(exceedsOrder(of, { price: wrong, quantity: wrong }), wrong).toBe(false);
});

it('says what leaves for a withdrawal, exactly, and when it is too little or too much', () => {
  const terms = (min: string, max: string | null) => ({
    fee: { deposit: '0', withdrawal: '0.2' },
    limits: { deposit: { min: '0', max: null }, withdrawal: { min, max, daily: null } },
  });
  const costs = (amount: string) => withdrawalCosts(amount, terms('0.1', '5'));
  expect(costs('0.1')).toEqual({ total: '0.3', isTooLittle: false, isTooMuch: false });
  expect(costs('0.099')).toMatchObject({ isTooLittle: true });
  expect(costs('5')).toMatchObject({ isTooMuch: false });
  expect(costs('5.000001')).toMatchObject({ isTooMuch: true });
  expect(withdrawalCosts('0', terms('0', null))).toMatchObject({ isTooLittle: true });
  for (const wrong of ['', '.', '-1', 'x']) expect(costs(wrong), wrong).toBeNull();
});

it('says what is missing to the next tier, and nothing at the last', () => {
  const tiers = [
    { tier: '1', volume: '0', maker: '0.1', taker: '0.15' },
    { tier: '2', volume: '50000', maker: '0.09', taker: '0.13' },
  ];
  expect(progressOf(tiers, { tier: '1', volume_30d: '12500' })).toMatchObject({
    missing: '37500',
    percent: 25,
  });
  expect(progressOf(tiers, { tier: '1', volume_30d: '60000' })).toMatchObject({ missing: '0', percent: 100 });
  expect(progressOf(tiers, { tier: '2', volume_30d: '60000' })).toBeNull();
});

it('finds a coin by its code, its name or its network', () => {
  const row = (code: string, name: string, networkName: string) =>
    ({ key: `${code}:${networkName}`, coin: { code, name }, networkName }) as NetworkRow;
  const rows = [
    row('BTC', 'Bitcoin', 'Bitcoin'),
    row('USDT', 'Tether', 'Tron (TRC-20)'),
    row('USDT', 'Tether', 'Ethereum'),
  ];
  const keys = (text: string) => findRows(rows, text, 'en').map(({ key }) => key);
  expect(keys(' ')).toHaveLength(3);
  expect(keys('tether')).toEqual(['USDT:Tron (TRC-20)', 'USDT:Ethereum']);
  expect(keys('trc20')).toEqual(['USDT:Tron (TRC-20)']);
  expect(keys('btc')).toEqual(['BTC:Bitcoin']);
  expect(keys('ethe')).toEqual(['USDT:Tron (TRC-20)', 'USDT:Ethereum']);
  expect(keys('doge')).toEqual([]);
});

it('gives a column of percentages as many decimals as its finest one', () => {
  expect(sharedDecimals(['0.1', '0.09', '0.070'])).toBe(2);
  expect(sharedDecimals(['1', '2.000'])).toBe(0);
  expect(sharedDecimals([])).toBe(0);
});
