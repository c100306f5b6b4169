import type { PairRules } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import { closedBy, stateOf } from './market-commands.ts';
import { loadTradingRules, type TradingRules } from './trading-rules.ts';

/** As they are this moment, with the pairs as operators wrote them. */
export async function readRulesOnWire({ database }: Pick<Platform, 'database'>) {
  const rules = await loadTradingRules(database.kysely);
  const coins = new Map(rules.coins.map((coin) => [coin.code, coin]));
  const pairs = rules.pairs.map((pair) => ({ ...pair, closedBy: closedBy(pair, coins) }));
  return { pairs, rules: rulesOnWire(rules) };
}

/** By pair code: what an order must keep to, as everyone may read it. */
export function rulesOnWire({ coins, pairs }: TradingRules): ReadonlyMap<string, PairRules> {
  const known = new Map(coins.map((coin) => [coin.code, coin]));
  return new Map(
    pairs.map((pair) => [
      pair.code,
      {
        state: stateOf(pair, known),
        tick: pair.tick,
        lot: pair.lot,
        quantity_min: pair.quantityMin,
        quantity_max: pair.quantityMax,
        cost_min: pair.costMin,
        cost_max: pair.costMax,
        band: pair.bandPercent,
        price_decimals: pair.priceDecimals,
        quantity_decimals: pair.quantityDecimals,
        base_decimals: known.get(pair.base)?.decimals ?? 0,
        quote_decimals: known.get(pair.quote)?.decimals ?? 0,
      },
    ]),
  );
}
