import { fail, succeed } from '@emporion/kernel';
import type { PlaceOrder } from '#commands/commands.ts';
import type { ExchangeEvent, OrderPlaced } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { moveWithin } from '#ledger/posting.ts';
import { fillsWhole, type Match, match, meetsBook } from '#matching/matcher.ts';
import type { OrderTerms } from '#matching/order.ts';
import type { Account } from '#state/account.ts';
import type { Exchange } from '#state/exchange.ts';
import { followingOrdersPerAccountMax, isPlainText, textLengthMax } from '#state/limits.ts';
import type { Market } from '#state/market.ts';
import { checkAccountLimits, checkAmountOfCost } from './order-checks.ts';
import { checkType, type DraftTerms, draftTerms, holdOf, protectedPrice } from './order-terms.ts';
import { mayRest, take, workingCopy } from './take.ts';

/** Rejections, in order: see the table of PlaceOrder in docs/core.md. */
export function decidePlaceOrder(exchange: Exchange, command: PlaceOrder): Decision<ExchangeEvent[]> {
  const market = exchange.markets.get(command.market);
  if (!market) return reject('invalid_trading_pair');
  const account = exchange.findAccount(command.account);
  if (!account) return reject('account_not_found');
  const early = checkAdmission(market, account, command) ?? checkType(command) ?? checkChoices(command);
  if (early) return fail(early);
  const draft = draftTerms(market, command);
  if (!draft.ok) return draft;
  const { clientOrderId, acceptedAt: at } = command;
  const late =
    checkAccountLimits(exchange, account, market, {
      count: 1,
      staying: mayStay(command) ? 1 : 0,
      clientOrderId,
      at,
    }) ?? checkLineLimits(exchange, market, command);
  if (late) return fail(late);

  const order = draftOrder(exchange, { market, account, command, draft: draft.value });
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
  const objection = checkMayTrade(account);
  if (objection) return objection;
  if (market.state === 'open' || (market.state === 'post_only' && postOnly)) return null;
  return object('market_closed', { state: market.state });
}

/** An owner can lift their own freeze, and only an operator the other switch. Rejects with trading_disabled. */
export function checkMayTrade({ mayTrade, tradingEnabled }: Account): Objection {
  if (mayTrade) return null;
  return tradingEnabled ? object('trading_disabled', { reason: 'frozen' }) : object('trading_disabled');
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
  return isPlainText(clientOrderId, textLengthMax) ? null : object('wrong_data', { field: 'clientOrderId' });
}

/** Whether it can be open after its command: on the book, or waiting for its stop price. */
function mayStay({ type, timeInForce = 'gtc' }: PlaceOrder): boolean {
  return type === 'limit' ? timeInForce === 'gtc' : type !== 'market';
}

/** Orders that follow the market cost work at every trade, so there is room for few of them. Rejects with order_market_full, order_too_many_open. */
function checkLineLimits({ limits }: Exchange, market: Market, { type, account }: PlaceOrder): Objection {
  if (type !== 'trailing_stop' && type !== 'pegged') return null;
  const [line, maximum] =
    type === 'pegged'
      ? [market.pegged, limits.peggedOrdersPerMarketMax]
      : [market.trailing, limits.trailingStopsPerMarketMax];
  let own = 0;
  for (const order of line) if (order.account === account) own += 1;
  if (own >= followingOrdersPerAccountMax)
    return object('order_too_many_open', { maximum: followingOrdersPerAccountMax });
  return line.size >= maximum ? object('order_market_full', { maximum }) : null;
}

interface Draft {
  readonly market: Market;
  readonly account: Account;
  readonly command: PlaceOrder;
  readonly draft: DraftTerms;
}

