import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Snapshot } from '@emporion/core';

/** Few enough that no text grows too long for a string, however large the exchange is. */
const itemsPerPart = 5_000;
const partBytesMax = 256 * 1_024 * 1_024;
const thrifty = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Part = readonly [field: string, value: unknown];

/** A snapshot in packed parts: a field, or a stretch of a field that is a list. */
export function* packSnapshot(snapshot: Snapshot): Generator<Buffer> {
  for (const [field, value] of Object.entries(snapshot) as Part[]) {
    if (!Array.isArray(value)) yield pack([field, value]);
    else {
      let from = 0;
      do {
        yield pack([field, value.slice(from, from + itemsPerPart)]);
        from += itemsPerPart;
      } while (from < value.length);
    }
  }
}

/** Gathers the parts, in their order, to the snapshot that they were made of. */
export class SnapshotUnpacker {
  readonly #fields: Record<string, unknown> = {};

  add(part: Uint8Array): void {
    const [field, value] = JSON.parse(
      brotliDecompressSync(part, { maxOutputLength: partBytesMax }).toString(),
    ) as Part;
    const known = this.#fields[field];
    if (Array.isArray(known) && Array.isArray(value)) for (const item of value) known.push(item);
    else this.#fields[field] = value;
  }

  /** What is missing is noticed by whoever restores it, and by its hash. */
  snapshot(): Snapshot {
    return this.#fields as unknown as Snapshot;
  }
}

function pack(part: Part): Buffer {
  return brotliCompressSync(JSON.stringify(part), thrifty);
}
