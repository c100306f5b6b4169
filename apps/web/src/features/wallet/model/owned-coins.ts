import type { CoinState } from '#live/coin-state.ts';

function isOwned({ actual }: Pick<CoinState, 'actual'>): boolean {
  return /[1-9]/.test(actual);
}

/** The coin that a withdrawal begins with: one that its owner has and that can leave. Undefined when there is none. */
export function firstOwned(coins: readonly CoinState[]): CoinState | undefined {
  return coins.find((coin) => isOwned(coin) && !coin.disable_withdrawals) ?? coins.find(isOwned);
}

/** The coins that one has first, each group in the usual order. */
export function ownedFirst(coins: readonly CoinState[]): readonly CoinState[] {
  return [...coins.filter(isOwned), ...coins.filter((coin) => !isOwned(coin))];
}
