import type { Platform } from '#platform/platform.ts';
import { listOpenOrders } from '#runtime/projections/history/orders.ts';
import type { LiveOrders } from './live-orders.ts';

const pageLimit = 5_000;

/** At a start the history may have a journal to catch up with. */
const caughtUpMsMax = 60_000;

/** Adds to the open orders what only the history knows: what their fills came to, when they last changed, and which was their pair. */
export async function addKeptByHistory(platform: Platform, orders: LiveOrders): Promise<void> {
  const { database, projections, runtime, log } = platform;
  if (!(await projections.caughtUp(runtime.position.batch, caughtUpMsMax)))
    log.warn('the history is behind: the totals of open orders may lack what was filled before the start');
  let after = 0;
  for (;;) {
    const kept = await listOpenOrders(database.pool, { after, limit: pageLimit });
    for (const { id, total, fee, updatedAt, linkedTo } of kept) {
      const order = orders.get(id);
      if (order) Object.assign(order, { total, fee, updatedAt, linkedTo });
    }
    const last = kept.at(-1);
    if (!last || kept.length < pageLimit) return;
    after = last.id;
  }
}