function draftOrder(exchange: Exchange, { market, account, command, draft }: Draft): OrderTerms {
  const {
    side,
    type,
    timeInForce = 'gtc',
    postOnly = false,
    selfTrade = 'newest',
    clientOrderId = null,
  } = command;
  const { quantity, budget, price, holdPrice, conditions } = draft;
  return {
    id: exchange.lastOrderId + 1,
    // The account's own text, not the command's equal one: finding an account by the very same text is faster.
    account: account.id,
    market: market.code,
    side,
    type,
    quantity,
    remaining: quantity,
    price,
    holdPrice,
    held: budget ?? holdOf(market, { side, holdPrice }, quantity),
    timeInForce,
    postOnly,
    selfTrade,
    clientOrderId,
    conditions,
    linkedTo: 0,
    placedAt: command.acceptedAt,
  };
}

/** Rejects with insufficient_balance. */
function placeWaiting(market: Market, account: Account, order: OrderTerms): Decision<ExchangeEvent[]> {
  const objection = checkFunds(market, account, order);
  return objection ? fail(objection) : succeed([placed(market, order, 'waiting')]);
}

/** Rejects with insufficient_balance, then order_error for a post-only order that would trade and a fok that cannot fill. */
function placeResting(
  exchange: Exchange,
  market: Market,
  account: Account,
  order: OrderTerms,
): Decision<ExchangeEvent[]> {
  const objection = checkFunds(market, account, order);
  if (objection) return fail(objection);
  if (!meetsBook(market.book, order)) {
    if (order.timeInForce === 'fok') return reject('order_error', { reason: 'cannot_fill' });
    if (mayRest(order)) return succeed([placed(market, order, 'book')]);
  } else if (order.postOnly) return reject('order_error', { reason: 'would_trade' });
  const found = match(market, order, exchange.limits.fillsPerOrderMax);
  if (order.timeInForce === 'fok' && !fillsWhole(found))
    return reject('order_error', { reason: 'cannot_fill' });
  // From here on the command must succeed.
  return succeed(placeTaking(exchange, market, order, found));
}

/** Rejects with order_no_funds, order_cost_limit, then order_error for a fok that cannot fill. */
function placeMarket(
  exchange: Exchange,
  market: Market,
  account: Account,
  order: OrderTerms,
): Decision<ExchangeEvent[]> {
  const byBudget = order.quantity === 0;
  if ((byBudget || order.side === 'sell') && checkFunds(market, account, order))
    return reject('order_no_funds');
  const bounded = { ...order, price: protectedPrice(market, order) };
  const found = match(market, bounded, exchange.limits.fillsPerOrderMax);
  let cost = 0n;
  for (const { maker, quantity } of found.fills) cost += market.units.quoteUp(maker.price, quantity);
  // A buy by quantity holds what its trades will cost, to the unit.
  const held = byBudget || order.side === 'sell' ? order.held : cost;
  if (checkFunds(market, account, { side: order.side, held })) return reject('order_no_funds');
  const costObjection = byBudget || found.fills.length === 0 ? null : checkAmountOfCost(market, cost);
  if (costObjection) return fail(costObjection);
  if (order.timeInForce === 'fok' && !fillsWhole(found))
    return reject('order_error', { reason: 'cannot_fill' });
  // From here on the command must succeed.
  return succeed(placeTaking(exchange, market, { ...bounded, held }, found));
}

function placeTaking(exchange: Exchange, market: Market, order: OrderTerms, found: Match): ExchangeEvent[] {
  const trades = take(exchange, { market, order: workingCopy(order), found, at: order.placedAt });
  return [placed(market, order, 'taking'), ...trades];
}

/** Rejects with insufficient_balance. */
export function checkFunds(
  market: Market,
  account: Account,
  { side, held }: Pick<OrderTerms, 'side' | 'held'>,
): Objection {
  const coin = side === 'buy' ? market.quote : market.base;
  const free = account.available(coin);
  return held <= free ? null : object('insufficient_balance', { coin, free: `${free}`, needed: `${held}` });
}

export function placed(market: Market, order: OrderTerms, place: OrderPlaced['place']): OrderPlaced {
  const { account, side, held: amount } = order;
  const coin = side === 'buy' ? market.quote : market.base;
  const postings = moveWithin({ account, coin, from: 'available', to: 'orders', amount });
  return { kind: 'OrderPlaced', order, place, postings };
}
