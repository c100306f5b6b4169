import { createHash } from 'node:crypto';

const halfLength = 16;
const recordLength = 2 * halfLength;

/**
 * The ids of requests that nothing else is remembered of, each with what it stood for: half a hash of the id, half a hash of its words, sorted. They are
 * kept for ever, 32 bytes each, so that a server that was restored from an old backup cannot be given a second payment under the name of the first.
 *
 * Half a hash does not tell words apart that somebody made for it: of two requests with the same half, the harmless one could be signed first. So it tells a
 * person what an id stood for, and nothing is signed by it.
 */
export class PastIds {
  readonly bytes: Uint8Array;

  /** @throws RangeError when the bytes are not such a table. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (bytes.length % recordLength !== 0) throw new RangeError('The table of past ids is cut off.');
    for (let at = 1; at < this.size; at += 1)
      if (Buffer.compare(this.#key(at - 1), this.#key(at)) >= 0)
        throw new RangeError('The table of past ids is not in order.');
  }

  get size(): number {
    return this.bytes.length / recordLength;
  }

  has(id: string): boolean {
    const key = keyOf(id);
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#key(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.size && Buffer.compare(this.#key(low), key) === 0;
  }

  with(more: Iterable<{ readonly id: string; readonly words: string }>): PastIds {
    const records = new Map<string, Uint8Array>();
    for (let at = 0; at < this.size; at += 1) {
      const record = this.bytes.subarray(at * recordLength, (at + 1) * recordLength);
      records.set(hexOf(record.subarray(0, halfLength)), record);
    }
    for (const { id, words } of more) {
      const key = keyOf(id);
      records.set(hexOf(key), Buffer.concat([key, halfOf(words)]));
    }
    const sorted = [...records].sort(([a], [b]) => (a < b ? -1 : 1));
    return new PastIds(Buffer.concat(sorted.map(([, record]) => record)));
  }

  #key(at: number): Uint8Array {
    return this.bytes.subarray(at * recordLength, at * recordLength + halfLength);
  }
}

function keyOf(id: string): Uint8Array {
  return createHash('sha256').update(id).digest().subarray(0, halfLength);
}

function halfOf(words: string): Uint8Array {
  return Buffer.from(words, 'hex').subarray(0, halfLength);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
