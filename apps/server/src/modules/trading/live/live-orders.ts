import type { ExchangeEvent, OrderEvent } from '@emporion/core';
import { foldOrder, type OrderDraft, type OrderKeeper } from '../fold-order.ts';
import type { OrderRecord } from '../history/orders.ts';

/** Which command an event belongs to, and when it was accepted. */
export interface CommandStamp {
  readonly sequence: number;
  readonly acceptedAt: number;
}

/** Closed orders that are still known here; older ones are in the history. */
const closedMax = 10_000;

/** Every open order as the journal has it, with what its fills came to, and those that were closed lately. */
export class LiveOrders {
  readonly #open = new Map<number, OrderDraft>();
  /** Those that were filled before the start, as long as nobody knows what that came to: their totals stay nothing until then. */
  readonly #unsure = new Set<number>();
  readonly #byAccount = new Map<string, Map<number, OrderDraft>>();
  readonly #closed = new Map<number, OrderDraft>();
  /** Their ids in the order in which they were closed, round and round. */
  readonly #closedIds: number[] = [];
  #nextClosed = 0;
  readonly #keeper: OrderKeeper;

  /** `quoteOf` tells the coin that a market's prices are in. */
  constructor(quoteOf: (market: string) => string) {
    this.#keeper = {
      find: (id) => this.#open.get(id),
      quoteOf,
      placed: (order) => this.add(order),
      changed: (order) => {
        if (!this.#unsure.has(order.id)) return;
        order.total = 0n;
        order.notional = 0n;
        order.fee = 0n;
      },
      closed: (order) => this.#close(order),
    };
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  get(id: number): OrderDraft | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }

  isOpen(id: number): boolean {
    return this.#open.has(id);
  }

  /** The open orders of an account, the newest first. */
  openOf(account: string): OrderDraft[] {
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
  trust({ id, filled, total, notional, fee }: OrderRecord): void {
    const order = this.#open.get(id);
    if (order?.filled !== filled || !this.#unsure.delete(id)) return;
    order.total = total;
    order.notional = notional;
    order.fee = fee;
  }

  add(order: OrderDraft): void {
    this.#open.set(order.id, order);
    const own = this.#byAccount.get(order.account);
    if (own) own.set(order.id, order);
    else this.#byAccount.set(order.account, new Map([[order.id, order]]));
  }

  apply(event: OrderEvent, { acceptedAt }: CommandStamp): void {
    foldOrder(this.#keeper, event, acceptedAt);
  }

  #close(order: OrderDraft): void {
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
