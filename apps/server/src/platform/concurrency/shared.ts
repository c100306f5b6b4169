interface Entry<Value> {
  readonly made: Promise<Value>;
  /** Once it is made. */
  value?: Value;
  users: number;
  removal?: NodeJS.Timeout;
}

/** One's part in a shared thing. It must be left once. */
export interface Use<Value> {
  readonly value: Value;
  readonly leave: () => void;
}

/**
 * Things that several use at once: made for the first, kept until a while after the last has left. Whoever comes while it is made, or
 * in the moment in which the last one leaves, has the same one as everybody.
 */
export class Shared<Value> {
  readonly #keptMs: number;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Those that are made. */
  values(): Value[] {
    return [...this.#entries.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  }

  async use(key: string, make: () => Promise<Value>): Promise<Use<Value>> {
    const entry = this.#entries.get(key) ?? this.#add(key, make);
    clearTimeout(entry.removal);
    entry.users += 1;
    try {
      return { value: await entry.made, leave: () => this.#leave(key, entry) };
    } catch (error) {
      // The next one tries anew.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #add(key: string, make: () => Promise<Value>): Entry<Value> {
    const entry: Entry<Value> = {
      users: 0,
      made: make().then((value) => {
        entry.value = value;
        return value;
      }),
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #leave(key: string, entry: Entry<Value>): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    if (this.#keptMs === 0) this.#entries.delete(key);
    else entry.removal = setTimeout(() => this.#entries.delete(key), this.#keptMs).unref();
  }
}
