import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { AcquirerUnavailable } from '../acquirer/acquirer.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { listOrders, type OrderRow, step } from '../orders/order.ts';
import { applyEvent } from './apply-event.ts';

const atOnce = 100;
/** So long nobody asks: an event usually comes within moments. */
const patienceMs = 120_000;
/** So long after its page closed a purchase is still asked about: a payment may have been on its way. */
const askedForMs = 3_600_000;

/** Asks acquirers about purchases of which they have not told how they ended, as when their events do not reach us. */
export async function pollOpen(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const [before, since] = [new Date(now.getTime() - patienceMs), new Date(now.getTime() - askedForMs)];
  const orders = await listOrders(
    platform.database.kysely,
    sql`side = 'buy' and stage in ('created', 'pending', 'authenticating', 'refused', 'expired')
      and own.updated_at < ${before} and expires_at > ${since} order by own.updated_at limit ${atOnce}`,
  );
  for (const order of orders) {
    try {
      await pollOne(platform, order);
    } catch (err) {
      if (!(err instanceof AcquirerUnavailable)) throw err;
      platform.log.warn({ part: 'cards', err, order: order.id }, 'an acquirer could not be asked');
    }
  }
}

async function pollOne(platform: Platform, order: OrderRow): Promise<void> {
  const { id, system, stage, expiresAt } = order;
  const now = platform.clock.now();
  const said = await acquirersOf(platform).find(system)?.findPayment(id);
  // As an event of its own, which is noted once for each state.
  if (said && said.state !== 'open')
    await applyEvent(platform, system, { id: `poll:${id}:${said.state}`, kind: 'payment', payment: said });
  const isClosed = expiresAt !== null && expiresAt <= now;
  const isPaid = said !== undefined && ['paid', 'refunded', 'charged_back'].includes(said.state);
  if (isClosed && !isPaid && stage !== 'expired')
    await step(platform.database.kysely, { id, from: stage, to: 'expired', now });
}
