import type { CommittedBatch } from '#platform/runtime.ts';

const dayMs = 86_400_000;

/** Far beyond what a bot that knows its markets has refused. */
const refusalsMax = 20_000;

/** The keys of what users send under ids of their own, and in them the user. */
const userKey = /^(?:order|amend|swap):([^:]+):/u;

/**
 * Counts what an account had refused under ids of its own within a day of UTC. Such a refusal is remembered, so it stays in the journal for ever,
 * and it costs no money. It is counted as the journal grows, so that a gateway counts what all of them let through, from its own start on.
 */
export class RefusalsOfDay {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  #day = 0;

  constructor(max = refusalsMax) {
    this.#max = max;
  }

  /** Counts the refusals of a batch. */
  apply({ events, acceptedAt }: Pick<CommittedBatch, 'events' | 'acceptedAt'>): void {
    for (const event of events) {
      if (event.kind !== 'CommandRejected') continue;
      const account = userKey.exec(event.key)?.[1];
      if (account !== undefined) this.note(account, new Date(acceptedAt));
    }
  }

  note(account: string, now: Date): void {
    this.#turnTo(now);
    this.#counts.set(account, (this.#counts.get(account) ?? 0) + 1);
  }

  isSpent(account: string, now: Date): boolean {
    this.#turnTo(now);
    return (this.#counts.get(account) ?? 0) >= this.#max;
  }

  #turnTo(now: Date): void {
    const day = Math.floor(now.getTime() / dayMs);
    // The journal's time and the gateway's own may be on two sides of midnight for a moment: only a later day begins anew.
    if (day <= this.#day) return;
    this.#day = day;
    this.#counts.clear();
  }
}
