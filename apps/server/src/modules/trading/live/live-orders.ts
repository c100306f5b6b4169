import type { CloseReason, ExchangeEvent, OrderEvent, TradeExecuted } from '@emporion/core';
import { conditionColumns, type LiveOrder, recordOfTerms } from './order-record.ts';
import { quoteTotal } from './quote-total.ts';

/** Which command an event belongs to, and when it was accepted. */
export interface CommandStamp {
  readonly sequence: number;
  readonly acceptedAt: number;
}

/** Closed orders that are still known here; older ones are in the history. */
const closedMax = 10_000;

/** Every open order as the journal has it, with what its fills came to, and those that were closed lately. */
export class LiveOrders {
  readonly #open = new Map<number, LiveOrder>();
  /** Those that were filled before the start, as long as nobody knows what that came to: their totals stay nothing until then. */
  readonly #unsure = new Set<number>();
  readonly #byAccount = new Map<string, Map<number, LiveOrder>>();
  readonly #closed = new Map<number, LiveOrder>();
  /** Their ids in the order in which they were closed, round and round. */
  readonly #closedIds: number[] = [];
  #nextClosed = 0;

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  get(id: number): LiveOrder | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }

  isOpen(id: number): boolean {
    return this.#open.has(id);
  }

  /** The open orders of an account, the newest first. */
  openOf(account: string): LiveOrder[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])].sort((left, right) => right.id - left.id);
  }

  get hasUnsure(): boolean {
    return this.#unsure.size > 0;
  }

  /** Called at a start at which the history is behind. */
  doubtTotals(): void {
    for (const { id, filled } of this.#open.values()) if (filled > 0) this.#unsure.add(id);
  }

  /** Takes over what the history knows of an open order, if it knows of the same fills. */
  trust({ id, filled, total, fee }: Pick<LiveOrder, 'id' | 'filled' | 'total' | 'fee'>): void {
    const order = this.#open.get(id);
    if (order?.filled !== filled || !this.#unsure.delete(id)) return;
    order.total = total;
    order.fee = fee;
  }

  add(order: LiveOrder): void {
    this.#open.set(order.id, order);
    const own = this.#byAccount.get(order.account);
    if (own) own.set(order.id, order);
    else this.#byAccount.set(order.account, new Map([[order.id, order]]));
  }

  apply(event: OrderEvent, stamp: CommandStamp): void {
    switch (event.kind) {
      case 'OrderPlaced':
        this.add(recordOfTerms(event.order, event.place === 'waiting'));
        return;
      case 'TradeExecuted':
        this.#trade(event, stamp);
        return;
      case 'OrderClosed':
        this.#change(event.orderId, stamp, (order) => {
          order.remaining = event.remaining;
          this.#close(order, event.reason);
        });
        return;
      case 'OrderReduced':
        this.#change(event.orderId, stamp, (order) => {
          order.quantity = event.quantity;
          order.remaining = event.remaining;
          order.held = event.held;
        });
        return;
      case 'OrderAmended':
        this.#change(event.orderId, stamp, (order) => {
          const { quantity, remaining, price, held, conditions } = event;
          const waiting = event.place === 'waiting';
          Object.assign(order, {
            quantity,
            remaining,
            price,
            held,
            waiting,
            ...conditionColumns(conditions),
          });
        });
        return;
      case 'OrderFired':
        this.#change(event.orderId, stamp, (order) => {
          order.waiting = false;
          order.held = event.held;
        });
        return;
      case 'OrderRepriced':
        if (event.place !== 'kept')
          this.#change(event.orderId, stamp, (order) => {
            order.price = event.price;
          });
        return;
      case 'TrailingStopsMoved':
        for (const { orderId, stopPrice } of event.moves)
          this.#change(orderId, stamp, (order) => {
            order.stopPrice = stopPrice;
          });
        return;
      case 'OrderRested':
      case 'OrdersDue':
        return;
    }
  }

  #trade(event: TradeExecuted, stamp: CommandStamp): void {
    const maker = {
      id: event.makerOrderId,
      remaining: event.makerRemaining,
      held: event.makerHeld,
      fee: event.makerFee,
    };
    const taker = {
      id: event.takerOrderId,
      remaining: event.takerRemaining,
      held: event.takerHeld,
      fee: event.takerFee,
    };
    for (const { id, remaining, held, fee } of [maker, taker]) {
      this.#change(id, stamp, (order) => {
        order.filled += event.quantity;
        order.remaining = remaining;
        order.held = held;
        if (!this.#unsure.has(id)) {
          order.total += quoteTotal(event, { account: order.account, side: order.side, fee });
          order.fee += fee;
        }
        // A buy by budget has no quantity that could be used up: an event of its own closes it.
        if (remaining === 0 && order.quantity > 0) this.#close(order, 'filled');
      });
    }
  }

  #change(id: number, { acceptedAt }: CommandStamp, change: (order: LiveOrder) => void): void {
    const order = this.#open.get(id);
    if (!order) return;
    order.updatedAt = acceptedAt;
    change(order);
  }

  #close(order: LiveOrder, reason: CloseReason): void {
    order.reason = reason;
    order.state = reason === 'filled' ? 'done' : 'canceled';
    order.waiting = false;
    order.held = 0n;
    this.#open.delete(order.id);
    const own = this.#byAccount.get(order.account);
    own?.delete(order.id);
    if (own?.size === 0) this.#byAccount.delete(order.account);
    // The history will know, and is asked for what is not here.
    if (this.#unsure.delete(order.id)) return;
    this.#closed.set(order.id, order);
    // Asking the map for its oldest key would step over every key that was deleted before.
    const oldest = this.#closedIds[this.#nextClosed];
    if (oldest !== undefined) this.#closed.delete(oldest);
    this.#closedIds[this.#nextClosed] = order.id;
    this.#nextClosed = (this.#nextClosed + 1) % closedMax;
  }
}

const orderEventKinds: ReadonlySet<ExchangeEvent['kind']> = new Set<OrderEvent['kind']>([
  'OrderPlaced',
  'TradeExecuted',
  'OrderRested',
  'OrderClosed',
  'OrderReduced',
  'OrderAmended',
  'OrdersDue',
  'OrderFired',
  'OrderRepriced',
  'TrailingStopsMoved',
]);

export function isOrderEvent(event: ExchangeEvent): event is OrderEvent {
  return orderEventKinds.has(event.kind);
}
