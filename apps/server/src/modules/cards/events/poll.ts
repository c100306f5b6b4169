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

/** Asks acquirers about purchases of which they have not told how they ended, as when their events do not reach us. Each has its turn, however many there are. */
export async function pollOpen(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  const now = platform.clock.now();
  const [before, since] = [new Date(now.getTime() - patienceMs), new Date(now.getTime() - askedForMs)];
  const orders = await listOrders(
    kysely,
    sql`side = 'buy' and stage in ('created', 'pending', 'authenticating', 'refused', 'expired')
      and own.updated_at < ${before} and (stage <> 'expired' or expires_at > ${since})
      order by asked_at nulls first, own.updated_at limit ${atOnce}`,
  );
  const unreachable = new Set<string>();
  for (const order of orders) {
    const { id, system } = order;
    try {
      await sql`update card_orders set asked_at = ${now} where id = ${id}`.execute(kysely);
      const isPaid = !unreachable.has(system) && (await pollOne(platform, order));
      if (!isPaid) await close(platform, order);
    } catch (err) {
      if (!(err instanceof AcquirerUnavailable)) throw err;
      // Nobody waits for it once for each order.
      unreachable.add(system);
      platform.log.warn({ part: 'cards', err, system }, 'an acquirer could not be asked');
      await close(platform, order);
    }
  }
}

/** Whether it was paid. */
async function pollOne(platform: Platform, { id, system }: OrderRow): Promise<boolean> {
  const said = await acquirersOf(platform).find(system)?.findPayment(id);
  if (!said) return false;
  // As an event of its own, which is noted once for each state.
  if (said.state !== 'open')
    await applyEvent(platform, system, { id: `poll:${id}:${said.state}`, kind: 'payment', payment: said });
  return ['paid', 'refunded', 'charged_back'].includes(said.state);
}

/** A page that has closed is not waited for, whoever can be asked or not; what is paid all the same is taken from there, too. */
async function close({ database, clock }: Platform, { id, stage, expiresAt }: OrderRow): Promise<void> {
  const now = clock.now();
  if (expiresAt !== null && expiresAt <= now && stage !== 'expired')
    await step(database.kysely, { id, from: stage, to: 'expired', now });
}
