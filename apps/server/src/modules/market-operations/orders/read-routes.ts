import { type OrderTypeName, orderTypes, staffOrderEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { currentRates, showRate } from '#modules/rates/index.ts';
import {
  listAllOrders,
  listAllTrades,
  liveExchange,
  type OrderRecord,
  ordersHistory,
  readOrders,
  requireSeen,
  type WholeTrade,
} from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { namesOf, staffOrderOnWire, staffTradeOnWire } from './order-wire.ts';

const typeNames = Object.keys(orderTypes) as OrderTypeName[];
const tradesMax = 1_000;
/** Whom a name belongs to that nobody has: they have no orders. */
const nobody = '00000000-0000-0000-0000-000000000000';
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Asked {
  readonly user?: string | undefined;
  readonly pair?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export async function addOrderReadRoutes(app: App, platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  const live = await liveExchange(platform);

  const ordersOnWire = async (orders: readonly OrderRecord[]) => {
    const names = await namesOf(
      kysely,
      orders.map(({ account }) => account),
    );
    return orders.map((order) => staffOrderOnWire(order, live, names));
  };
  const tradesOnWire = async (trades: readonly WholeTrade[]) => {
    const names = await namesOf(
      kysely,
      trades.flatMap(({ maker, taker }) => [maker.account, taker.account]),
    );
    return trades.map((trade) => staffTradeOnWire(trade, live, names));
  };

  serveEndpoint(app, staffOrderEndpoints.list, async ({ query }) => {
    const { limit, cursor, operation, type, status, ended_by: endedBy, worth_min: worthMin } = query;
    await requireSeen(platform, ordersHistory);
    const worthRates = worthMin === undefined ? undefined : await ratesOfMarkets(platform);
    const of = await filterOf(platform, query);
    const filter = { ...of, side: operation, status, endedBy, worthMin, worthRates };
    const { rows, next } = await listAllOrders(
      kysely,
      { ...filter, type: type === undefined ? undefined : typeNames[type] },
      { limit, cursor },
    );
    return { results: await ordersOnWire(rows), next };
  });

  serveEndpoint(app, staffOrderEndpoints.read, async ({ params }) => {
    const id = Number(params.id);
    await requireSeen(platform, ordersHistory);
    const found = live.orders.get(id) ?? (await readOrders(kysely, [id])).get(id);
    if (!found) throw new Problem('order_not_found');
    const { rows } =
      found.filled === 0 ? { rows: [] } : await listAllTrades(kysely, { order: id }, { limit: tradesMax });
    const [[order], trades] = await Promise.all([ordersOnWire([found]), tradesOnWire(rows)]);
    if (!order) throw new Problem('order_not_found');
    return { order, trades };
  });

  serveEndpoint(app, staffOrderEndpoints.trades, async ({ query }) => {
    const { limit, cursor, order } = query;
    await requireSeen(platform, ordersHistory);
    const filter = {
      ...(await filterOf(platform, query)),
      order: order === undefined ? undefined : Number(order),
    };
    const { rows, next } = await listAllTrades(kysely, filter, { limit, cursor });
    return { results: await tradesOnWire(rows), next };
  });
}

/** What one of the coin that the prices of a market are in is worth in USDT, by market. */
async function ratesOfMarkets(platform: Platform): Promise<Record<string, string>> {
  const rates = await currentRates(platform)('USDT');
  const markets = await platform.view.read((exchange) =>
    [...exchange.markets].map(([code, { definition }]) => ({ code, quote: definition.quote })),
  );
  return Object.fromEntries(
    markets.flatMap(({ code, quote }) => {
      const rate = rates.get(quote)?.now;
      return rate === undefined ? [] : [[code, showRate(rate)]];
    }),
  );
}

async function filterOf({ database }: Platform, { user, pair, from, to }: Asked) {
  const ms = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
  const account =
    user === undefined || uuidPattern.test(user) ? user?.toLowerCase() : await idOf(database.kysely, user);
  return { account, market: pair, from: ms(from), to: ms(to) };
}

async function idOf(db: Platform['database']['kysely'], username: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id from users where lower(username) = lower(${username}) and status <> 'closed'`.execute(db);
  return rows[0]?.id ?? nobody;
}
