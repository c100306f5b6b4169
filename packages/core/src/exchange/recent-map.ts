/** Remembers the newest entries, up to a number; an older one is forgotten when a newer one needs its place. */
export class RecentMap<Key, Value> {
  readonly #capacity: number;
  readonly #entries = new Map<Key, Value>();
  /** The keys in a ring: finding the oldest in the map itself would walk over all that were forgotten before. */
  readonly #ring: Key[] = [];
  #oldest = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Adds a key that is not there yet. */
  add(key: Key, value: Value): void {
    if (this.#ring.length < this.#capacity) this.#ring.push(key);
    else {
      this.#entries.delete(this.#ring[this.#oldest] as Key);
      this.#ring[this.#oldest] = key;
      this.#oldest = (this.#oldest + 1) % this.#capacity;
    }
    this.#entries.set(key, value);
  }

  /** The oldest first. */
  *entries(): Generator<[Key, Value]> {
    for (let index = 0; index < this.#ring.length; index += 1) {
      const key = this.#ring[(this.#oldest + index) % this.#ring.length] as Key;
      const value = this.#entries.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}
