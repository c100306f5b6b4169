/** What is kept in memory, by name, up to a number of bytes: beyond it, what was used least recently is dropped. */
export class KeptBytes {
  readonly #max: number;
  readonly #entries = new Map<string, { bytes: number; readonly drop: () => void }>();
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Adds an entry, or says how large it has become. `drop` is called when its place is needed. */
  keep(name: string, bytes: number, drop: () => void): void {
    this.forget(name);
    this.#entries.set(name, { bytes, drop });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#max) return;
      this.forget(oldest);
      entry.drop();
    }
  }

  /** Moves an entry to the end of those that are dropped. */
  touch(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
  }

  forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}
