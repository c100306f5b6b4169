import type { Holding, WalletOverview } from '@emporion/contracts/rest';
import type { Exchange } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { type CurrentRate, currentRates, showRate, showWorth, worthOf } from '#modules/rates/index.ts';
import { listFills, ordersHistory, seen } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { balancesAt } from './past-balances.ts';

const dayMs = 86_400_000;

const buckets = ['available', 'orders', 'withdrawals', 'codes'] as const;
type Bucket = (typeof buckets)[number];

/** What a user has of a coin, in its smallest unit. */
export interface HeldCoin extends Readonly<Record<Bucket, bigint>> {
  readonly coin: string;
  readonly total: bigint;
}

/** From the exchange itself, so that what a user was told a moment ago is in it. Coins of which there is nothing are left out. */
export function heldCoins(exchange: Exchange, account: string): HeldCoin[] {
  return [...(exchange.findAccount(account)?.balances ?? [])].flatMap(([coin, balance]) => {
    const { available, orders, withdrawals, codes, total } = balance;
    return total > 0n ? { coin, available, orders, withdrawals, codes, total } : [];
  });
}

/** What a user's coins are worth in a currency. @throws Problem coin_invalid for what is neither a currency nor a coin. */
export async function readOverview(
  platform: Platform,
  { userId, currency }: { userId: string; currency: string },
): Promise<WalletOverview> {
  const rates = await currentRates(platform)(currency);
  const { held, decimals } = await platform.view.read((exchange) => ({
    held: heldCoins(exchange, userId),
    decimals: new Map(exchange.coins),
  }));
  const now = platform.clock.now();
  const [past, traded] = await Promise.all([
    balancesAt(platform, userId, [now.getTime() - dayMs]),
    hasTraded(platform, userId),
  ]);
  const yesterday = (coin: string) => past.get(coin)?.[0] ?? 0n;
  return { ...overviewOf(held, { rates, decimals, currency, now, yesterday }), traded };
}

/** Card orders and swaps trade too. Null while the history is behind and what there is of it has none. */
async function hasTraded(platform: Platform, account: string): Promise<boolean | null> {
  const isWhole = await seen(platform, ordersHistory);
  const { rows } = await listFills(platform.database.kysely, { account }, { limit: 1 });
  return rows.length > 0 || (isWhole ? false : null);
}

interface Priced {
  readonly rates: ReadonlyMap<string, CurrentRate>;
  readonly decimals: ReadonlyMap<string, number>;
  readonly currency: string;
  readonly now: Date;
  /** What there was of a coin 24 hours ago, in its smallest unit. */
  readonly yesterday: (coin: string) => bigint;
}

export function overviewOf(
  held: readonly HeldCoin[],
  { rates, decimals, currency, now, yesterday }: Priced,
): Omit<WalletOverview, 'traded'> {
  const show = (worth: bigint) => showWorth(worth, currency, decimals);
  const worthIn = (coin: string, units: bigint, when: keyof CurrentRate): bigint | undefined => {
    const rate = rates.get(coin)?.[when];
    return rate && worthOf(units, decimals.get(coin) ?? 0, rate);
  };
  const valued = held.map((coin) => ({ coin, worth: worthIn(coin.coin, coin.total, 'now') }));
  valued.sort((a, b) => compare(b.worth ?? -1n, a.worth ?? -1n) || (a.coin.coin < b.coin.coin ? -1 : 1));
  const total = valued.reduce((sum, { worth = 0n }) => sum + worth, 0n);
  const isKnown = held.length === 0 || valued.some(({ worth }) => worth !== undefined);
  const partOf = (bucket: Bucket) =>
    isKnown
      ? show(held.reduce((sum, coin) => sum + (worthIn(coin.coin, coin[bucket], 'now') ?? 0n), 0n))
      : null;
  return {
    ...{ in: currency, time: now.toISOString(), total: isKnown ? show(total) : null },
    parts: {
      available: partOf('available'),
      orders: partOf('orders'),
      withdrawals: partOf('withdrawals'),
      codes: partOf('codes'),
    },
    change_24h: changeOf(held, { worthIn, show, yesterday }),
    holdings: valued.map(({ coin, worth }): Holding => {
      const units = (amount: bigint) => formatDecimal(amount, decimals.get(coin.coin) ?? 0);
      const { now: rate, before } = rates.get(coin.coin) ?? {};
      return {
        coin: coin.coin,
        ...{ available: units(coin.available), orders: units(coin.orders) },
        ...{ withdrawals: units(coin.withdrawals), codes: units(coin.codes), total: units(coin.total) },
        rate: rate ? showRate(rate) : null,
        value: worth === undefined ? null : show(worth),
        change_24h: rate && before ? percentOf(rate.value - before.value, before.value) : null,
        share: worth === undefined ? null : total === 0n ? '0' : percentOf(worth, total),
      };
    }),
    unvalued: valued.flatMap(({ coin, worth }) => (worth === undefined ? [coin.coin] : [])),
  };
}

/**
 * What the prices of 24 hours did to the coins that were there all the time: what came or left meanwhile is no gain and no loss. Only
 * coins of which both rates are known count: otherwise a coin whose price became known would be a gain.
 */
function changeOf(
  held: readonly HeldCoin[],
  {
    worthIn,
    show,
    yesterday,
  }: {
    yesterday: Priced['yesterday'];
    worthIn: (coin: string, units: bigint, when: keyof CurrentRate) => bigint | undefined;
    show: (worth: bigint) => string;
  },
): WalletOverview['change_24h'] {
  let [before, change, isKnown] = [0n, 0n, held.length === 0];
  for (const { coin, total } of held) {
    const stayed = least(total, yesterday(coin));
    if (stayed === 0n) continue;
    const [then, now] = [worthIn(coin, stayed, 'before'), worthIn(coin, stayed, 'now')];
    if (then === undefined || now === undefined) continue;
    isKnown = true;
    before += then;
    change += now - then;
  }
  return isKnown ? { value: show(change), percent: percentOf(change, before) } : null;
}

/** To hundredths, towards zero; of nothing it is zero. */
function percentOf(part: bigint, whole: bigint): string {
  return whole === 0n ? '0' : formatDecimal((part * 10_000n) / whole, 2);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
