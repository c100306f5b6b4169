import type { CoinRate, Pair, WalletBalance } from '@emporion/contracts/rest';
import { mulDivDown, powerOfTen } from '@emporion/kernel';
import type { z } from 'zod/mini';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { fromUnits, toUnits, unitDecimals } from '#market/units.ts';

/** A coin with all that there is of it, and what that is worth. */
export interface BalanceRow {
  readonly code: string;
  readonly name: string;
  readonly decimals: number;
  readonly available: string;
  readonly orders: string;
  readonly locked: string;
  readonly incoming: string;
  readonly total: string;
  /** What one of it is worth. Null: nobody knows. */
  readonly rate: string | null;
  /** Of the rate within 24 hours, in percent. */
  readonly change: string | null;
  readonly value: string | null;
  /** The market that it is traded on; undefined where there is none. */
  readonly pair: string | undefined;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  readonly canSwap: boolean;
}

export interface BalanceSources {
  readonly coins: readonly CoinState[];
  readonly wallets?: readonly z.infer<typeof WalletBalance>[] | undefined;
  readonly rates?: readonly CoinRate[] | undefined;
  readonly pairs?: readonly Pair[] | undefined;
  readonly language: string;
}

const one = powerOfTen(unitDecimals);

function product(amount: bigint, rate: string): string {
  return fromUnits(mulDivDown(amount, { by: toUnits(rate), per: one }));
}

/** How a rate changed, in percent to two places. */
export function changeOf({ rate, rate_24h: before }: Pick<CoinRate, 'rate' | 'rate_24h'>): string | null {
  if (rate === null || before === null || toUnits(before) === 0n) return null;
  const hundredths = ((toUnits(rate) - toUnits(before)) * 10_000n) / toUnits(before);
  return fromUnits((hundredths * one) / 100n);
}

/** Digits that a rate is read with: cents of what is worth hundreds, and more the less it is worth. */
export function rateDecimals(rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  if (whole.length > 2) return 2;
  if (whole !== '0') return 4;
  return /^00/.test(fraction) ? 8 : 5;
}

/** The market against the coin that most is quoted in, or any other. */
function pairOf(code: string, pairs: readonly Pair[] = []): string | undefined {
  const own = pairs.filter(({ base, quote }) => base.code === code || quote.code === code);
  return (own.find(({ base, quote }) => base.code === code && quote.code === 'USDT') ?? own[0])?.code;
}

/** Every coin in its order. */
export function balanceRows({
  coins,
  wallets,
  rates,
  pairs,
  language,
}: BalanceSources): readonly BalanceRow[] {
  const held = new Map(wallets?.map((wallet) => [wallet.coin, wallet]));
  const rateOf = new Map(rates?.map((rate) => [rate.coin, rate]));
  return coins.map((coin) => {
    const locked = held.get(coin.code)?.locked ?? '0';
    const total = toUnits(coin.actual) + toUnits(coin.orders) + toUnits(locked);
    const known = rateOf.get(coin.code);
    const rate = known?.rate ?? null;
    return {
      code: coin.code,
      name: coinName(coin, language),
      decimals: coin.decimals,
      available: coin.actual,
      orders: coin.orders,
      locked,
      incoming: held.get(coin.code)?.incoming ?? '0',
      total: fromUnits(total),
      rate,
      change: known === undefined ? null : changeOf(known),
      // Nothing of a coin is worth nothing, whatever its price.
      value: total === 0n ? '0' : rate === null ? null : product(total, rate),
      pair: pairOf(coin.code, pairs),
      canDeposit: !coin.disable_topups,
      canWithdraw: !coin.disable_withdrawals,
      canSwap: !coin.disable_exchange,
    };
  });
}

export const balanceSorts = ['value', 'code', 'available', 'orders', 'locked', 'rate'] as const;
export type BalanceSort = (typeof balanceSorts)[number];

export interface BalanceView {
  readonly search: string;
  readonly hideSmall: boolean;
  /** What is worth less counts as small, in the currency of the rows. Null: it is not known. */
  readonly smallBelow: string | null;
  readonly by: BalanceSort;
  readonly reversed: boolean;
}

function isSmall({ total, value }: BalanceRow, smallBelow: string | null): boolean {
  if (toUnits(total) === 0n) return true;
  return value !== null && smallBelow !== null && toUnits(value) < toUnits(smallBelow);
}

/** Figures begin at the greatest, names at A; what is not known comes last either way. */
function compare(first: BalanceRow, second: BalanceRow, { by, reversed }: BalanceView): number {
  const turned = reversed ? -1 : 1;
  if (by === 'code') return first.code.localeCompare(second.code) * turned;
  const [left, other] = [first[by], second[by]];
  if (left === null || other === null) return Number(left === null) - Number(other === null);
  const difference = toUnits(other) - toUnits(left);
  return difference === 0n ? 0 : (difference > 0n ? 1 : -1) * turned;
}

/** The rows that are wanted, in the order that is wanted; those that are equal stay as they came. */
export function viewBalances(rows: readonly BalanceRow[], view: BalanceView): readonly BalanceRow[] {
  const wanted = view.search.trim().toLowerCase();
  return rows
    .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
    .filter((row) => !view.hideSmall || !isSmall(row, view.smallBelow))
    .toSorted((first, second) => compare(first, second, view));
}
