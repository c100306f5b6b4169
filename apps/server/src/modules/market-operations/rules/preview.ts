import { type MarketRulesOnWire, previewOrdersMax, type ruleBreaks } from '@emporion/contracts/rest';
import { powerOfTen } from '@emporion/kernel';
import { sql } from 'kysely';
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
  const cost = sql`price::numeric * quantity * ${perCost}::numeric`;
  const bound = (units: bigint | number) => sql`${units}::numeric * ${perProduct}::numeric`;
  const { rows } = await sql<{ id: number; broken: Break[]; count: number }>`
    select id::float8 as id, broken, (count(*) over ())::float8 as count from (
      select id, array_remove(array[
        case when price > 0 and price % ${units.tick}::bigint <> 0 then 'tick' end,
        case when quantity % ${units.lot}::bigint <> 0 then 'lot' end,
        case when quantity > 0 and quantity < ${units.quantityMin}::bigint then 'minimum' end,
        case when quantity > ${units.quantityMax}::bigint then 'maximum' end,
        case when price > 0 and quantity > 0 and (${cost} < ${bound(units.costMin)} or ${cost} > ${bound(units.costMax)}) then 'cost' end,
        case when price > 0 and not waiting and ${units.band}::bigint > 0 and ${centre}::bigint > 0
          and abs(price - ${centre}::bigint)::numeric * 1000000 > ${centre}::numeric * ${units.band}::bigint then 'band' end
      ], null) as broken from open_orders where market = ${pair}
    ) as judged where cardinality(broken) > 0 order by id desc limit ${previewOrdersMax}
  `.execute(database.kysely);
  const orders = await readOrders(
    database.kysely,
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
