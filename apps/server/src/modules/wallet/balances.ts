import type { Exchange } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';

/** What a user has of a coin, as decimals. */
export interface CoinHolding {
  readonly coin: string;
  /** Free to use. */
  readonly actual: string;
  /** Held by open orders. */
  readonly orders: string;
  /** Held for withdrawals and codes. */
  readonly locked: string;
}

/** One line for each of the coins, whether or not the user has any; and for every other coin that they have some of. */
export function holdingsOf(
  exchange: Exchange,
  { account, coins }: { account: string; coins: readonly string[] },
): CoinHolding[] {
  const wallet = exchange.findAccount(account);
  const own = [...(wallet?.balances ?? [])].filter(([, { total }]) => total > 0n).map(([coin]) => coin);
  return [...new Set([...coins, ...own])].map((coin) => {
    const balance = wallet?.balances.get(coin);
    const show = (amount = 0n) => formatDecimal(amount, exchange.coins.get(coin) ?? 0);
    return {
      coin,
      actual: show(balance?.available),
      orders: show(balance?.orders),
      locked: show(balance && balance.withdrawals + balance.codes),
    };
  });
}
