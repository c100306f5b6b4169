import { marketMakerLabel } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import { MarketUnits, orderMarketsTable, ordersHistory, readOrders } from '#modules/trading/history/index.ts';
import { executorOn } from '#platform/database/executor-on.ts';
import { type DurableFollower, readMarketDefinitions } from '#runtime/followers/index.ts';
import { keepNotifications, type NewNotification } from './keep-notifications.ts';
import { notificationOf, type OrderNotice, orderNotices } from './order-notices.ts';

export const orderNoticesName = 'notices';

/**
 * Tells users what the journal says happened to their orders. What a notice says of its order is read from the order's record, so it waits for whoever writes that. A
 * notice may be made twice, and its key keeps it once.
 */
export const noticesFollower: DurableFollower = {
  name: orderNoticesName,
  version: 1,
  tables: [],
  reads: [ordersHistory],
  begins: 'tip',
  open: () => {
    let notices: OrderNotice[] = [];
    return {
      apply: ({ events }) => void notices.push(...orderNotices(events)),
      write: async (client) => {
        if (notices.length > 0) await writeNotices(client, notices);
        notices = [];
      },
    };
  },
};

/** The accounts of users are their ids; an account of the house has nobody who could be told. */
const userIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function writeNotices(client: pg.ClientBase, notices: readonly OrderNotice[]): Promise<void> {
  const orders = await readOrders(
    executorOn(client),
    notices.map(({ orderId }) => orderId),
  );
  const definitions = await readMarketDefinitions(client, orderMarketsTable);
  const markets = new Map(definitions.map((each) => [each.market, new MarketUnits(each)]));
  const notifications = notices.flatMap((notice) => {
    const order = orders.get(notice.orderId);
    const market = order && markets.get(order.market);
    invariant(market, `Order ${notice.orderId} has something to tell, and no record.`);
    return userIdPattern.test(order.account) ? [notificationOf(notice, order, market)] : [];
  });
  const makers = await listMakers(client, notifications);
  const told = notifications.filter(
    ({ userId, template }) => !(template.startsWith('order_filled') && makers.has(userId)),
  );
  if (told.length > 0) await keepNotifications(executorOn(client), told, 'centre');
}

/** A market maker's orders are filled all day, by a program: nobody reads of each. */
async function listMakers(
  client: pg.ClientBase,
  notifications: readonly NewNotification[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(notifications.map(({ userId }) => userId))];
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM users WHERE id = ANY ($1::uuid[]) AND labels @> $2::text[]',
    [ids, [marketMakerLabel]],
  );
  return new Set(rows.map(({ id }) => id));
}
