import { marketHaltEndpoints, type StaffMarket } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { figuresOnWire, readPairFigures, readRulesOnWire } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { listDrafts } from '../rules/drafts.ts';
import { readWaiting } from './stop.ts';

export function addMarketReadRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, marketHaltEndpoints.list, async () => ({
    results: await readStaffMarkets(platform),
    next: null,
  }));

  serveEndpoint(app, marketHaltEndpoints.read, async ({ params: { pair } }) => ({
    market: await readStaffMarket(platform, pair),
    drafts: await listDrafts(platform, pair),
    ...(await readWaiting(platform, pair)),
  }));
}

/** @throws Problem invalid_trading_pair. */
export async function readStaffMarket(platform: Platform, pair: string): Promise<StaffMarket> {
  const market = (await readStaffMarkets(platform)).find((each) => each.pair === pair);
  if (!market) throw new Problem('invalid_trading_pair');
  return market;
}

/** Every market, hidden ones included, in the order of their lists. */
async function readStaffMarkets(platform: Platform): Promise<StaffMarket[]> {
  const { database, view } = platform;
  const [{ pairs, rules }, figures, known, open] = await Promise.all([
    readRulesOnWire(platform),
    readPairFigures(platform),
    view.read(
      ({ markets }) =>
        new Map([...markets].map(([code, { state, referencePrice }]) => [code, { state, referencePrice }])),
    ),
    sql<{ market: string; count: number }>`
      select market, count(*)::float8 as count from open_orders group by market
    `.execute(database.kysely),
  ]);
  const counts = new Map(open.rows.map(({ market, count }) => [market, count]));
  return pairs.flatMap(({ code, base, quote, state: setState, priceDecimals, disabled, closedBy }) => {
    const own = rules.get(code);
    if (!own) return [];
    const traded = figures.get(code);
    const core = known.get(code);
    return [
      {
        ...{ pair: code, base, quote, set_state: setState, rules: own, state: core?.state ?? own.state },
        ...{ disabled, closed_by: closedBy },
        price: traded?.price ?? null,
        change: traded?.change ?? null,
        volume: traded ? figuresOnWire(traded).volume : '0',
        open_orders: counts.get(code) ?? 0,
        reference_price: core?.referencePrice ? formatDecimal(core.referencePrice, priceDecimals) : null,
      },
    ];
  });
}
