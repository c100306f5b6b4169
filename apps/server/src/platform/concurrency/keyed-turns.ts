interface Line {
  waiting: number;
  last: Promise<unknown>;
}

interface Bound {
  /** How many may wait under one key. */
  readonly waitingMax: number;
  /** What refuses the next one. */
  readonly onFull: () => Error;
}

/** Runs the tasks of each key one after the other. With a bound it refuses when too many wait under the same key. */
export class KeyedTurns {
  readonly #bound: Bound | undefined;
  readonly #lines = new Map<string, Line>();

  constructor(bound?: Bound) {
    this.#bound = bound;
  }

  /** How many keys have a task. */
  get size(): number {
    return this.#lines.size;
  }

  async run<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const line = this.#lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
    if (this.#bound && line.waiting >= this.#bound.waitingMax) throw this.#bound.onFull();
    this.#lines.set(key, line);
    line.waiting += 1;
    const turn = line.last.then(task).finally(() => {
      line.waiting -= 1;
      if (line.waiting === 0) this.#lines.delete(key);
    });
    // The next in line waits for this one to end, whichever way it does.
    line.last = turn.catch(() => undefined);
    return turn;
  }
}
