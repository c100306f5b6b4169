import type { Booking } from '#commands/commands.ts';
import { isPlainText, keyLengthMax } from './limits.ts';

/** So many series there may be: one for each kind of movement and network. */
export const bookingSeriesMax = 1_000;
/** So far a number may be ahead of the last one up to which all are done. A number that never comes must be voided before that. */
export const bookingsAheadMax = 10_000;
/**
 * At least so many outcomes of booked commands are known, and at most twice as many. They shape the state, so this is for ever.
 */
export const bookedOutcomesMax = 10_000;
const seriesLengthMax = 64;

/** Which numbers of one series are done: all up to one, and some above it whose turn came earlier. */
export class BookingSeries {
  #doneUpTo: number;
  readonly #doneAbove: Set<number>;

  constructor(doneUpTo = 0, doneAbove: Iterable<number> = []) {
    this.#doneUpTo = doneUpTo;
    this.#doneAbove = new Set(doneAbove);
  }

  get doneUpTo(): number {
    return this.#doneUpTo;
  }

  /** In rising order. */
  get doneAbove(): number[] {
    return [...this.#doneAbove].sort((left, right) => left - right);
  }

  isDone(number: number): boolean {
    return number <= this.#doneUpTo || this.#doneAbove.has(number);
  }

  add(number: number): void {
    if (number !== this.#doneUpTo + 1) {
      this.#doneAbove.add(number);
      return;
    }
    this.#doneUpTo = number;
    while (this.#doneAbove.delete(this.#doneUpTo + 1)) this.#doneUpTo += 1;
  }
}

/** What the exchange takes as the name of a series, and as a reference: whoever gives numbers asks first, because a number that is never carried out leaves a hole. */
export function isUsableSeries(series: unknown): series is string {
  return isPlainText(series, seriesLengthMax);
}

export function isUsableReference(reference: unknown): reference is string {
  return isPlainText(reference, keyLengthMax);
}

/** How a booking is called among the outcomes that are known. */
export function keyOfBooking({ series, number }: Booking): string {
  return `${series}/${number}`;
}
