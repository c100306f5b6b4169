/** Whole numbers that look random and depend on nothing but their seeds. */

const primes = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d] as const;

/** A text as a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** 31 bits that follow from the seed and the place: one more would not fit the processor's whole numbers, and cost a division of doubles. */
export function roll(seed: number, place: number): number {
  let bits = seed ^ Math.imul(place, primes[0]);
  bits = Math.imul(bits ^ (bits >>> 15), primes[1]);
  bits = Math.imul(bits ^ (bits >>> 13), primes[2]);
  return (bits ^ (bits >>> 16)) >>> 1;
}

/** Rolls one after the other. */
export class Dice {
  readonly #seed: number;
  #rolled = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** From zero up to, and without, the limit. */
  below(limit: number): number {
    this.#rolled += 1;
    return roll(this.#seed, this.#rolled) % limit;
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Of a hundred times, so many. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}
