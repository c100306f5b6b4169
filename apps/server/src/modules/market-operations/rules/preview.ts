import { type MarketRulesOnWire, previewOrdersMax, type ruleBreaks } from '@emporion/contracts/rest';
import { powerOfTen } from '@emporion/kernel';
import { liveExchange, ordersHistory, readOrders, requireSeen } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { namesOf, staffOrderOnWire } from '../orders/order-wire.ts';
import { readScale, ruleUnits } from './usable-rules.ts';

type Break = (typeof ruleBreaks)[number];

/**
 * The open orders of a market that would be refused under other rules, were they placed anew. They stay as they are, so this only tells whom a change surprises.
 *
 * @throws Problem invalid_trading_pair, market_rules_invalid.
 */
export async function previewRules(platform: Platform, pair: string, rules: MarketRulesOnWire) {
  const { database, view } = platform;
  const scale = await readScale(database.kysely, pair);
  const units = ruleUnits(rules, scale);
  await requireSeen(platform, ordersHistory);
  // What the exchange measures prices from.
  const centre = await view.read(({ markets }) => {
    const market = markets.get(pair);
    return market ? market.bandPrice || market.lastPrice || market.referencePrice : 0;
  });
  // Cost is in 18 decimals, and price times quantity in those of both together.
  const perCost = powerOfTen(18);
  const perProduct = powerOfTen(scale.priceDecimals + scale.quantityDecimals);
  const { rows } = await database.pool.query<{ id: number; broken: Break[]; count: number }>(
    `SELECT id::float8 AS id, broken, (count(*) OVER ())::float8 AS count FROM (
       SELECT id, array_remove(ARRAY[
         CASE WHEN price > 0 AND price % $2 <> 0 THEN 'tick' END,
         CASE WHEN quantity % $3 <> 0 THEN 'lot' END,
         CASE WHEN quantity > 0 AND quantity < $4 THEN 'minimum' END,
         CASE WHEN quantity > $5 THEN 'maximum' END,
         CASE WHEN price > 0 AND quantity > 0 AND (
           price::numeric * quantity * $10::numeric < $6::numeric * $11::numeric OR price::numeric * quantity * $10::numeric > $7::numeric * $11::numeric
         ) THEN 'cost' END,
         CASE WHEN price > 0 AND NOT waiting AND $8 > 0 AND $9 > 0 AND abs(price - $9)::numeric * 1000000 > $9::numeric * $8 THEN 'band' END
       ], NULL) AS broken FROM open_orders WHERE market = $1
     ) AS judged WHERE cardinality(broken) > 0 ORDER BY id DESC LIMIT ${previewOrdersMax}`,
    [
      ...[pair, units.tick, units.lot, units.quantityMin, units.quantityMax, units.costMin, units.costMax],
      ...[units.band, centre, perCost, perProduct],
    ].map(String),
  );
  const orders = await readOrders(
    database.pool,
    rows.map(({ id }) => id),
  );
  const live = await liveExchange(platform);
  const names = await namesOf(
    database.kysely,
    [...orders.values()].map(({ account }) => account),
  );
  return {
    count: rows[0]?.count ?? 0,
    results: rows.flatMap(({ id, broken }) => {
      const order = orders.get(id);
      return order ? [{ order: staffOrderOnWire(order, live, names), breaks: broken }] : [];
    }),
  };
}
