import type { Coin, CoinNetwork, FeeTier, PairRules } from '@emporion/contracts/rest';
import { coinName } from '#live/coin-name.ts';
import { fromUnits, toUnits } from '#market/units.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { rateOf, receivedFor, tradedAt } from '#orders/model/received.ts';

export type Side = 'buy' | 'sell';

export interface TradeCosts {
  /** What the order is worth, in the quote coin. */
  readonly cost: string;
  readonly fee: string;
  /** What is left after the fee, in the coin that is received. */
  readonly net: string;
  readonly coin: 'base' | 'quote';
}

/** What a trade at a price costs, by the arithmetic with which the exchange settles it. Null for what is no price or quantity of the market. */
export function tradeCosts(
  rules: PairRules,
  { side, price, quantity, percent }: { side: Side; price: string; quantity: string; percent: string },
): TradeCosts | null {
  const math = createMarketMath(rules);
  const [priced, counted] = [math.price(price), math.quantity(quantity)];
  if (priced === null || counted === null || priced <= 0 || counted <= 0) return null;
  const traded = tradedAt({ side }, { price: priced, quantity: counted, math });
  const received = receivedFor({ side }, [traded], { math, rate: rateOf(percent) });
  return { cost: math.showQuote(traded.cost), ...received };
}

/** Whether it is more than the market takes in one order. */
export function exceedsOrder(
  { quantity_max, cost_max }: PairRules,
  { price, quantity }: { price: string; quantity: string },
): boolean {
  const [priced, counted] = [toUnits(price), toUnits(quantity)];
  return counted > toUnits(quantity_max) || priced * counted > toUnits(cost_max) * toUnits('1');
}

/** What leaves for a withdrawal of which `amount` arrives, and whether the exchange sends so little or so much. Null for what is no amount. */
export function withdrawalCosts(
  amount: string,
  { fee, limits }: Pick<CoinNetwork, 'fee' | 'limits'>,
): { readonly total: string; readonly isTooLittle: boolean; readonly isTooMuch: boolean } | null {
  if (!/^\d+(?:\.\d+)?$/.test(amount)) return null;
  const units = toUnits(amount);
  const { min, max } = limits.withdrawal;
  return {
    total: fromUnits(units + toUnits(fee.withdrawal)),
    isTooLittle: units === 0n || units < toUnits(min),
    isTooMuch: max !== null && units > toUnits(max),
  };
}

export interface Progress {
  readonly next: FeeTier;
  readonly missing: string;
  /** From 0 to 100, only to be drawn. */
  readonly percent: number;
}

/** How far it is to the next tier by volume; null at the last. */
export function progressOf(
  tiers: readonly FeeTier[],
  { tier, volume_30d }: { tier: string; volume_30d: string },
): Progress | null {
  const at = tiers.findIndex((each) => each.tier === tier);
  const next = at < 0 ? undefined : tiers[at + 1];
  if (!next) return null;
  const [have, need] = [toUnits(volume_30d), toUnits(next.volume)];
  if (need === 0n) return null;
  const missing = have >= need ? 0n : need - have;
  return { next, missing: fromUnits(missing), percent: Math.min(100, Number((have * 100n) / need)) };
}

export interface NetworkRow {
  readonly key: string;
  readonly coin: Coin;
  readonly code: string;
  readonly network: CoinNetwork;
  readonly networkName: string;
  readonly depositMin: string;
  readonly depositMax: string | null;
  readonly depositFee: string;
  readonly withdrawalFee: string;
  readonly withdrawalMin: string;
  readonly withdrawalMax: string | null;
}

/** "Tron (TRC-20)" of a token: by both names, because people know either. The network's own coin follows no standard. */
function nameOf(
  { network, contract }: Pick<CoinNetwork, 'network' | 'contract'>,
  known?: { readonly name: string; readonly standard: string | null },
): string {
  if (known === undefined) return network;
  return known.standard === null || contract === null ? known.name : `${known.name} (${known.standard})`;
}

/** A line for each network of each coin. */
export function networkRows(
  coins: readonly Coin[],
  blockchains: Readonly<Record<string, { readonly name: string; readonly standard: string | null }>>,
  bankName: string,
): NetworkRow[] {
  return coins.flatMap((coin) =>
    coin.networks.map((network) => ({
      ...{ key: `${coin.code}:${network.network}`, coin, code: coin.code, network },
      networkName: coin.fiat ? bankName : nameOf(network, blockchains[network.network]),
      depositMin: network.limits.deposit.min,
      depositMax: network.limits.deposit.max,
      depositFee: network.fee.deposit,
      withdrawalFee: network.fee.withdrawal,
      withdrawalMin: network.limits.withdrawal.min,
      withdrawalMax: network.limits.withdrawal.max,
    })),
  );
}

/** "trc20" finds "TRC-20". */
const searched = (text: string) => text.trim().toLowerCase().replaceAll('-', '');

export function findRows(rows: readonly NetworkRow[], text: string, language: string): readonly NetworkRow[] {
  const wanted = searched(text);
  if (wanted === '') return rows;
  return rows.filter(({ coin, networkName }) =>
    [coin.code, coinName(coin, language), networkName].some((name) => searched(name).includes(wanted)),
  );
}

const percentDecimalsMax = 4;

/** As many decimals as the finest of some percentages needs, so that a column of them lines up: 0.10, 0.09. */
export function sharedDecimals(percentages: readonly string[]): number {
  const needed = percentages.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length);
  return Math.min(percentDecimalsMax, Math.max(0, ...needed));
}
