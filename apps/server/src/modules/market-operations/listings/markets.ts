import type { listingEndpoints, PairRules } from '@emporion/contracts/rest';
import { areDecimalsUsable, formatDecimal, powerOfTen } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { ruleUnits } from '../rules/usable-rules.ts';

export type NewMarket = z.output<typeof listingEndpoints.previewMarket.body>;

/** How the book can be grouped: by the tick and by its tens, the finest last. */
const stepsCount = 4;

interface MarketPreview {
  readonly pair: string;
  readonly rules: PairRules;
  readonly book_steps: string[];
}

/**
 * The exact rules that a market would have.
 *
 * @throws Problem coin_invalid, not_suitable_pair, market_exists, market_rules_invalid.
 */
export async function previewMarket(db: QueryExecutorProvider, market: NewMarket): Promise<MarketPreview> {
  const { base, quote, price_decimals: priceDecimals, quantity_decimals: quantityDecimals } = market;
  const { rows } = await sql<{ code: string; decimals: number }>`
    select code, decimals from coins where code in (${base}, ${quote})
  `.execute(db);
  const decimals = new Map(rows.map((row) => [row.code, row.decimals]));
  const [baseDecimals, quoteDecimals] = [decimals.get(base), decimals.get(quote)];
  if (baseDecimals === undefined || quoteDecimals === undefined) throw new Problem('coin_invalid');
  if (base === quote) throw new Problem('not_suitable_pair');
  const pair = `${base}-${quote}`;
  const known = await sql`select from pairs where code = ${pair}`.execute(db);
  if (known.rows.length > 0) throw new Problem('market_exists');
  const unusable = (name: string) =>
    new Problem('market_rules_invalid', {
      fields: { [name]: { code: 'number_too_large', params: { max: baseDecimals } } },
    });
  if (quantityDecimals > baseDecimals) throw unusable('quantity_decimals');
  if (!areDecimalsUsable({ baseDecimals, quoteDecimals, priceDecimals, quantityDecimals }))
    throw new Problem('market_rules_invalid', { fields: { price_decimals: { code: 'value_invalid' } } });
  const { tick } = ruleUnits(market, { priceDecimals, quantityDecimals });
  const { lot, quantity_min, quantity_max, cost_min, cost_max, band } = market;
  return {
    pair,
    rules: {
      ...{
        state: 'cancel_only',
        tick: market.tick,
        lot,
        quantity_min,
        quantity_max,
        cost_min,
        cost_max,
        band,
      },
      ...{ price_decimals: priceDecimals, quantity_decimals: quantityDecimals },
      ...{ base_decimals: baseDecimals, quote_decimals: quoteDecimals },
    },
    book_steps: Array.from({ length: stepsCount }, (_, index) =>
      formatDecimal(tick * powerOfTen(stepsCount - 1 - index), priceDecimals),
    ),
  };
}

/** Makes a market that takes no orders. Two people open it. @throws Problem as `previewMarket`. */
export async function createMarket(
  platform: Platform,
  call: StaffCall & { body: NewMarket },
): Promise<string> {
  const { kysely } = platform.database;
  const { body } = call;
  const { pair } = await previewMarket(kysely, body);
  await makeStaffChange(platform, call, async (transaction) => {
    await sql`lock table pairs in share row exclusive mode`.execute(transaction);
    const { rules, book_steps } = await previewMarket(transaction, body);
    await sql`
      insert into pairs (
        base, quote, book_steps, place, price_decimals, quantity_decimals, tick, lot, quantity_min, quantity_max,
        cost_min, cost_max, band_percent, state
      )
      values (
        ${body.base}, ${body.quote}, ${book_steps}::amount[], (select coalesce(max(place) + 1, 0) from pairs),
        ${rules.price_decimals}, ${rules.quantity_decimals}, ${rules.tick}, ${rules.lot}, ${rules.quantity_min},
        ${rules.quantity_max}, ${rules.cost_min}, ${rules.cost_max}, ${rules.band}, 'cancel_only'
      )
    `.execute(transaction);
    return { action: 'market_created', object: `market:${pair}`, after: { ...rules } };
  });
  await reconcileMarkets(platform);
  return pair;
}
