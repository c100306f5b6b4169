import { fail, succeed } from '@emporion/kernel';
import type { PlaceOcoOrders, PlaceOrder } from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { meetsBook } from '#matching/matcher.ts';
import type { OrderTerms } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { checkAccountLimits } from './order-checks.ts';
import { type DraftTerms, draftTerms, holdOf } from './order-terms.ts';
import { checkAdmission, checkChoices, checkFunds, placed } from './place-order.ts';

/**
 * Two orders for one hold. The limit order holds what it needs; the stop holds only what it needs on top of that, so that together
 * they hold the larger of the two. Rejections, in order: see the table of PlaceOcoOrders in docs/core.md.
 */
export function decidePlaceOcoOrders(exchange: Exchange, command: PlaceOcoOrders): Decision<ExchangeEvent[]> {
  const market = exchange.markets.get(command.market);
  if (!market) return reject('invalid_trading_pair');
  const account = exchange.findAccount(command.account);
  if (!account) return reject('account_not_found');
  const early = checkAdmission(market, account, {}) ?? checkStopType(command) ?? checkChoices(command);
  if (early) return fail(early);
  const limitDraft = draftTerms(market, limitOf(command));
  if (!limitDraft.ok) return limitDraft;
  const stopDraft = draftTerms(market, stopOf(command));
  if (!stopDraft.ok) return stopDraft;
  const { clientOrderId, acceptedAt: at } = command;
  const late =
    checkSides(command) ??
    checkAccountLimits(exchange, account, market, { count: 2, staying: 2, clientOrderId, at });
  if (late) return fail(late);

  const limit = draftLeg(exchange, market, limitOf(command), limitDraft.value);
  const stop = draftLeg(exchange, market, stopOf(command), stopDraft.value);
  let together = limit.held;
  if (together < stop.held) together = stop.held;
  const funds = checkFunds(market, account, { side: limit.side, held: together });
  if (funds) return fail(funds);
  if (meetsBook(market.book, limit)) return reject('order_error', { reason: 'would_trade' });
  return succeed([
    placed(market, limit, 'book'),
    placed(market, { ...stop, held: together - limit.held }, 'waiting'),
  ]);
}

/** The stop is a stop-limit order, or a stop with perhaps a worst price. Rejects with order_wrong_type. */
function checkStopType({ limitPrice, worstPrice }: PlaceOcoOrders): Objection {
  const both = limitPrice !== undefined && worstPrice !== undefined;
  return both ? object('order_wrong_type', { field: 'worstPrice' }) : null;
}

/** The limit order is on the profitable side of the stop. Rejects with order_wrong_price. */
function checkSides({ side, price, stopPrice }: PlaceOcoOrders): Objection {
  const apart = side === 'sell' ? price > stopPrice : price < stopPrice;
  return apart ? null : object('order_wrong_price', { field: 'stopPrice' });
}

function limitOf(command: PlaceOcoOrders): PlaceOrder {
  const { key, acceptedAt, account, market, side, quantity, price, clientOrderId } = command;
  const selfTrade = command.selfTrade ?? 'newest';
  const order = { kind: 'PlaceOrder', key, acceptedAt, account, market, side, quantity, selfTrade } as const;
  return { ...order, type: 'limit', price, ...(clientOrderId === undefined ? {} : { clientOrderId }) };
}

function stopOf(command: PlaceOcoOrders): PlaceOrder {
  const { key, acceptedAt, account, market, side, quantity, stopPrice, limitPrice, worstPrice } = command;
  const selfTrade = command.selfTrade ?? 'newest';
  const order = {
    kind: 'PlaceOrder',
    key,
    acceptedAt,
    account,
    market,
    side,
    quantity,
    selfTrade,
    stopPrice,
  } as const;
  if (limitPrice !== undefined) return { ...order, type: 'stop_limit', limitPrice };
  return { ...order, type: 'stop', ...(worstPrice === undefined ? {} : { worstPrice }) };
}

/** The limit order has the first id and the stop the second, so each knows the other. */
function draftLeg(exchange: Exchange, market: Market, command: PlaceOrder, draft: DraftTerms): OrderTerms {
  const isLimit = command.type === 'limit';
  const [limitId, stopId] = [exchange.lastOrderId + 1, exchange.lastOrderId + 2];
  const { side, type, selfTrade = 'newest', clientOrderId = null, acceptedAt } = command;
  const { quantity, price, holdPrice, conditions } = draft;
  return {
    id: isLimit ? limitId : stopId,
    account: command.account,
    market: market.code,
    side,
    type,
    quantity,
    remaining: quantity,
    price,
    holdPrice,
    held: holdOf(market, { side, holdPrice }, quantity),
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade,
    clientOrderId,
    conditions,
    linkedTo: isLimit ? stopId : limitId,
    placedAt: acceptedAt,
  };
}
