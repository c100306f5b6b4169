import type { FiatCurrency } from '@emporion/contracts/rest';
import type { LiveExchange, MarketUnits } from '#modules/trading/index.ts';

/** How a pair of the demo behaves. Prices are decimals of the quote coin, values whole numbers of it. */
interface Plan {
  readonly code: string;
  /** Pairs of one seed move together. */
  readonly seed: string;
  /** What the price wanders about. */
  readonly anchor: string;
  /** The anchor is in USDT; the price is that times what one USDT is worth in this currency. */
  readonly currency?: FiatCurrency;
  /** How widely, in percent of what is usual. */
  readonly volatility: number;
  /** Between two levels of the makers. */
  readonly step: string;
  /** What a level is worth on average. */
  readonly levelValue: number;
  /** What is traded in a minute on average. */
  readonly minuteValue: number;
}

/** USDT moves against a currency by the rate alone. */
const stable = {
  ...{ seed: 'USDT', anchor: '1', volatility: 0, step: '0.0002' },
  ...{ levelValue: 20_000, minuteValue: 3_000 },
} as const;

const plans: readonly Plan[] = [
  {
    code: 'BTC-USDT',
    seed: 'BTC',
    anchor: '64000',
    volatility: 100,
    step: '10',
    levelValue: 9_000,
    minuteValue: 18_000,
  },
  {
    code: 'ETH-USDT',
    seed: 'ETH',
    anchor: '3100',
    volatility: 120,
    step: '0.6',
    levelValue: 6_000,
    minuteValue: 11_000,
  },
  {
    code: 'BNB-USDT',
    seed: 'BNB',
    anchor: '590',
    volatility: 100,
    step: '0.14',
    levelValue: 3_000,
    minuteValue: 4_500,
  },
  {
    code: 'TRX-USDT',
    seed: 'TRX',
    anchor: '0.26',
    volatility: 90,
    step: '0.00006',
    levelValue: 2_000,
    minuteValue: 3_000,
  },
  {
    code: 'POL-USDT',
    seed: 'POL',
    anchor: '0.42',
    volatility: 150,
    step: '0.0001',
    levelValue: 1_200,
    minuteValue: 1_500,
  },
  {
    code: 'RBTC-USDT',
    seed: 'BTC',
    anchor: '63950',
    volatility: 100,
    step: '16',
    levelValue: 2_500,
    minuteValue: 1_800,
  },
  {
    code: 'ARB-USDT',
    seed: 'ARB',
    anchor: '0.81',
    volatility: 150,
    step: '0.0002',
    levelValue: 1_200,
    minuteValue: 1_500,
  },
  {
    code: 'XRP-USDT',
    seed: 'XRP',
    anchor: '2.1',
    volatility: 120,
    step: '0.0005',
    levelValue: 2_000,
    minuteValue: 2_500,
  },
  {
    code: 'BTC-USD',
    seed: 'BTC',
    anchor: '64000',
    currency: 'USD',
    volatility: 100,
    step: '12',
    levelValue: 7_000,
    minuteValue: 9_000,
  },
  { ...stable, code: 'USDT-USD', currency: 'USD' },
  { ...stable, code: 'USDT-EUR', currency: 'EUR' },
  {
    ...{ ...stable, code: 'USDT-RUB', currency: 'RUB', step: '0.02' },
    ...{ levelValue: 1_600_000, minuteValue: 240_000 },
  },
];

/** A pair of the demo in the units of its market. */
export interface DemoPair {
  readonly code: string;
  readonly seed: string;
  readonly anchor: number;
  readonly currency?: FiatCurrency;
  readonly volatility: number;
  readonly step: number;
  readonly levelValue: number;
  readonly minuteValue: number;
  readonly units: MarketUnits;
}

/** The pairs of the demo that the exchange has opened. An operator may have done without some. */
export function demoPairs(live: Pick<LiveExchange, 'markets' | 'market'>): DemoPair[] {
  const open = new Set([...live.markets].map(({ code }) => code));
  return plans.filter(({ code }) => open.has(code)).map((plan) => pairOf(plan, live));
}

function pairOf(plan: Plan, live: Pick<LiveExchange, 'market'>): DemoPair {
  const units = live.market(plan.code);
  return {
    ...{ ...plan, anchor: units.price(plan.anchor), step: units.price(plan.step) },
    // Asked for each time: staff may have changed the tick and the lot.
    get units() {
      return live.market(plan.code);
    },
  };
}

const valueMin = 5;
const levelShare = 5_000;

/** What a trade is worth at least, in the quote coin: well above the least that markets allow, also where a unit of it is worth little. */
export function leastTraded({ levelValue }: Pick<DemoPair, 'levelValue'>): number {
  return Math.max(valueMin, Math.floor(levelValue / levelShare));
}

/** How many units of quantity are worth so much of the quote coin at a price. */
export function quantityWorth(
  { units }: DemoPair,
  { value, price }: { value: number; price: number },
): number {
  const { priceDecimals, quantityDecimals } = units.definition;
  const quantity = (BigInt(value) * 10n ** BigInt(priceDecimals + quantityDecimals)) / BigInt(price);
  return wholeLots(units, Number(quantity));
}

/** As many whole lots as there are in a quantity, and one at least. */
export function wholeLots({ lot }: Pick<MarketUnits, 'lot'>, quantity: number): number {
  return Math.max(lot, quantity - (quantity % lot));
}

/** The tick at or below a price, and one at least. */
export function wholeTicks({ tick }: Pick<MarketUnits, 'tick'>, price: number): number {
  return Math.max(tick, price - (price % tick));
}
