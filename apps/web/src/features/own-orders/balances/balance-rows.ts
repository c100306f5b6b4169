import type { Balance } from '@emporion/contracts/rest';

export interface BalanceRow {
  readonly coin: string;
  readonly actual: string;
  readonly orders: string;
}

/** The coins of the pair, held or not, and then every other that is held, by name. */
export function balanceRows(balance: Balance, pairCoins: readonly string[]): BalanceRow[] {
  const rowOf = (coin: string): BalanceRow => {
    const held = balance[coin];
    return { coin, actual: held?.actual ?? '0', orders: held?.orders ?? '0' };
  };
  const others = Object.keys(balance)
    .filter((coin) => !pairCoins.includes(coin))
    .sort()
    .map(rowOf)
    .filter(({ actual, orders }) => actual !== '0' || orders !== '0');
  return [...pairCoins.map(rowOf), ...others];
}
