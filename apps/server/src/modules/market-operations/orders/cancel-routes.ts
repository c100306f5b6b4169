import { cancelledAccountsMax, staffOrderEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { makeStaffChange } from '#modules/audit/index.ts';
import { findUser } from '#modules/identity/index.ts';
import {
  accepted,
  liveExchange,
  type OrderRecord,
  ordersHistory,
  readOrders,
  requireSeen,
} from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { namesOf, staffOrderOnWire } from './order-wire.ts';

/** Accounts whose orders are cancelled together, of a market in which many have some. */
const atOnceMax = 50;

export async function addOrderCancelRoutes(app: App, platform: Platform): Promise<void> {
  const { runtime, database, view } = platform;
  const live = await liveExchange(platform);
  const openOf = (account: string, market?: string): OrderRecord[] =>
    live.orders.openOf(account).filter((order) => market === undefined || order.market === market);

  serveEndpoint(app, staffOrderEndpoints.cancel, async (call) => {
    const orderId = Number(call.params.id);
    const order = live.orders.get(orderId) ?? (await readOrders(database.kysely, [orderId])).get(orderId);
    if (!order) throw new Problem('order_not_found');
    const { account, market, state, reason } = order;
    if (state !== 'active') throw new Problem(closedCodes[reason ?? ''] ?? 'order_closed');
    await requireNotHalted(platform, market);
    const { status, remaining } = staffOrderOnWire(order, live, new Map());
    await makeStaffChange(platform, call, async () => ({
      ...{ action: 'order_cancelled', subjectId: account, object: `order:${orderId}` },
      ...{ before: { pair: market, status, remaining }, after: { status: 'cancelled' } },
    }));
    accepted(await runtime.execute({ kind: 'CancelOrder', key: null, account, orderId }));
    return staffOrderOnWire(
      live.orders.get(orderId) ?? order,
      live,
      await namesOf(database.kysely, [account]),
    );
  });

  serveEndpoint(app, staffOrderEndpoints.cancelOfUser, async (call) => {
    const account = call.params.id;
    if (!(await findUser(database.kysely, account))) throw new Problem('account_not_found');
    const before = openOf(account).length;
    await makeStaffChange(platform, call, async () => ({
      ...{ action: 'user_orders_cancelled', subjectId: account, before: { open_orders: before } },
    }));
    if (before === 0) return { cancelled: 0 };
    accepted(await runtime.execute({ kind: 'CancelOrders', key: null, account }));
    return { cancelled: Math.max(0, before - openOf(account).length) };
  });

  serveEndpoint(app, staffOrderEndpoints.cancelOfMarket, async (call) => {
    const { pair: market } = call.params;
    if (!(await view.read(({ markets }) => markets.has(market)))) throw new Problem('invalid_trading_pair');
    await requireNotHalted(platform, market);
    await requireSeen(platform, ordersHistory);
    const accounts = await accountsIn(platform, market);
    const count = () => accounts.reduce((sum, account) => sum + openOf(account, market).length, 0);
    const before = count();
    await makeStaffChange(platform, call, async () => ({
      ...{ action: 'market_orders_cancelled', object: `market:${market}` },
      before: { open_orders: before, accounts: accounts.length },
    }));
    for (let from = 0; from < accounts.length; from += atOnceMax) {
      const some = accounts.slice(from, from + atOnceMax);
      const results = await Promise.all(
        some.map((account) => runtime.execute({ kind: 'CancelOrders', key: null, account, market })),
      );
      for (const result of results) accepted(result);
    }
    await requireSeen(platform, ordersHistory);
    const left = await accountsIn(platform, market);
    return { cancelled: Math.max(0, before - count()), accounts_left: left.length };
  });
}

const closedCodes: Readonly<Record<string, 'order_already_filled' | 'order_already_cancelled'>> = {
  filled: 'order_already_filled',
  cancelled: 'order_already_cancelled',
};

/** @throws Problem market_closed: in a halted market not even cancels go through. */
async function requireNotHalted({ view }: Platform, market: string): Promise<void> {
  const state = await view.read(({ markets }) => markets.get(market)?.state);
  if (state === 'halted') throw new Problem('market_closed');
}

/** Who has open orders in a market, as many as one call may deal with. */
async function accountsIn({ database }: Platform, market: string): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct account from open_orders where market = ${market} order by account limit ${cancelledAccountsMax}
  `.execute(database.kysely);
  return rows.map(({ account }) => account);
}
