import type { CloseReason } from './events.ts';

export interface ClosedOrder {
  readonly orderId: number;
  readonly account: string;
  readonly reason: CloseReason;
}

/**
 * How closed orders ended. An order has one place, by its number; the next order with the same place takes it when it closes, so about
 * as many of the newest are known as there are places.
 */
export class ClosedOrders {
  readonly #orderIds: Float64Array;
  readonly #accounts: (string | undefined)[];
  readonly #reasons: (CloseReason | undefined)[];

  constructor(capacity: number) {
    this.#orderIds = new Float64Array(capacity);
    this.#accounts = new Array(capacity).fill(undefined);
    this.#reasons = new Array(capacity).fill(undefined);
  }

  add(orderId: number, account: string, reason: CloseReason): void {
    const place = orderId % this.#orderIds.length;
    this.#orderIds[place] = orderId;
    this.#accounts[place] = account;
    this.#reasons[place] = reason;
  }

  get(orderId: number): ClosedOrder | undefined {
    const place = orderId % this.#orderIds.length;
    const [account, reason] = [this.#accounts[place], this.#reasons[place]];
    if (this.#orderIds[place] !== orderId || account === undefined || reason === undefined) return undefined;
    return { orderId, account, reason };
  }

  *entries(): Generator<ClosedOrder> {
    for (const orderId of this.#orderIds) {
      const closed = orderId === 0 ? undefined : this.get(orderId);
      if (closed) yield closed;
    }
  }
}
