import type { ErrorCode } from '@emporion/contracts/errors';
import type { LimitOrder, MarketOrder, NewOrder, OcoOrders, StopLimitOrder } from '@emporion/contracts/rest';
import { orderTypes } from '@emporion/contracts/rest';
import type { z } from 'zod';
import { Problem, refusalAt } from '#platform/http/problem.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { type MarketUnits, percentUnits } from '../units.ts';
import { orderKey } from './trading.ts';

type PlaceOrder = Extract<CommandRequest, { kind: 'PlaceOrder' }>;
type PlaceOcoOrders = Extract<CommandRequest, { kind: 'PlaceOcoOrders' }>;

/** What the body of every new order has. */
type Shared = Pick<z.output<typeof LimitOrder>, 'operation' | 'self_trade' | 'client_order_id'>;

function shared({ operation, self_trade, client_order_id }: Shared, market: MarketUnits, account: string) {
  return {
    key: orderKey(account, client_order_id),
    account,
    market: market.code,
    side: operation,
    ...(self_trade !== undefined && { selfTrade: self_trade }),
    ...(client_order_id !== undefined && { clientOrderId: client_order_id }),
  };
}

type Triggered = Pick<z.output<typeof MarketOrder>, 'quantity' | 'total' | 'worst_price'>;

/**
 * An order is by quantity or, a buy, by total.
 *
 * @throws Problem unprocessable_entity.
 */
function requireOneSize({ operation, quantity, total }: Triggered & Pick<Shared, 'operation'>): void {
  if (quantity === undefined && total === undefined) throw wrongField('quantity', 'field_required');
  if (total === undefined) return;
  if (operation === 'sell') throw wrongField('total', 'total_for_buys');
  if (quantity !== undefined) throw wrongField('total', 'quantity_or_total');
}

function wrongField(name: string, code: ErrorCode): Problem {
  return new Problem('unprocessable_entity', { fields: { [name]: { code } } });
}

/** How much of an order that takes what it finds, and at which price it stops. */
function size({ quantity, total, worst_price }: Triggered, market: MarketUnits) {
  return {
    ...(quantity !== undefined && { quantity: market.quantity(quantity) }),
    ...(total !== undefined && { budget: market.budget(total) }),
    ...(worst_price !== undefined && { worstPrice: market.price(worst_price) }),
  };
}

/**
 * A stop that buys a quantity holds money for the worst price that it may meet, so it must name one.
 *
 * @throws Problem unprocessable_entity.
 */
function requireWorstPrice({
  operation,
  quantity,
  total,
  worst_price,
}: Triggered & Pick<Shared, 'operation'>) {
  if (operation === 'sell' || quantity === undefined || total !== undefined || worst_price !== undefined)
    return;
  throw wrongField('worst_price', 'field_required');
}

/** An order that never rests cannot be post-only. @throws Problem invalid_order_type. */
function requireRest({ post_only, time_in_force }: z.output<typeof LimitOrder>): void {
  if (post_only && time_in_force !== 'gtc') throw refusalAt('post_only', { code: 'invalid_order_type' });
}

/** Nearly all orders are this one: field by field is several times as quick as putting objects together. */
function limitOrder(body: z.output<typeof LimitOrder>, market: MarketUnits, account: string): PlaceOrder {
  requireRest(body);
  const { client_order_id: clientOrderId, self_trade: selfTrade } = body;
  const order = {
    kind: 'PlaceOrder',
    key: orderKey(account, clientOrderId),
    account,
    market: market.code,
    side: body.operation,
    type: 'limit',
    quantity: market.quantity(body.quantity),
    price: market.price(body.price),
    timeInForce: body.time_in_force,
    postOnly: body.post_only,
  } as const;
  if (clientOrderId === undefined) return selfTrade === undefined ? order : { ...order, selfTrade };
  return selfTrade === undefined ? { ...order, clientOrderId } : { ...order, selfTrade, clientOrderId };
}

/** @throws Problem for a price or quantity that is finer than the market, and for a worst price that is missing. */
export function newOrder(body: z.output<typeof NewOrder>, market: MarketUnits, account: string): PlaceOrder {
  if (body.type === orderTypes.limit) return limitOrder(body, market, account);
  const common = { kind: 'PlaceOrder', ...shared(body, market, account) } as const;
  switch (body.type) {
    case orderTypes.stop:
      requireOneSize(body);
      requireWorstPrice(body);
      return { ...common, type: 'stop', ...size(body, market), stopPrice: market.price(body.stop_price) };
    case orderTypes.trailing_stop:
      requireOneSize(body);
      requireWorstPrice(body);
      return { ...common, type: 'trailing_stop', ...size(body, market), trail: market.price(body.trail) };
    case orderTypes.pegged:
      return {
        ...common,
        type: 'pegged',
        quantity: market.quantity(body.quantity),
        percent: percentUnits(body.percent),
        minimumPrice: market.price(body.min_price),
        maximumPrice: market.price(body.max_price),
      };
  }
}

export function stopLimitOrder(
  body: z.output<typeof StopLimitOrder>,
  market: MarketUnits,
  account: string,
): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    ...shared(body, market, account),
    type: 'stop_limit',
    quantity: market.quantity(body.quantity),
    stopPrice: market.price(body.stop_price),
    limitPrice: market.price(body.limit_price),
    timeInForce: body.time_in_force,
  };
}

export function marketOrder(
  body: z.output<typeof MarketOrder>,
  market: MarketUnits,
  account: string,
): PlaceOrder {
  const { time_in_force } = body;
  requireOneSize(body);
  return {
    kind: 'PlaceOrder',
    ...shared(body, market, account),
    type: 'market',
    ...size(body, market),
    ...(time_in_force !== undefined && { timeInForce: time_in_force }),
  };
}

export function ocoOrders(
  body: z.output<typeof OcoOrders>,
  market: MarketUnits,
  account: string,
): PlaceOcoOrders {
  const { limit_price, worst_price } = body;
  if (limit_price === undefined) requireWorstPrice(body);
  return {
    kind: 'PlaceOcoOrders',
    ...shared(body, market, account),
    quantity: market.quantity(body.quantity),
    price: market.price(body.price),
    stopPrice: market.price(body.stop_price),
    ...(limit_price !== undefined && { limitPrice: market.price(limit_price) }),
    ...(worst_price !== undefined && { worstPrice: market.price(worst_price) }),
  };
}
