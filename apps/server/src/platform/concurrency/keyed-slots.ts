interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

interface Bound {
  /** Tasks of one key at the same time. */
  readonly atOnceMax: number;
  /** Tasks of one key that wait for their turn. */
  readonly waitingMax: number;
  /** Makes the error for a task for which there is no room. */
  readonly onFull: () => Error;
}

/** Runs a few tasks of each key at once. The others of that key wait in the order in which they came; other keys do not wait for them. */
export class KeyedSlots {
  readonly #bound: Bound;
  readonly #lines = new Map<string, Line>();

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  /** How many keys have a task. */
  get size(): number {
    return this.#lines.size;
  }

  async run<Value>(key: string, task: () => Value | Promise<Value>): Promise<Value> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    const { atOnceMax, waitingMax, onFull } = this.#bound;
    if (line.running < atOnceMax) line.running += 1;
    else if (line.waiting.length >= waitingMax) throw onFull();
    // A finished call hands its slot to the next waiting call, so no new call overtakes it.
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    this.#lines.set(key, line);
    try {
      return await task();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) this.#lines.delete(key);
    }
  }
}
