import type { ErrorCode } from '@emporion/contracts/errors';
import type { MarketRulesOnWire } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** How finely a market counts, fixed when it opened. */
export interface MarketScale {
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/** Rules in the units of a market's book. A cost stays as fine as the finest coin. */
export interface RuleUnits {
  readonly tick: bigint;
  readonly lot: bigint;
  readonly quantityMin: bigint;
  readonly quantityMax: bigint;
  readonly costMin: bigint;
  readonly costMax: bigint;
  /** In parts per million. */
  readonly band: bigint;
}

/** Above it a price could fall to nothing within one order. */
const bandMax = 990_000n;
const costDecimals = 18;

/** The book counts in whole numbers that a double holds exactly. */
const unitsMax = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws Problem market_rules_invalid, which names what is wrong. */
export function ruleUnits(
  rules: MarketRulesOnWire,
  { priceDecimals, quantityDecimals }: MarketScale,
): RuleUnits {
  const fields: Record<string, { code: ErrorCode; params?: Record<string, number | string> }> = {};
  const units = (name: keyof MarketRulesOnWire, decimals: number): bigint => {
    const parsed = parseDecimal(rules[name], decimals);
    if (parsed.ok) return parsed.value;
    fields[name] = { code: 'amount_too_many_decimals', params: { max: decimals } };
    return 1n;
  };
  const found = {
    tick: units('tick', priceDecimals),
    lot: units('lot', quantityDecimals),
    quantityMin: units('quantity_min', quantityDecimals),
    quantityMax: units('quantity_max', quantityDecimals),
    costMin: units('cost_min', costDecimals),
    costMax: units('cost_max', costDecimals),
    band: units('band', 4),
  };
  const least = (name: keyof MarketRulesOnWire, isTooSmall: boolean, min: string): void => {
    if (isTooSmall) fields[name] ??= { code: 'number_too_small', params: { min } };
  };
  const most = (name: keyof MarketRulesOnWire, isTooLarge: boolean, max: string): void => {
    if (isTooLarge) fields[name] ??= { code: 'number_too_large', params: { max } };
  };
  const [oneTick, oneLot] = [formatDecimal(1n, priceDecimals), formatDecimal(1n, quantityDecimals)];
  least('tick', found.tick <= 0n, oneTick);
  most('tick', found.tick > unitsMax, formatDecimal(unitsMax, priceDecimals));
  least('lot', found.lot <= 0n, oneLot);
  most('lot', found.lot > unitsMax, formatDecimal(unitsMax, quantityDecimals));
  least('quantity_min', found.quantityMin <= 0n, oneLot);
  least('quantity_max', found.quantityMax < found.quantityMin, rules.quantity_min);
  most('quantity_max', found.quantityMax > unitsMax, formatDecimal(unitsMax, quantityDecimals));
  least('cost_min', found.costMin <= 0n, formatDecimal(1n, costDecimals));
  least('cost_max', found.costMax < found.costMin, rules.cost_min);
  most('band', found.band > bandMax, '99');
  if (Object.keys(fields).length > 0) throw new Problem('market_rules_invalid', { fields });
  return found;
}

export async function readScale(db: QueryExecutorProvider, pair: string): Promise<MarketScale> {
  const { rows } = await sql<MarketScale>`
    select price_decimals as "priceDecimals", quantity_decimals as "quantityDecimals" from pairs where code = ${pair}
  `.execute(db);
  if (!rows[0]) throw new Problem('invalid_trading_pair');
  return rows[0];
}

/** Answers the rules that count now. @throws Problem invalid_trading_pair, market_rules_invalid. */
export async function requireUsableRules(
  db: QueryExecutorProvider,
  pair: string,
  rules: MarketRulesOnWire,
): Promise<MarketRulesOnWire> {
  ruleUnits(rules, await readScale(db, pair));
  const { rows } = await sql<MarketRulesOnWire>`
    select trim_scale(tick)::text as tick, trim_scale(lot)::text as lot, trim_scale(quantity_min)::text as quantity_min,
      trim_scale(quantity_max)::text as quantity_max, trim_scale(cost_min)::text as cost_min, trim_scale(cost_max)::text as cost_max,
      trim_scale(band_percent)::text as band
    from pairs where code = ${pair}
  `.execute(db);
  if (!rows[0]) throw new Problem('invalid_trading_pair');
  return rows[0];
}
