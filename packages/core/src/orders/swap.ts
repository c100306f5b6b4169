import { fail, succeed } from '@emporion/kernel';
import type { Swap } from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { fillsWhole, type Match, match } from '#matching/matcher.ts';
import type { OrderTerms, Side } from '#matching/order.ts';
import { checkAccount, checkAmount, checkCoin } from '#money/money-checks.ts';
import type { Exchange } from '#state/exchange.ts';
import { amountMax } from '#state/limits.ts';
import type { Market } from '#state/market.ts';
import { checkAmountOfCost, checkQuantity } from './order-checks.ts';
import { protectedPrice } from './order-terms.ts';
import { checkMayTrade, placed } from './place-order.ts';
import { take, workingCopy } from './take.ts';

/** Decided whole before anything is applied. Rejections, in order: see the table of Swap in docs/core.md. */
export function decideSwap(exchange: Exchange, command: Swap): Decision<ExchangeEvent[]> {
  const objection = checkSwap(exchange, command);
  if (objection) return fail(objection);

  const events: ExchangeEvent[] = [];
  const orderIds: number[] = [];
  let coin = command.from;
  let amount = command.amount;
  let given = 0n;
  for (const [index, code] of command.route.entries()) {
    const market = exchange.market(code);
    const leg = decideLeg(exchange, {
      market,
      command,
      coin,
      amount,
      index,
      tradesBefore: countTrades(events),
    });
    if (!leg.ok) return leg;
    events.push(...leg.value.events);
    orderIds.push(leg.value.orderId);
    if (index === 0) given = leg.value.given;
    coin = coin === market.base ? market.quote : market.base;
    amount = leg.value.received;
  }
  const { account, from, to, minimumReceived } = command;
  if (amount < minimumReceived)
    return reject('check_min_max_limit', {
      reason: 'price_moved',
      received: `${amount}`,
      minimum: `${minimumReceived}`,
    });
  // From here on the command must succeed.
  events.push({ kind: 'SwapExecuted', account, from, to, given, received: amount, orderIds });
  return succeed(events);
}

function checkSwap(exchange: Exchange, command: Swap): Objection {
  const { account, from, to, amount, minimumReceived, route } = command;
  const early =
    checkAccount(exchange, account) ??
    checkMayTrade(exchange.account(account)) ??
    checkCoin(exchange, from) ??
    checkCoin(exchange, to) ??
    checkAmount(amount) ??
    checkMinimum(minimumReceived) ??
    checkRoute(exchange, { from, to, route });
  if (early) return early;
  const free = exchange.ledger.available(account, from);
  return amount <= free
    ? null
    : object('insufficient_balance', { coin: from, free: `${free}`, needed: `${amount}` });
}

function checkMinimum(minimum: unknown): Objection {
  const fits = typeof minimum === 'bigint' && minimum >= 0n && minimum <= amountMax;
  return fits ? null : object('wrong_data', { field: 'minimumReceived' });
}

/** The route leads from one coin to the other through one open market or two. */
export function checkRoute(
  exchange: Exchange,
  { from, to, route }: Pick<Swap, 'from' | 'to' | 'route'>,
): Objection {
  if (!Array.isArray(route) || route.length < 1 || route.length > 2) return object('not_suitable_pair');
  let coin = from;
  for (const code of route) {
    const market = exchange.markets.get(code);
    if (!market) return object('invalid_trading_pair');
    if (market.state !== 'open') return object('market_closed', { state: market.state });
    if (coin !== market.base && coin !== market.quote) return object('not_suitable_pair');
    coin = coin === market.base ? market.quote : market.base;
  }
  return coin === to && from !== to ? null : object('not_suitable_pair');
}

interface Leg {
  readonly market: Market;
  readonly command: Swap;
  readonly coin: string;
  readonly amount: bigint;
  readonly index: number;
  readonly tradesBefore: number;
}

interface DecidedLeg {
  readonly events: readonly ExchangeEvent[];
  readonly orderId: number;
  readonly given: bigint;
  readonly received: bigint;
}

