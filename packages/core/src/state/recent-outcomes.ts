import type { Rejection } from '#exchange/rejection.ts';
import { hashOfText } from './digest.ts';

/** What became of a command, as its repetition is told. */
export interface RememberedOutcome {
  readonly digest: number;
  readonly sequence: number;
  /** The first order that it placed, or the one that it amended; zero for neither. */
  readonly orderId: number;
  readonly rejection: Rejection | null;
}

export interface KeyedOutcome extends RememberedOutcome {
  readonly key: string;
}

/**
 * Outcomes by the hash of their key: most keys that are looked up are new, and a number tells that faster than a text. A key whose hash
 * is taken is kept by its text, so that nobody can slow the exchange down with keys of one hash.
 */
class Generation {
  readonly #byHash = new Map<number, KeyedOutcome>();
  readonly #byKey = new Map<string, KeyedOutcome>();

  get size(): number {
    return this.#byHash.size + this.#byKey.size;
  }

  get(key: string, hash: number): RememberedOutcome | undefined {
    const entry = this.#byHash.get(hash);
    if (!entry || entry.key === key) return entry;
    return this.#byKey.get(key);
  }

  add(outcome: KeyedOutcome): void {
    const hash = hashOfText(outcome.key);
    if (this.#byHash.has(hash)) this.#byKey.set(outcome.key, outcome);
    else this.#byHash.set(hash, outcome);
  }

  /** In the order of their commands. */
  list(): [string, RememberedOutcome][] {
    return [...this.#byHash.values(), ...this.#byKey.values()]
      .sort((left, right) => left.sequence - right.sequence)
      .map(({ key, ...outcome }) => [key, outcome]);
  }
}

/**
 * The outcomes of the newest commands. They are kept in two generations: when the younger one is full, the older one is forgotten whole
 * and the younger takes its place. So between `generationMax` and twice as many are known, and nothing is ever deleted singly.
 */
export class RecentOutcomes {
  readonly #generationMax: number;
  #older = new Generation();
  #younger = new Generation();

  constructor(generationMax: number) {
    this.#generationMax = generationMax;
  }

  get(key: string): RememberedOutcome | undefined {
    const hash = hashOfText(key);
    return this.#younger.get(key, hash) ?? this.#older.get(key, hash);
  }

  /** Adds the outcome of a key that is not there yet. */
  add(outcome: KeyedOutcome): void {
    if (this.#younger.size === this.#generationMax) {
      this.#older = this.#younger;
      this.#younger = new Generation();
    }
    this.#younger.add(outcome);
  }

  /** Both generations, the older first, each in the order of its commands. */
  generations(): Generations {
    return { older: this.#older.list(), younger: this.#younger.list() };
  }

  static from(generationMax: number, { older, younger }: Generations): RecentOutcomes {
    const outcomes = new RecentOutcomes(generationMax);
    for (const [key, outcome] of older) outcomes.#older.add({ key, ...outcome });
    for (const [key, outcome] of younger) outcomes.#younger.add({ key, ...outcome });
    return outcomes;
  }
}

export interface Generations {
  readonly older: readonly (readonly [string, RememberedOutcome])[];
  readonly younger: readonly (readonly [string, RememberedOutcome])[];
}
