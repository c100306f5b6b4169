import { readTradingRules } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { MarketUnits } from '../units.ts';

/** What an operator has switched off, if that is why a market takes no orders. A pair of a hidden coin does not exist for anyone. */
export async function whyClosed(
  platform: Platform,
  { code, base, quote }: Pick<MarketUnits, 'code' | 'base' | 'quote'>,
): Promise<Problem | undefined> {
  const { coins, pairs } = await readTradingRules(platform);
  const pair = pairs.find((each) => each.code === code);
  const own = coins.filter((coin) => coin.code === base || coin.code === quote);
  if (!pair || own.some(({ hidden }) => hidden)) return new Problem('invalid_trading_pair');
  if (pair.disabled || own.some(({ pairsDisabled }) => pairsDisabled))
    return new Problem('pair_disabled', { params: { pair: code } });
  const without = own.find(({ orderBookDisabled }) => orderBookDisabled);
  return without && new Problem('trading_disabled_for_currency', { params: { currency: without.code } });
}

/** The switch that closes one of the markets of a swap, if one does. */
export async function whyRouteClosed(
  platform: Platform,
  route: readonly Pick<MarketUnits, 'code' | 'base' | 'quote'>[],
): Promise<Problem | undefined> {
  for (const market of route) {
    const found = await whyClosed(platform, market);
    // A hidden coin between two others is not named.
    if (found && found.code !== 'invalid_trading_pair') return found;
  }
  return undefined;
}
