const dayMs = 86_400_000;

/** Far beyond what a bot that knows its markets has refused. */
const refusalsMax = 20_000;

/**
 * Counts what an account had refused under ids of its own within a day of UTC. Such a refusal is remembered, so it stays in the journal for ever,
 * and it costs no money.
 */
export class RefusalsOfDay {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  #day = 0;

  constructor(max = refusalsMax) {
    this.#max = max;
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
    if (day === this.#day) return;
    this.#day = day;
    this.#counts.clear();
  }
}
