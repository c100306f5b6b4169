import { hashOfText } from './digest.ts';
import type { Rejection } from './rejection.ts';

/** What became of a command, as its repetition is told. */
export interface RememberedOutcome {
  readonly digest: number;
  readonly sequence: number;
  /** The first order that it placed, or zero. */
  readonly orderId: number;
  readonly rejection: Rejection | null;
}

/** An outcome with its key, and the one before it whose key has the same hash. */
interface Entry extends RememberedOutcome {
  readonly key: string;
  readonly sameHash: Entry | undefined;
}

/** Outcomes by the hash of their key: most keys that are looked up are new, and a number tells that faster than a text. */
class Generation {
  readonly entries = new Map<number, Entry>();
  size = 0;

  get(key: string, hash: number): RememberedOutcome | undefined {
    for (let entry = this.entries.get(hash); entry; entry = entry.sameHash)
      if (entry.key === key) return entry;
    return undefined;
  }

  add(key: string, { digest, sequence, orderId, rejection }: RememberedOutcome): void {
    const hash = hashOfText(key);
    this.entries.set(hash, { key, digest, sequence, orderId, rejection, sameHash: this.entries.get(hash) });
    this.size += 1;
  }

  /** In the order of their commands. */
  list(): [string, RememberedOutcome][] {
    const list: Entry[] = [];
    for (const first of this.entries.values()) {
      for (let entry: Entry | undefined = first; entry; entry = entry.sameHash) list.push(entry);
    }
    list.sort((left, right) => left.sequence - right.sequence);
    return list.map(({ key, digest, sequence, orderId, rejection }) => [
      key,
      { digest, sequence, orderId, rejection },
    ]);
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
  add(key: string, outcome: RememberedOutcome): void {
    if (this.#younger.size === this.#generationMax) {
      this.#older = this.#younger;
      this.#younger = new Generation();
    }
    this.#younger.add(key, outcome);
  }

  /** Both generations, the older first, each in the order of its commands. */
  generations(): Generations {
    return { older: this.#older.list(), younger: this.#younger.list() };
  }

  static from(generationMax: number, { older, younger }: Generations): RecentOutcomes {
    const outcomes = new RecentOutcomes(generationMax);
    for (const [key, outcome] of older) outcomes.#older.add(key, outcome);
    for (const [key, outcome] of younger) outcomes.#younger.add(key, outcome);
    return outcomes;
  }
}

export interface Generations {
  readonly older: readonly (readonly [string, RememberedOutcome])[];
  readonly younger: readonly (readonly [string, RememberedOutcome])[];
}
