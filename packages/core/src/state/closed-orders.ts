import type { CloseReason } from '#exchange/events.ts';

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
  readonly #places: number;
  /** Three entries for each place: number, account, reason. They lie side by side, because they are always used together. */
  readonly #entries: (number | string | undefined)[];

  constructor(places: number) {
    this.#places = places;
    this.#entries = new Array(places * 3).fill(undefined);
  }

  add(orderId: number, account: string, reason: CloseReason): void {
    const index = (orderId % this.#places) * 3;
    this.#entries[index] = orderId;
    this.#entries[index + 1] = account;
    this.#entries[index + 2] = reason;
  }

  get(orderId: number): ClosedOrder | undefined {
    const index = (orderId % this.#places) * 3;
    return this.#entries[index] === orderId ? this.#at(index) : undefined;
  }

  *entries(): Generator<ClosedOrder> {
    for (let index = 0; index < this.#entries.length; index += 3) {
      // In a young exchange nearly all places are empty, and every snapshot and hash walks them.
      if (this.#entries[index] !== undefined) yield this.#at(index);
    }
  }

  #at(index: number): ClosedOrder {
    return {
      orderId: this.#entries[index] as number,
      account: this.#entries[index + 1] as string,
      reason: this.#entries[index + 2] as CloseReason,
    };
  }
}
