import { type MarketMaker, marketHaltEndpoints } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { feeTierNames } from '#modules/fees/index.ts';
import { liveExchange } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { makersOf } from './look-at-makers.ts';
import { quotesOf } from './maker-quotes.ts';

interface Day {
  readonly userId: string;
  readonly market: string;
  readonly looks: number;
  readonly quoted: number;
  /** Sums, as the table has them. */
  readonly spread: string;
  readonly depth: string;
}

export function addMakerRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, marketHaltEndpoints.makers, async () => ({
    results: await listMakers(platform),
    next: null,
  }));
}

/** A line for each market in which a maker quotes or has quoted within a day. */
async function listMakers(platform: Platform): Promise<MarketMaker[]> {
  const { database, view, clock } = platform;
  const [makers, tiers, live, { rows: days }] = await Promise.all([
    makersOf(database.kysely),
    feeTierNames(platform),
    liveExchange(platform),
    sql<Day>`
      select user_id as "userId", market, sum(looks)::float8 as looks, sum(quoted)::float8 as quoted,
        sum(spread)::text as spread, sum(depth)::text as depth
      from market_maker_hours where hour >= ${clock.now()}::timestamptz - interval '1 day' group by user_id, market
    `.execute(database.kysely),
  ]);
  return view.read((exchange) =>
    makers.flatMap((user) => {
      const account = exchange.findAccount(user.id);
      const quotes = new Map(quotesOf(exchange, user.id).map((quote) => [quote.market, quote]));
      const ofDay = new Map(days.filter(({ userId }) => userId === user.id).map((day) => [day.market, day]));
      return [...new Set([...quotes.keys(), ...ofDay.keys()])].sort().map((pair) => {
        const { definition } = live.market(pair);
        const quote = quotes.get(pair);
        const { base, quote: quoteCoin, quoteDecimals } = definition;
        const has = (coin: string) =>
          formatDecimal(account?.balances.get(coin)?.total ?? 0n, exchange.coins.get(coin) ?? 0);
        const price = (value = 0) => (value > 0 ? formatDecimal(value, definition.priceDecimals) : null);
        return {
          ...{ user, pair, tier: tiers.get(account?.tier ?? 0) ?? '', orders: quote?.orders ?? 0 },
          ...{ bid: price(quote?.bid), ask: price(quote?.ask) },
          spread: typeof quote?.spread === 'number' ? percent(quote.spread) : null,
          depth: formatDecimal(quote?.depth ?? 0n, quoteDecimals),
          ...{ base_total: has(base), quote_total: has(quoteCoin) },
          ...averages(ofDay.get(pair), quoteDecimals),
        };
      });
    }),
  );
}

/** From parts per million. */
const percent = (partsPerMillion: number) => formatDecimal(Math.round(partsPerMillion), 4);

function averages(day: Day | undefined, quoteDecimals: number) {
  if (!day) return { uptime: null, average_spread: null, average_depth: null };
  const { looks, quoted, spread, depth } = day;
  return {
    uptime: formatDecimal(Math.round((quoted * 1_000) / looks), 1),
    average_spread: quoted > 0 ? percent(Number(spread) / quoted) : null,
    average_depth: quoted > 0 ? formatDecimal(BigInt(depth) / BigInt(quoted), quoteDecimals) : null,
  };
}
