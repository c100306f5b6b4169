/** While an outage lasts, its line is repeated this seldom. */
const repeatedEveryMs = 600_000;

interface Outage {
  readonly sinceMs: number;
  readonly toldMs: number;
}

/** Says when a line about an outage is due: when it begins, rarely while it lasts, and once when it ends. */
export class OutageLog {
  readonly #outages = new Map<string, Outage>();

  /** Whether this failure is to be logged. */
  fails(name: string, nowMs: number): boolean {
    const known = this.#outages.get(name);
    if (known && nowMs - known.toldMs < repeatedEveryMs) return false;
    this.#outages.set(name, { sinceMs: known?.sinceMs ?? nowMs, toldMs: nowMs });
    return true;
  }

  /** How many seconds the outage lasted that ends here; undefined where there was none. */
  ends(name: string, nowMs: number): number | undefined {
    const known = this.#outages.get(name);
    this.#outages.delete(name);
    return known && Math.round((nowMs - known.sinceMs) / 1_000);
  }
}
