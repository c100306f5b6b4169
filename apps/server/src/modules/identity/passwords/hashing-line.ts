/** Runs one task at a time, and refuses when too many wait: the answer to a flood is an early no, not a late yes. */
export class HashingLine {
  readonly #waitingMax: number;
  readonly #onFull: () => Error;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ waitingMax, onFull }: { waitingMax: number; onFull: () => Error }) {
    this.#waitingMax = waitingMax;
    this.#onFull = onFull;
  }

  async run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= this.#waitingMax) throw this.#onFull();
    this.#waiting += 1;
    const turn = this.#last.then(task).finally(() => {
      this.#waiting -= 1;
    });
    // The next in line waits for this one to end, whichever way it does.
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
