import type { Rejection } from './rejection.ts';

/** What became of a command, as its repetition is told. */
export interface RememberedOutcome {
  readonly digest: number;
  readonly sequence: number;
  /** The first order that it placed, or zero. */
  readonly orderId: number;
  readonly rejection: Rejection | null;
}

/**
 * The outcomes of the newest commands. They are kept in two generations: when the younger one is full, the older one is forgotten whole
 * and the younger takes its place. So between `generationMax` and twice as many are known, and nothing is ever deleted singly.
 */
export class RecentOutcomes {
  readonly #generationMax: number;
  #older: ReadonlyMap<string, RememberedOutcome> = new Map();
  #younger = new Map<string, RememberedOutcome>();

  constructor(generationMax: number) {
    this.#generationMax = generationMax;
  }

  get(key: string): RememberedOutcome | undefined {
    return this.#younger.get(key) ?? this.#older.get(key);
  }

  /** Adds the outcome of a key that is not there yet. */
  add(key: string, outcome: RememberedOutcome): void {
    if (this.#younger.size === this.#generationMax) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, outcome);
  }

  /** Both generations, the older first, each in the order of its commands. */
  generations(): [ReadonlyMap<string, RememberedOutcome>, ReadonlyMap<string, RememberedOutcome>] {
    return [this.#older, this.#younger];
  }

  static from(generationMax: number, { older, younger }: Generations): RecentOutcomes {
    const outcomes = new RecentOutcomes(generationMax);
    outcomes.#older = new Map(older);
    outcomes.#younger = new Map(younger);
    return outcomes;
  }
}

interface Generations {
  readonly older: Iterable<readonly [string, RememberedOutcome]>;
  readonly younger: Iterable<readonly [string, RememberedOutcome]>;
}
