import { fail, succeed } from '@emporion/kernel';
import { moveWithin } from '#ledger/posting.ts';
import type { Match } from '#matching/matcher.ts';
import { Order } from '#matching/order.ts';
import type { Account } from './account.ts';
import type { PlaceOrder } from './commands.ts';
import type { ExchangeEvent, OrderPlaced } from './events.ts';
import type { Exchange } from './exchange.ts';
import { textLengthMax } from './limits.ts';
import type { Market } from './market.ts';
import { checkAccountLimits, checkAmountOfCost } from './order-checks.ts';
import { checkType, type DraftTerms, draftTerms } from './order-terms.ts';
import { protectedPrice } from './protected-price.ts';
import { type Decision, type Objection, object, reject } from './rejection.ts';
import { matchOrder, mayRest, take } from './take.ts';

/** Rejections, in order: see the table of PlaceOrder in docs/core.md. */
export function decidePlaceOrder(exchange: Exchange, command: PlaceOrder): Decision<ExchangeEvent[]> {
  const market = exchange.markets.get(command.market);
  if (!market) return reject('invalid_trading_pair');
  const account = exchange.accounts.get(command.account);
  if (!account) return reject('account_not_found');
  const early = checkAdmission(market, account, command) ?? checkType(command) ?? checkChoices(command);
  if (early) return fail(early);
  const draft = draftTerms(market, command);
  if (!draft.ok) return draft;
  const { clientOrderId, acceptedAt: at } = command;
  const late =
    checkAccountLimits(exchange, account, market, { count: 1, clientOrderId, at }) ??
    checkLineLimits(exchange, market, command);
  if (late) return fail(late);

  const order = draftOrder(exchange, market, command, draft.value);
  if (order.conditions && order.type !== 'pegged') return placeWaiting(market, account, order);
  if (order.type === 'market') return placeMarket(exchange, market, account, order);
  return placeResting(exchange, market, account, order);
}

/** Rejects with trading_disabled, market_closed. */
export function checkAdmission(
  market: Market,
  account: Account,
  { postOnly = false }: { postOnly?: boolean },
): Objection {
  if (!account.tradingEnabled) return object('trading_disabled');
  if (market.state === 'open' || (market.state === 'post_only' && postOnly)) return null;
  return object('market_closed', { state: market.state });
}

type OrderChoices = Pick<PlaceOrder, 'side' | 'selfTrade' | 'clientOrderId' | 'postOnly'>;

/** Rejects with wrong_data. */
export function checkChoices({
  side,
  selfTrade = 'newest',
  clientOrderId,
  postOnly = false,
}: OrderChoices): Objection {
  if (side !== 'buy' && side !== 'sell') return object('wrong_data', { field: 'side' });
  if (selfTrade !== 'newest' && selfTrade !== 'oldest' && selfTrade !== 'both') {
    return object('wrong_data', { field: 'selfTrade' });
  }
  if (typeof postOnly !== 'boolean') return object('wrong_data', { field: 'postOnly' });
  if (clientOrderId === undefined) return null;
  const fits =
    typeof clientOrderId === 'string' && clientOrderId.length > 0 && clientOrderId.length <= textLengthMax;
  return fits ? null : object('wrong_data', { field: 'clientOrderId' });
}

/** Rejects with out_of_limit. */
function checkLineLimits({ limits }: Exchange, market: Market, { type }: PlaceOrder): Objection {
  if (type === 'trailing_stop' && market.trailing.size >= limits.trailingStopsPerMarketMax) {
    return object('out_of_limit', { maximum: limits.trailingStopsPerMarketMax });
  }
  if (type === 'pegged' && market.pegged.size >= limits.peggedOrdersPerMarketMax) {
    return object('out_of_limit', { maximum: limits.peggedOrdersPerMarketMax });
  }
  return null;
}

function draftOrder(exchange: Exchange, market: Market, command: PlaceOrder, draft: DraftTerms): Order {
  const {
    side,
    type,
    timeInForce = 'gtc',
    postOnly = false,
    selfTrade = 'newest',
    clientOrderId = null,
  } = command;
  const { quantity, budget, price, holdPrice, conditions } = draft;
  return new Order({
    id: exchange.lastOrderId + 1,
    account: command.account,
    market: market.code,
    side,
    type,
    quantity,
    price,
    holdPrice,
    held:
      budget ?? (side === 'sell' ? market.units.base(quantity) : market.units.quoteUp(holdPrice, quantity)),
    timeInForce,
    postOnly,
    selfTrade,
    clientOrderId,
    conditions,
    linkedTo: 0,
    placedAt: command.acceptedAt,
  });
}

