/** Solutions of the last minutes of a flood that pays for each of them. */
const entriesMax = 100_000;

/**
 * Solved puzzles that gave a login its place in the password queue. The set lies in memory, because it is read before a
 * login has a turn. It orders logins only: a solution that it has forgotten is still spent once, in the database.
 */
export class ShownPuzzles {
  readonly #until = new Map<string, number>();
  readonly #max: number;

  constructor(max = entriesMax) {
    this.#max = max;
  }

  /** Whether this is the first login with the solution. */
  show(challenge: string, { now, expires }: { readonly now: Date; readonly expires: Date }): boolean {
    if ((this.#until.get(challenge) ?? 0) > now.getTime()) return false;
    this.#until.set(challenge, expires.getTime());
    if (this.#until.size > this.#max) this.#forget(now.getTime());
    return true;
  }

  /** The login was refused before its turn: its solution is as good as new. */
  takeBack(challenge: string): void {
    this.#until.delete(challenge);
  }

  /** Forgets the expired entries, and a tenth of the oldest: a search through all of them must not follow each login. */
  #forget(now: number): void {
    let left = Math.ceil(this.#max / 10);
    for (const [challenge, until] of this.#until) {
      if (until > now && left <= 0) continue;
      this.#until.delete(challenge);
      left -= 1;
    }
  }
}
