import type { Order } from '@emporion/contracts/rest';
import type { Rejection } from '@emporion/core';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { ensureAccount } from '../accounts.ts';
import { findOrder, type OrderRecord, ordersHistory } from '../history/orders.ts';
import { type LiveExchange, liveExchange } from '../live/live-exchange.ts';
import { orderOnWire } from '../order-wire.ts';
import { type Accepted, problemOf } from '../refusals.ts';
import { type RefusalsOfDay, refusalsOfDay } from '../refusals-of-day/refusals-of-day.ts';
import { readSeen } from '../seen.ts';
import type { MarketUnits } from '../units.ts';
import { whyClosed, whyRouteClosed } from './why-closed.ts';

/** What the routes of orders and swaps lean on. */
export interface Trading {
  readonly platform: Platform;
  readonly live: LiveExchange;
  readonly refusals: RefusalsOfDay;
}

/** All who trade on a platform share it: what one of them counts or keeps out, the others do. */
export async function tradingOf(platform: Platform): Promise<Trading> {
  const [live, refusals] = await Promise.all([liveExchange(platform), refusalsOfDay(platform)]);
  return { platform, live, refusals };
}

export type UserCommand = Extract<CommandRequest, { readonly account: string; readonly key: string | null }>;

/**
 * Sends a user's command to the exchange.
 *
 * @throws Problem daily_limit_exceeded for a command with an id of an account that had too many of them refused; with the code of the rejection; of a
 * market that is closed because something is switched off, with what that is.
 */
export async function submit(
  { platform, live, refusals }: Trading,
  command: UserCommand,
  explain: (rejection: Rejection, market?: MarketUnits) => Problem = problemOf,
): Promise<Accepted> {
  if (!live.hasAccount(command.account)) await ensureAccount(platform, live, command.account);
  const { account, key } = command;
  if (key !== null && refusals.isSpent(account, platform.clock.now()) && !(await isDecided(platform, key)))
    throw new Problem('daily_limit_exceeded');
  const result = await platform.runtime.execute(command);
  if (result.status === 'accepted') return result;
  const market = marketOf(live, command);
  const switchedOff =
    result.rejection.code === 'market_closed' && (await switchOf({ platform, live }, command, market));
  throw switchedOff || explain(result.rejection, market);
}

/** What is switched off, of a market that refused a command. No switch refuses a cancellation: only a halt does. */
async function switchOf(
  { platform, live }: Pick<Trading, 'platform' | 'live'>,
  command: UserCommand,
  market: MarketUnits | undefined,
): Promise<Problem | undefined> {
  if (command.kind === 'CancelOrder' || command.kind === 'CancelOrders') return undefined;
  if (command.kind === 'Swap')
    return whyRouteClosed(
      platform,
      command.route.map((code) => live.market(code)),
    );
  return market && whyClosed(platform, market);
}

/** A repetition is answered as it was the first time: whoever did not hear that must not take what was carried out for refused. */
function isDecided({ view }: Platform, key: string): Promise<boolean> {
  return view.read(({ recentKeys }) => recentKeys.get(key) !== undefined);
}

/** The market that a command is about, if it is one. */
function marketOf(live: LiveExchange, command: UserCommand): MarketUnits | undefined {
  const order = 'orderId' in command ? live.orders.get(command.orderId) : undefined;
  const code = 'market' in command ? command.market : order?.market;
  return code === undefined ? undefined : live.market(code);
}

/** One client order id names one order of one user, so sending it again is safe. Without one, each order is another. */
export function orderKey(userId: string, clientOrderId: string | undefined): string | null {
  return clientOrderId === undefined ? null : `order:${userId}:${clientOrderId}`;
}

/** The same for an amendment: one id names one change of one order. */
export function amendKey(userId: string, clientAmendId: string | undefined): string | null {
  return clientAmendId === undefined ? null : `amend:${userId}:${clientAmendId}`;
}

/** A user's own order, open or closed. @throws Problem order_not_found; the given one while the history is behind. */
export async function findOwnOrder(
  { platform, live }: Trading,
  own: { account: string; id: number },
  whenBehind: 'service_unavailable' | 'gateway_timeout' = 'service_unavailable',
): Promise<OrderRecord> {
  const order =
    live.orders.get(own.id) ??
    (await readSeen(platform, ordersHistory, () => findOrder(platform.database.kysely, own), whenBehind));
  if (order?.account !== own.account) throw new Problem('order_not_found');
  return order;
}

/**
 * The answer of a command: at once for what is open or was closed lately.
 *
 * @throws Problem order_not_found; gateway_timeout while the history is behind, because the command was carried out.
 */
export function answerOrder(trading: Trading, own: { account: string; id: number }): Order | Promise<Order> {
  const { live } = trading;
  const show = (order: OrderRecord) => orderOnWire(order, live);
  const known = live.orders.get(own.id);
  return known?.account === own.account
    ? show(known)
    : findOwnOrder(trading, own, 'gateway_timeout').then(show);
}
