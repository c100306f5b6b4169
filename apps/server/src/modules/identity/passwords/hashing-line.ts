interface Waiting {
  start(): Promise<void>;
  refuse(): void;
}

/**
 * Runs one task at a time, and refuses when too many wait: the answer to a flood is an early no, not a late yes. Those
 * who wait take turns, and where there is no room the last of whoever has most waiting goes: a flood stands behind itself.
 */
export class HashingLine {
  readonly #waitingMax: number;
  readonly #onFull: () => Error;
  /** By who waits, in the order of their turns. */
  readonly #lanes = new Map<string, Waiting[]>();
  /** Those who wait, and the one who runs. */
  #present = 0;
  #running = false;

  constructor({ waitingMax, onFull }: { waitingMax: number; onFull: () => Error }) {
    this.#waitingMax = waitingMax;
    this.#onFull = onFull;
  }

  run<Value>(task: () => Promise<Value>, who = ''): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const lane = this.#lanes.get(who) ?? [];
      lane.push({
        start: async () => {
          try {
            resolve(await task());
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => reject(this.#onFull()),
      });
      this.#lanes.set(who, lane);
      this.#present += 1;
      if (this.#present > this.#waitingMax) this.#turnAway(who);
      this.#next();
    });
  }

  #turnAway(newcomer: string): void {
    let longest = newcomer;
    for (const [who, lane] of this.#lanes) {
      if (lane.length > (this.#lanes.get(longest)?.length ?? 0)) longest = who;
    }
    const lane = this.#lanes.get(longest) ?? [];
    lane.pop()?.refuse();
    if (lane.length === 0) this.#lanes.delete(longest);
    this.#present -= 1;
  }

  #next(): void {
    const [first] = this.#lanes;
    if (this.#running || first === undefined) return;
    const [who, lane] = first;
    this.#lanes.delete(who);
    const turn = lane.shift();
    if (lane.length > 0) this.#lanes.set(who, lane);
    this.#running = true;
    void turn?.start().finally(() => {
      this.#running = false;
      this.#present -= 1;
      this.#next();
    });
  }
}
