import { orderEndpoints } from '@emporion/contracts/rest';
import type { ExchangeEvent } from '@emporion/core';
import type { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { CallerLimit } from '#platform/http/caller-limit.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { requireThawed } from '../accounts.ts';
import { type MarketUnits, percentUnits } from '../units.ts';
import { amendKey, answerOrder, findOwnOrder, submit, type Trading } from './trading.ts';

export function addChangeRoutes(app: App, trading: Trading, callerLimit: CallerLimit): void {
  const { live } = trading;
  const often = { callerLimit, exactAnswer: true };
  const closedBy = (sequence: number, account: string) =>
    countCancelled(live.eventsOf(sequence), (id) => live.orders.get(id)?.account === account);

  serveEndpoint(
    app,
    orderEndpoints.amend,
    async ({ params, body, caller }) => {
      requireThawed(caller);
      const own = { account: caller.userId, id: Number(params.id) };
      const { market } = await findOwnOrder(trading, own);
      const key = amendKey(own.account, body.client_amend_id);
      const changes = amendments(body, live.market(market));
      const { orderId } = await submit(trading, { kind: 'AmendOrder', ...changeOf(own), key, ...changes });
      // An amendment that changed nothing names no order, however often it is sent.
      return { ...(await answerOrder(trading, own)), changed: orderId !== 0 };
    },
    often,
  );

  serveEndpoint(
    app,
    orderEndpoints.cancel,
    async ({ params, caller }) => {
      const own = { account: caller.userId, id: Number(params.id) };
      const { sequence } = await submit(trading, { kind: 'CancelOrder', ...changeOf(own) });
      const order = await answerOrder(trading, own);
      return Object.assign(order, {
        cancelled: order.linked_to === null ? 1 : closedBy(sequence, own.account),
      });
    },
    often,
  );

  serveEndpoint(
    app,
    orderEndpoints.cancelAll,
    async ({ query, caller }) => {
      const account = caller.userId;
      const market = query.pair === undefined ? {} : { market: live.market(query.pair).code };
      const { sequence } = await submit(trading, {
        kind: 'CancelOrders',
        key: null,
        account,
        ...market,
      });
      return { cancelled: closedBy(sequence, account) };
    },
    often,
  );
}

/**
 * How many orders a command cancelled. It also deals with orders of others that are due, and what becomes of those is nothing of the caller's. The second order of a
 * pair is closed with the first, as linked.
 */
export function countCancelled(
  events: readonly ExchangeEvent[],
  isOwn: (orderId: number) => boolean,
): number {
  return events.filter(
    (event) =>
      event.kind === 'OrderClosed' &&
      (event.reason === 'cancelled' || event.reason === 'linked') &&
      isOwn(event.orderId),
  ).length;
}

/** Cancelling twice does no harm, so each request is a command of its own. */
export function changeOf({ account, id }: { account: string; id: number }) {
  return { key: null, account, orderId: id };
}

type Amendments = Omit<
  Extract<CommandRequest, { kind: 'AmendOrder' }>,
  'kind' | 'key' | 'account' | 'orderId'
>;

function amendments(body: z.output<typeof orderEndpoints.amend.body>, market: MarketUnits): Amendments {
  const { quantity, price, stop_price, limit_price, percent, min_price, max_price } = body;
  return {
    ...(quantity !== undefined && { quantity: market.quantity(quantity) }),
    ...(price !== undefined && { price: market.price(price) }),
    ...(stop_price !== undefined && { stopPrice: market.price(stop_price) }),
    ...(limit_price !== undefined && { limitPrice: market.price(limit_price) }),
    ...(percent !== undefined && { percent: percentUnits(percent) }),
    ...(min_price !== undefined && { minimumPrice: market.price(min_price) }),
    ...(max_price !== undefined && { maximumPrice: market.price(max_price) }),
  };
}
