/** The bytes of a body that have arrived. They are copied into one buffer: a chunk of one byte would hold hundreds. */
export class UnfinishedBody {
  /** What its sender is counted under. */
  readonly caller: string;
  readonly drop: () => void;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(caller: string, drop: () => void) {
    this.caller = caller;
    this.drop = drop;
  }

  /** Returns how many bytes more it holds now. */
  append(chunk: Buffer): number {
    const needed = this.#length + chunk.length;
    const before = this.#buffer.length;
    if (needed > before) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, before * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.#length);
    this.#length = needed;
    return this.#buffer.length - before;
  }

  get bytes(): number {
    return this.#buffer.length;
  }

  toString(): string {
    return this.#buffer.toString('utf8', 0, this.#length);
  }
}

interface CallersBodies {
  bytes: number;
  readonly bodies: Set<UnfinishedBody>;
}

/**
 * Bounds what the bodies on their way hold in memory. Beyond it whoever holds most loses the body that has been on its
 * way for longest, so that slow senders make room for each other and nobody who sends a body whole waits.
 */
export class UnfinishedBodies {
  readonly #bytesMax: number;
  readonly #callers = new Map<string, CallersBodies>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(body: UnfinishedBody, chunk: Buffer): void {
    const of = this.#callers.get(body.caller) ?? { bytes: 0, bodies: new Set() };
    this.#callers.set(body.caller, of);
    of.bodies.add(body);
    const more = body.append(chunk);
    of.bytes += more;
    this.#bytes += more;
    while (this.#bytes > this.#bytesMax) this.#dropOne();
  }

  /** It is whole now, or will never be. */
  remove(body: UnfinishedBody): void {
    const of = this.#callers.get(body.caller);
    if (!of?.bodies.delete(body)) return;
    of.bytes -= body.bytes;
    this.#bytes -= body.bytes;
    if (of.bodies.size === 0) this.#callers.delete(body.caller);
  }

  #dropOne(): void {
    let most: CallersBodies | undefined;
    for (const of of this.#callers.values()) if (of.bytes > (most?.bytes ?? 0)) most = of;
    for (const oldest of most?.bodies ?? []) {
      this.remove(oldest);
      oldest.drop();
      return;
    }
  }
}
