import { randomFillSync } from 'node:crypto';

/** Random numbers of the system's generator, fetched many at a time. */
export class RandomNumbers {
  readonly #bytes = Buffer.alloc(1 << 16);
  #at = this.#bytes.length;

  /** From 0 up to below `end`, each as likely as the others. */
  below(end: number): number {
    // What does not fill a whole round of the range is drawn again.
    const rounds = 2 ** 32 - (2 ** 32 % end);
    for (;;) {
      const drawn = this.#take(4).readUInt32LE();
      if (drawn < rounds) return drawn % end;
    }
  }

  /** The same up to 2^64. */
  belowBig(end: bigint): bigint {
    const all = 1n << 64n;
    const rounds = all - (all % end);
    for (;;) {
      const drawn = this.#take(8).readBigUInt64LE();
      if (drawn < rounds) return drawn % end;
    }
  }

  #take(bytes: number): Buffer {
    if (this.#at + bytes > this.#bytes.length) {
      randomFillSync(this.#bytes);
      this.#at = 0;
    }
    this.#at += bytes;
    return this.#bytes.subarray(this.#at - bytes, this.#at);
  }
}
