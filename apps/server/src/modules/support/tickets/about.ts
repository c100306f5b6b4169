import { isErrorCode } from '@emporion/contracts/errors';
import type { TicketAbout } from '@emporion/contracts/rest';
import type { z } from 'zod';
import { findOwnOrder, orderOnWire, tradingOf } from '#modules/trading/index.ts';
import { findWithdrawal, withdrawalOnWire } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

export type About = z.infer<typeof TicketAbout>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const orderId = /^[0-9]{1,15}$/;

/**
 * What a ticket is about, as the exchange knows it and not as somebody says.
 *
 * @throws Problem not_found for an order or withdrawal that is not the user's, and for a refusal that there is not.
 */
export async function aboutOf(
  platform: Platform,
  { kind, id, userId }: { kind: About['kind']; id: string; userId: string },
): Promise<About> {
  if (kind === 'order') return { kind, id, facts: await orderFacts(platform, { id, userId }) };
  if (kind === 'withdrawal') return { kind, id, facts: await withdrawalFacts(platform, { id, userId }) };
  if (!isErrorCode(id)) throw new Problem('not_found');
  return { kind, id, facts: {} };
}

async function orderFacts(
  platform: Platform,
  { id, userId }: { id: string; userId: string },
): Promise<About['facts']> {
  if (!orderId.test(id)) throw new Problem('not_found');
  const trading = await tradingOf(platform);
  const order = await findOwnOrder(trading, { account: userId, id: Number(id) }).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'order_not_found' ? new Problem('not_found') : error;
  });
  const { pair, operation, status, quantity, filled, price, time } = orderOnWire(order, trading.live);
  return { pair, operation, type: order.type, status, quantity, filled, price, time };
}

async function withdrawalFacts(
  { database }: Platform,
  { id, userId }: { id: string; userId: string },
): Promise<About['facts']> {
  const found = uuid.test(id) ? await findWithdrawal(database.kysely, id) : undefined;
  if (found?.userId !== userId) throw new Problem('not_found');
  // As its owner is shown it: what our books or a bank call its state and reason is not for them.
  const { currency, network, amount, fee, stage, reason, date } = await withdrawalOnWire(
    database.kysely,
    found,
  );
  return { coin: currency, network, amount, fee, status: stage, reason, time: date };
}