/** Rejects with insufficient_balance. */
function placeWaiting(market: Market, account: Account, order: Order): Decision<ExchangeEvent[]> {
  const objection = checkFunds(market, account, order);
  return objection ? fail(objection) : succeed([placed(market, order, 'waiting')]);
}

/** Rejects with insufficient_balance, then order_error for a post-only order that would trade and a fok that cannot fill. */
function placeResting(
  exchange: Exchange,
  market: Market,
  account: Account,
  order: Order,
): Decision<ExchangeEvent[]> {
  const objection = checkFunds(market, account, order);
  if (objection) return fail(objection);
  const found = matchOrder(exchange, market, order);
  const meets = found.fills.length > 0 || found.end !== 'no_match';
  if (order.postOnly && (meets || found.ownOrders.length > 0))
    return reject('order_error', { reason: 'would_trade' });
  if (order.timeInForce === 'fok' && found.end !== 'filled')
    return reject('order_error', { reason: 'cannot_fill' });
  // From here on the command must succeed.
  if (!meets && found.ownOrders.length === 0 && mayRest(order))
    return succeed([placed(market, order, 'book')]);
  return succeed(placeTaking(exchange, market, order, found));
}

/** Rejects with order_no_funds, order_cost_limit, then order_error for a fok that cannot fill. */
function placeMarket(
  exchange: Exchange,
  market: Market,
  account: Account,
  order: Order,
): Decision<ExchangeEvent[]> {
  const byBudget = order.quantity === 0;
  if (byBudget || order.side === 'sell') {
    if (checkFunds(market, account, order)) return reject('order_no_funds');
  }
  order.price = protectedPrice(market, order);
  const found = matchOrder(exchange, market, order);
  let cost = 0n;
  for (const { maker, quantity } of found.fills) cost += market.units.quoteUp(maker.price, quantity);
  if (!byBudget && order.side === 'buy') {
    // A buy by quantity holds what its trades will cost, to the unit.
    order.held = cost;
    if (checkFunds(market, account, order)) return reject('order_no_funds');
  }
  const costObjection = byBudget || found.fills.length === 0 ? null : checkAmountOfCost(market, cost);
  if (costObjection) return fail(costObjection);
  const whole = found.end === 'filled' || found.end === 'budget_spent' || (byBudget && cost === order.held);
  if (order.timeInForce === 'fok' && !whole) return reject('order_error', { reason: 'cannot_fill' });
  // From here on the command must succeed.
  return succeed(placeTaking(exchange, market, order, found));
}

function placeTaking(exchange: Exchange, market: Market, order: Order, found: Match): ExchangeEvent[] {
  const first = placed(market, order, 'taking');
  return [first, ...take(exchange, { market, order, found, at: order.placedAt })];
}

/** Rejects with insufficient_balance. */
export function checkFunds(
  market: Market,
  { wallet }: Account,
  { side, held }: Pick<Order, 'side' | 'held'>,
): Objection {
  const coin = side === 'buy' ? market.quote : market.base;
  const free = wallet.available(coin);
  return held <= free ? null : object('insufficient_balance', { coin, free: `${free}`, needed: `${held}` });
}

export function placed(market: Market, order: Order, place: OrderPlaced['place']): OrderPlaced {
  const { id, account, side, type, quantity, price, holdPrice, held, timeInForce, postOnly, selfTrade } =
    order;
  const { clientOrderId, conditions, linkedTo, placedAt } = order;
  return {
    kind: 'OrderPlaced',
    order: {
      id,
      account,
      market: market.code,
      side,
      type,
      quantity,
      price,
      holdPrice,
      held,
      timeInForce,
      postOnly,
      selfTrade,
      clientOrderId,
      conditions,
      linkedTo,
      placedAt,
    },
    place,
    postings: moveWithin({
      account,
      coin: side === 'buy' ? market.quote : market.base,
      from: 'available',
      to: 'orders',
      amount: held,
    }),
  };
}
