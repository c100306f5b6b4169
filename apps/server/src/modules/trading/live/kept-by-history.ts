import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '#platform/platform.ts';
import { listOpenOrders, type OrderRecord, ordersHistory } from '../history/orders.ts';
import type { LiveOrders } from './live-orders.ts';

const pageLimit = 5_000;

/** At a start the history may have a journal to catch up with. */
const caughtUpMsMax = 60_000;
/** Between looks at a history that is behind. */
const lookMs = 1_000;

/**
 * Adds to the open orders what only the history knows: what their fills came to, when they last changed, and which was their pair. False when the
 * history is too far behind: then the totals are doubted, and filled in as soon as it knows them.
 */
export async function addKeptByHistory(platform: Platform, orders: LiveOrders): Promise<boolean> {
  const { projections, runtime, log } = platform;
  if (!(await projections.caughtUp(ordersHistory, runtime.position.batch, caughtUpMsMax))) {
    log.warn('the history is behind: totals of orders that were filled before the start come later');
    orders.doubtTotals();
    void fillInTotals(platform, orders);
    return false;
  }
  await eachOpen(platform, ({ id, total, notional, fee, updatedAt, linkedTo }) => {
    const order = orders.get(id);
    if (order) Object.assign(order, { total, notional, fee, updatedAt, linkedTo });
  });
  return true;
}

async function fillInTotals(platform: Platform, orders: LiveOrders): Promise<void> {
  const { projections, runtime, log } = platform;
  while (orders.hasUnsure && runtime.healthy) {
    try {
      await wait(lookMs, undefined, { ref: false });
      if (await projections.caughtUp(ordersHistory, runtime.position.batch))
        await eachOpen(platform, (order) => orders.trust(order));
    } catch (error) {
      log.error({ err: error }, 'totals of open orders are late');
    }
  }
}

async function eachOpen({ database }: Platform, look: (order: OrderRecord) => void): Promise<void> {
  let after = 0;
  for (;;) {
    const kept = await listOpenOrders(database.kysely, { after, limit: pageLimit });
    for (const order of kept) look(order);
    const last = kept.at(-1);
    if (!last || kept.length < pageLimit) return;
    after = last.id;
  }
}
