import { randomInt } from 'node:crypto';

/** Filled to this share at most, so that a search ends after a few slots. */
const fillMax = 0.7;
const capacityMin = 1_024;

/**
 * A set of addresses that says "surely not" or "probably". Of each it keeps 64 bits of a hash, in one typed array with a free slot after every few: 11 to 23
 * bytes an address, where a `Set` of texts takes over a hundred. Whoever is told "probably" looks the address up. The hash begins with random numbers, so
 * that nobody outside can make addresses that are taken for ours.
 */
export class AddressTable {
  /** Two numbers for each slot; both zero: free. */
  #slots: Uint32Array;
  #mask: number;
  #size = 0;
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  /** The two halves of the hash made last, so that making one allocates nothing. */
  #high = 0;
  #low = 0;

  constructor(expected = 0) {
    let capacity = capacityMin;
    while (expected > capacity * fillMax) capacity *= 2;
    this.#slots = new Uint32Array(capacity * 2);
    this.#mask = capacity - 1;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#slots.byteLength;
  }

  add(address: string): void {
    this.#hash(address);
    if (!this.#insert(this.#high, this.#low)) return;
    this.#size += 1;
    if (this.#size > (this.#mask + 1) * fillMax) this.#grow();
  }

  mayHave(address: string): boolean {
    this.#hash(address);
    const [slots, high, low] = [this.#slots, this.#high, this.#low];
    for (let at = low & this.#mask; ; at = (at + 1) & this.#mask) {
      const kept = slots[at * 2];
      if (kept === high && slots[at * 2 + 1] === low) return true;
      if (kept === 0) return false;
    }
  }

  /** False when it was there. */
  #insert(high: number, low: number): boolean {
    const slots = this.#slots;
    for (let at = low & this.#mask; ; at = (at + 1) & this.#mask) {
      const kept = slots[at * 2];
      if (kept === 0) {
        slots[at * 2] = high;
        slots[at * 2 + 1] = low;
        return true;
      }
      if (kept === high && slots[at * 2 + 1] === low) return false;
    }
  }

  #grow(): void {
    const former = this.#slots;
    const capacity = (this.#mask + 1) * 2;
    this.#slots = new Uint32Array(capacity * 2);
    this.#mask = capacity - 1;
    for (let at = 0; at < former.length; at += 2) {
      const high = former[at] ?? 0;
      if (high !== 0) this.#insert(high, former[at + 1] ?? 0);
    }
  }

  /** Two multiplicative hashes over the text, mixed at the end as in MurmurHash3. The high half is never zero, which means free. */
  #hash(text: string): void {
    let [one, other]: [number, number] = [this.#seeds[0], this.#seeds[1]];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x5bd1e995);
      other = (other << 13) | (other >>> 19);
    }
    this.#high = mix(one ^ other) || 1;
    this.#low = mix(other + Math.imul(one, 0x9e3779b1));
  }
}

function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
