interface Line {
  waiting: number;
  last: Promise<unknown>;
}

/** Runs the tasks of each key one after the other, and refuses when too many wait under the same key. */
export class AccountLines {
  readonly #waitingMax: number;
  readonly #onFull: () => Error;
  readonly #lines = new Map<string, Line>();

  constructor({ waitingMax, onFull }: { waitingMax: number; onFull: () => Error }) {
    this.#waitingMax = waitingMax;
    this.#onFull = onFull;
  }

  /** How many keys have a task. */
  get size(): number {
    return this.#lines.size;
  }

  async run<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const line = this.#lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= this.#waitingMax) throw this.#onFull();
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
