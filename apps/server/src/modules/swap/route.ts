import { readTradingRules } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

interface Leg {
  readonly code: string;
  readonly base: string;
  readonly quote: string;
}

export interface SwapCoins {
  readonly from: string;
  readonly to: string;
}

/** The markets that lead from one coin to the other: one if there is one, else two that share a third coin. Undefined when none do. */
export function findRoute(markets: readonly Leg[], coins: SwapCoins): readonly string[] | undefined {
  return findRoutes(markets, coins)[0];
}

/** All ways from one coin to the other, the best first. Markets are never unlisted, so a way that was once the best is always among them. */
export function findRoutes(markets: readonly Leg[], { from, to }: SwapCoins): (readonly string[])[] {
  // A round trip through a market and back would only cost fees.
  if (from === to) return [];
  const between = (left: string, right: string) =>
    markets.filter(
      ({ base, quote }) => (base === left && quote === right) || (base === right && quote === left),
    );
  const routes: (readonly string[])[] = between(from, to).map(({ code }) => [code]);
  for (const first of markets) {
    if (first.base !== from && first.quote !== from) continue;
    const through = first.base === from ? first.quote : first.base;
    if (through === to) continue;
    for (const second of between(through, to)) routes.push([first.code, second.code]);
  }
  return routes;
}

/**
 * Refuses what is switched off, before the exchange is asked. What is hidden does not exist for anyone.
 *
 * @throws Problem coin_invalid, exchange_disabled_for_currency.
 */
export async function requireSwappable(platform: Platform, { from, to }: SwapCoins): Promise<void> {
  const { coins } = await readTradingRules(platform);
  for (const code of [from, to]) {
    const coin = coins.find((each) => each.code === code);
    if (!coin || coin.hidden) throw new Problem('coin_invalid');
    if (coin.swapDisabled)
      throw new Problem('exchange_disabled_for_currency', { params: { currency: code } });
  }
}