/** Rejects with what `findLeg` names. */
function decideLeg(
  exchange: Exchange,
  { market, command, coin, amount, index, tradesBefore }: Leg,
): Decision<DecidedLeg> {
  const leg = findLeg(exchange, {
    ...{ market, account: command.account, coin, amount },
    ...{ orderId: exchange.lastOrderId + 1 + index, at: command.acceptedAt },
  });
  if (!leg.ok) return leg;
  const { order, found } = leg.value;
  const taker = workingCopy(order);
  const events = take(exchange, { market, order: taker, found, at: command.acceptedAt, tradesBefore });
  const { gross, received } = proceedsOf(market, events);
  const objection = checkProceeds(market, { side: order.side, gross, received });
  if (objection) return fail(objection);
  return succeed({
    events: [placed(market, order, 'taking'), ...events],
    orderId: order.id,
    // After the trades the copy holds what they left over.
    given: order.held - taker.held,
    received,
  });
}

export interface LegTerms {
  readonly market: Market;
  /** Whose own orders stand in the way; nobody's for whoever only asks. */
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly orderId: number;
  readonly at: number;
}

export interface FoundLeg {
  readonly order: OrderTerms;
  readonly found: Match;
}

/**
 * One leg is a market order: a sell of whole lots, or a buy by budget. What is less than a lot or a unit stays with the account.
 * Rejects with what the checks of quantity and cost name, order_size_too_large when the book cannot take all of it, order_error when
 * an own order stands in the way.
 */
export function findLeg(
  { limits }: Exchange,
  { market, account, coin, amount, orderId, at }: LegTerms,
): Decision<FoundLeg> {
  const sells = coin === market.base;
  const side = sells ? 'sell' : 'buy';
  const lots = sells ? wholeLots(market, amount) : 0n;
  if (lots > market.rules.maximumQuantity) return reject('order_size_too_large', { market: market.code });
  const quantity = Number(lots);
  const objection = sells ? checkQuantity(market, quantity) : checkAmountOfCost(market, amount);
  if (objection) return fail(objection);
  const order: OrderTerms = {
    id: orderId,
    account,
    market: market.code,
    side,
    type: 'market',
    quantity,
    remaining: quantity,
    price: protectedPrice(market, { side, price: 0 }),
    holdPrice: 0,
    held: sells ? market.units.base(quantity) : amount,
    timeInForce: 'fok',
    postOnly: false,
    selfTrade: 'newest',
    clientOrderId: null,
    conditions: null,
    linkedTo: 0,
    placedAt: at,
  };
  const found = match(market, order, limits.fillsPerOrderMax);
  if (found.end === 'self_trade') return reject('order_error', { reason: 'own_order' });
  if (!fillsWhole(found) && found.end !== 'dust')
    return reject('order_size_too_large', { reason: 'not_offered', market: market.code });
  return succeed({ order, found });
}

/** Rejects with order_cost_limit, order_small_quantity. */
export function checkProceeds(
  market: Market,
  { side, gross, received }: { side: Side; gross: bigint; received: bigint },
): Objection {
  const objection = side === 'sell' && gross > 0n ? checkAmountOfCost(market, gross) : null;
  return objection ?? (received === 0n ? object('order_small_quantity') : null);
}

function wholeLots({ units, rules }: Market, amount: bigint): bigint {
  const quantity = units.quantityDown(amount);
  return quantity - (quantity % BigInt(rules.lot));
}

/** What the taker got out of the trades, before and after its fees. */
function proceedsOf(
  { units }: Market,
  events: readonly ExchangeEvent[],
): { gross: bigint; received: bigint } {
  let gross = 0n;
  let fees = 0n;
  for (const event of events) {
    if (event.kind !== 'TradeExecuted') continue;
    const { takerSide, price, quantity, takerFee } = event;
    gross += takerSide === 'buy' ? units.base(quantity) : units.quoteDown(price, quantity);
    fees += takerFee;
  }
  return { gross, received: gross - fees };
}

function countTrades(events: readonly ExchangeEvent[]): number {
  return events.filter(({ kind }) => kind === 'TradeExecuted').length;
}
