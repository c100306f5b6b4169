interface Reading {
  /** Milliseconds since 1970, as the machine says. */
  readonly wall: number;
  /** Milliseconds of a clock that nobody can set, taken in the same moment. */
  readonly monotonic: number;
}

export interface ExchangeClockOptions {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
  /** The time of the last durable command: the exchange's time never goes back behind it. */
  readonly notBefore: number;
  /** A reading was so far from where the monotonic clock says it should be that it is not believed. Told once, not for every reading. */
  readonly onDoubt?: (offMs: number) => void;
}

/** Machines that are kept in time are moved by less between two readings. */
const believedMs = 5_000;
/** Readings that are off by the same amount for so long are a clock that was set right. */
const doubtedMs = 60_000;

/**
 * The time of the exchange, in whole milliseconds. Between readings of the wall clock it goes on with the monotonic clock; a reading that contradicts
 * that by more than seconds counts only once such readings agree with one another for a minute. So one wrong reading carries nothing off, and
 * a clock that was really set is followed a minute later. The first reading is believed, because a server may have been off for days.
 */
export class ExchangeClock {
  readonly #options: ExchangeClockOptions;
  #last: number;
  /** The last reading that was believed. */
  #believed: Reading | undefined;
  /** The first of the readings that contradict it. */
  #doubted: Reading | undefined;

  constructor(options: ExchangeClockOptions) {
    this.#options = options;
    this.#last = options.notBefore;
  }

  now(): number {
    const reading = { wall: this.#options.wallMs(), monotonic: this.#options.monotonicMs() };
    this.#last = Math.max(this.#last, Math.floor(this.#judge(reading)));
    return this.#last;
  }

  #judge(reading: Reading): number {
    const believed = this.#believed;
    const expected = believed ? wallAt(believed, reading.monotonic) : reading.wall;
    if (isNear(reading.wall, expected)) return this.#believe(reading);
    const doubted = this.#doubted;
    if (!doubted || !isNear(reading.wall, wallAt(doubted, reading.monotonic))) {
      this.#doubted = reading;
      if (!doubted) this.#options.onDoubt?.(Math.round(reading.wall - expected));
      return expected;
    }
    return reading.monotonic - doubted.monotonic >= doubtedMs ? this.#believe(reading) : expected;
  }

  #believe(reading: Reading): number {
    this.#believed = reading;
    this.#doubted = undefined;
    return reading.wall;
  }
}

/** What the wall clock shows later, if nobody sets it. */
function wallAt({ wall, monotonic }: Reading, later: number): number {
  return wall + later - monotonic;
}

function isNear(wall: number, expected: number): boolean {
  return Math.abs(wall - expected) <= believedMs;
}
