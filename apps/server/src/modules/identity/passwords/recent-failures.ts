import { hash } from 'node:crypto';
import { type Network, withNeighbours } from '#platform/http/address-key.ts';
import { foldEmail } from '../users/email-folding.ts';

/** A caller without a known device. */
export interface Stranger {
  readonly networks: readonly Network[];
  /** As it was typed, whether or not an account has it: the order of logins must not tell which addresses have one. */
  readonly email: string;
}

/** 0 is the best rank: no failure in the last hour. */
export const ranks = [0, 1, 2, 3] as const;
export type Rank = (typeof ranks)[number];

/** Failures for each caller that one may expect in a network, from which the next rank begins. */
const rankFrom = [1, 4, 16] as const;

const forgetMs = 3_600_000;
/** A few networks and an e-mail for each failure: an hour of a flood that hashing lets through. */
const entriesMax = 100_000;

interface Count {
  failures: number;
  at: number;
}

/**
 * Counts failed logins of strangers by network and typed e-mail, for the order of the password queue. The counts live in
 * memory, because they are read before a login has a turn: a database query for each request of a flood would give the
 * flood the connections. They block no login; the counters of the login gate do.
 */
export class RecentFailures {
  /** In the order of their last failures, so that the oldest entries are first. */
  readonly #counts = new Map<string, Count>();
  readonly #entriesMax: number;

  constructor(max = entriesMax) {
    this.#entriesMax = max;
  }

  note(stranger: Stranger, now: Date): void {
    for (const { key } of subjectsOf(stranger)) {
      const failures = this.#failuresOf(key, now) + 1;
      this.#counts.delete(key);
      this.#counts.set(key, { failures, at: now.getTime() });
    }
    if (this.#counts.size > this.#entriesMax) this.#forgetOldest();
  }

  /** A tenth at once: the search for the oldest entry passes over all that were removed before. */
  #forgetOldest(): void {
    let left = Math.ceil(this.#entriesMax / 10);
    for (const key of this.#counts.keys()) {
      if (left === 0) return;
      this.#counts.delete(key);
      left -= 1;
    }
  }

  /** The worst rank among the networks of a caller and the typed e-mail. */
  rankOf(stranger: Stranger, now: Date): Rank {
    const worst = Math.max(
      ...subjectsOf(stranger).map(({ key, callers }) => this.#failuresOf(key, now) / callers),
    );
    return rankFrom.filter((from) => worst >= from).length as Rank;
  }

  #failuresOf(key: string, now: Date): number {
    const count = this.#counts.get(key);
    return count === undefined || now.getTime() - count.at > forgetMs ? 0 : count.failures;
  }
}

function subjectsOf({ networks, email }: Stranger): readonly Network[] {
  const typed = { key: `email ${hash('sha256', foldEmail(email), 'base64')}`, callers: 1 };
  return [...withNeighbours(networks), typed];
}
