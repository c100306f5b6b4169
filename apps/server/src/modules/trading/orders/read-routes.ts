import { orderEndpoints } from '@emporion/contracts/rest';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { type Page, type PageRequest, pageOf, placeOf } from '#platform/paging/page.ts';
import { fillOnWire } from '../fill-wire.ts';
import { fillsOfOrder, listFills } from '../history/fills.ts';
import { listOrders, type OrderFilter, type OrderRecord, ordersHistory } from '../history/orders.ts';
import { orderOnWire } from '../order-wire.ts';
import { requireSeen } from '../seen.ts';
import { fillFilterOf, orderFilterOf } from './history-filters.ts';
import { findOwnOrder, type Trading } from './trading.ts';

/** An order has at most so many fills in one command, and a person reads no more. */
const fillsMax = 1_000;

/** A long list costs more to check than to make. */
const exact = { exactAnswer: true };

/** Readings of history at the same time, each of another account. A filter that fits few orders of many reads far: that must not take the database from others. */
const readingsMax = 4;
/** More than a page of the web application or an honest program has under way. */
const waitingMax = 20;

export function addReadRoutes(app: App, trading: Trading): void {
  const { live, platform } = trading;
  const { kysely } = platform.database;
  const turns = new FairTurns(readingsMax, waitingMax);
  const inTurn = async <Value>(account: string, read: () => Promise<Value>): Promise<Value> => {
    await requireSeen(platform, ordersHistory);
    return turns.run(account, read);
  };

  serveEndpoint(
    app,
    orderEndpoints.list,
    async ({ query, caller }) => {
      const { limit, cursor } = query;
      const filter = orderFilterOf(caller.userId, query);
      const page =
        filter.state === 'active'
          ? openOrders(live.orders.openOf(caller.userId), filter, { limit, cursor })
          : await inTurn(caller.userId, () => listOrders(kysely, filter, { limit, cursor }));
      return {
        results: page.rows.map((order) => orderOnWire(order, live)),
        next: page.next,
      };
    },
    exact,
  );

  serveEndpoint(
    app,
    orderEndpoints.read,
    async ({ params, caller }) => {
      const own = { account: caller.userId, id: Number(params.id) };
      const order = await findOwnOrder(trading, own);
      if (order.filled === 0) return { order: orderOnWire(order, live), fills: [] };
      await requireSeen(platform, ordersHistory);
      const fills = await fillsOfOrder(kysely, { account: own.account, orderId: own.id, limit: fillsMax });
      const market = live.market(order.market);
      return { order: orderOnWire(order, live), fills: fills.map((fill) => fillOnWire(fill, market)) };
    },
    exact,
  );

  serveEndpoint(
    app,
    orderEndpoints.fills,
    async ({ query, caller }) => {
      const { limit, cursor } = query;
      const filter = fillFilterOf(caller.userId, query);
      const { rows, next } = await inTurn(caller.userId, () => listFills(kysely, filter, { limit, cursor }));
      return { results: rows.map((fill) => fillOnWire(fill, live.market(fill.market))), next };
    },
    exact,
  );
}

/** What is open now comes from memory, so that an order just placed is always in it. */
function openOrders(
  open: readonly OrderRecord[],
  filter: OrderFilter,
  request: PageRequest,
): Page<OrderRecord> {
  const { market, side, type, clientOrderId, from, to } = filter;
  const [beforeTime = Number.POSITIVE_INFINITY, beforeId = 0] =
    request.cursor === undefined ? [] : placeOf(request.cursor, 2);
  const fits = (order: OrderRecord) =>
    (market === undefined || order.market === market) &&
    (side === undefined || order.side === side) &&
    (type === undefined || order.type === type) &&
    (clientOrderId === undefined || order.clientOrderId === clientOrderId) &&
    (from === undefined || order.placedAt >= from) &&
    (to === undefined || order.placedAt < to) &&
    (order.placedAt < beforeTime || (order.placedAt === beforeTime && order.id < beforeId));
  const rows = open.filter(fits).slice(0, request.limit + 1);
  return pageOf(rows, request, ({ placedAt, id }) => [placedAt, id]);
}
