import { fail, isPositiveInteger, succeed } from '@emporion/kernel';
import type { AmendOrder } from '#commands/commands.ts';
import type { ExchangeEvent, OrderAmended } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { moveWithin } from '#ledger/posting.ts';
import { match } from '#matching/matcher.ts';
import type { Order } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';
import { amendedTerms, stopPriceOf } from './amended-terms.ts';
import { whyNotOpen } from './cancel-orders.ts';
import { checkQuantity } from './order-checks.ts';
import { holdOf } from './order-terms.ts';
import { checkAdmission } from './place-order.ts';
import { take, workingCopy } from './take.ts';

/** Rejections, in order: see the table of AmendOrder in docs/core.md. */
export function decideAmendOrder(exchange: Exchange, command: AmendOrder): Decision<ExchangeEvent[]> {
  const order = exchange.orders.get(command.orderId);
  if (!order || order.account !== command.account) return fail(whyNotOpen(exchange, command));
  const market = exchange.market(order.market);
  const early = checkAdmission(market, exchange.account(order.account), order) ?? checkFields(order, command);
  if (early) return fail(early);
  const { quantity = order.quantity } = command;
  if (quantity !== order.quantity && !isPositiveInteger(quantity)) return reject('order_wrong_quantity');
  const remaining = quantity - (order.quantity - order.remaining);
  const changed = amendable.filter((field) => isChanged(order, command, field));
  // Whoever sends an amendment again, or asks for what is so already, must not lose the place in the queue.
  if (changed.length === 0) return succeed([]);
  if (changed.length === 1 && quantity < order.quantity)
    return reduce(market, order, { quantity, remaining });
  return replace(exchange, { market, order, command, remaining });
}

const amendable = [
  'quantity',
  'price',
  'stopPrice',
  'limitPrice',
  'percent',
  'minimumPrice',
  'maximumPrice',
] as const;
type Amendable = (typeof amendable)[number];
const onlyPegged: readonly Amendable[] = ['percent', 'minimumPrice', 'maximumPrice'];

/** Rejects with wrong_data, order_not_opened, order_not_auto, order_wrong_type. */
function checkFields(order: Order, command: AmendOrder): Objection {
  const given = amendable.filter((field) => command[field] !== undefined);
  if (given.length === 0) return object('wrong_data');
  if (order.place === 'due') return object('order_not_opened');
  // The two orders of a pair share one hold; cancelling and placing the pair anew says clearly what is meant.
  if (order.linkedTo !== 0) return object('order_wrong_type', { reason: 'linked' });
  const allowed = fieldsOf(order);
  const foreign = given.find((field) => !allowed.includes(field));
  if (foreign === undefined) return null;
  return object(onlyPegged.includes(foreign) ? 'order_not_auto' : 'order_wrong_type', { field: foreign });
}

function fieldsOf(order: Order): readonly Amendable[] {
  if (order.quantity === 0) return order.type === 'stop' ? ['stopPrice'] : [];
  if (order.type === 'pegged') return ['quantity', ...onlyPegged];
  if (order.type === 'trailing_stop') return ['quantity'];
  if (order.type === 'stop') return ['quantity', 'stopPrice'];
  // A stop-limit that has fired is a limit order, whose price is the limit price.
  if (order.type === 'stop_limit')
    return order.place === 'book' ? ['quantity', 'limitPrice'] : ['quantity', 'stopPrice', 'limitPrice'];
  return ['quantity', 'price'];
}

function isChanged(order: Order, command: AmendOrder, field: Amendable): boolean {
  return command[field] !== undefined && command[field] !== currentValue(order, field);
}

function currentValue(order: Order, field: Amendable): number | undefined {
  if (field === 'quantity' || field === 'price') return order[field];
  // The limit price of a stop-limit is the price of the order.
  return field === 'limitPrice' ? order.price : order.conditions?.[field];
}

/** Rejects with what `checkQuantity` names, invalid_order_size, order_small_quantity. */
function reduce(
  market: Market,
  order: Order,
  next: { quantity: number; remaining: number },
): Decision<ExchangeEvent[]> {
  const { quantity, remaining } = next;
  const objection =
    checkQuantity(market, quantity) ?? checkRemaining(market, order.price || stopPriceOf(order), remaining);
  if (objection) return fail(objection);
  const held = holdOf(market, order, remaining);
  const { id: orderId, account, side } = order;
  const postings = moveWithin({
    account,
    coin: side === 'buy' ? market.quote : market.base,
    from: 'orders',
    to: 'available',
    amount: order.held - held,
  });
  return succeed([{ kind: 'OrderReduced', orderId, quantity, remaining, held, postings }]);
}

interface Replacement {
  readonly market: Market;
  readonly order: Order;
  readonly command: AmendOrder;
  readonly remaining: number;
}

/** Rejects with what `draftTerms` names, invalid_order_size, order_small_quantity, insufficient_balance, order_error. */
function replace(
  exchange: Exchange,
  { market, order, command, remaining }: Replacement,
): Decision<ExchangeEvent[]> {
  const drafted = amendedTerms(market, order, command);
  if (!drafted.ok) return drafted;
  const draft = drafted.value;
  const byBudget = order.quantity === 0;
  const small = byBudget ? null : checkRemaining(market, draft.price || stopPriceOf(draft), remaining);
  if (small) return fail(small);

  const held = byBudget
    ? order.held
    : holdOf(market, { side: order.side, holdPrice: draft.holdPrice }, remaining);
  const coin = order.side === 'buy' ? market.quote : market.base;
  const free = exchange.account(order.account).available(coin);
  if (held - order.held > free)
    return reject('insufficient_balance', { coin, free: `${free}`, needed: `${held - order.held}` });

  const taker = workingCopy(order);
  Object.assign(taker, {
    quantity: draft.quantity,
    remaining,
    price: draft.price,
    holdPrice: draft.holdPrice,
    held,
  });
  // A stop-limit that has fired keeps what it fired at.
  if (order.place === 'waiting' || order.type === 'pegged') taker.conditions = draft.conditions;
  if (order.place === 'waiting') return succeed([amended(market, order, taker, 'waiting')]);

  const found = match(market, taker, exchange.limits.fillsPerOrderMax);
  const meets = found.end !== 'no_match' || found.fills.length > 0 || found.ownOrders.length > 0;
  if (order.postOnly && meets) return reject('order_error', { reason: 'would_trade' });
  // From here on the command must succeed.
  if (!meets) return succeed([amended(market, order, taker, 'book')]);
  const first = amended(market, order, taker, 'taking');
  return succeed([first, ...take(exchange, { market, order: taker, found, at: command.acceptedAt })]);
}

/** Rejects with invalid_order_size when nothing would be left to fill, order_small_quantity when what is left is dust. */
function checkRemaining(market: Market, price: number, remaining: number): Objection {
  if (remaining <= 0) return object('invalid_order_size');
  return market.units.isDust(price, remaining) ? object('order_small_quantity') : null;
}

function amended(market: Market, order: Order, next: Order, place: OrderAmended['place']): OrderAmended {
  const { quantity, remaining, price, holdPrice, held, conditions } = next;
  const more = held - order.held;
  return {
    kind: 'OrderAmended',
    orderId: order.id,
    quantity,
    remaining,
    price,
    holdPrice,
    held,
    conditions,
    place,
    postings: moveWithin({
      account: order.account,
      coin: order.side === 'buy' ? market.quote : market.base,
      from: more > 0n ? 'available' : 'orders',
      to: more > 0n ? 'orders' : 'available',
      amount: more > 0n ? more : -more,
    }),
  };
}
