import { isFrozen } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** The oldest is forgotten first; by then every session has long heard of it. */
const rememberedMax = 10_000;

/**
 * Accounts that were frozen lately. A session hears of it a moment later, and an order that it lets through in between would rest in a frozen
 * account. So until such an account trades again, the database says whether it may.
 */
export class Freezes {
  readonly #platform: Pick<Platform, 'database'>;
  readonly #max: number;
  /** Each freeze is another mark. */
  readonly #marks = new Map<string, symbol>();

  constructor(platform: Pick<Platform, 'database'>, max = rememberedMax) {
    this.#platform = platform;
    this.#max = max;
  }

  /** From here on no order of the account goes to the exchange. What went before is cancelled by whoever calls this. */
  note(account: string): void {
    this.#marks.delete(account);
    this.#marks.set(account, Symbol(account));
    for (const oldest of this.#marks.keys()) {
      if (this.#marks.size <= this.#max) break;
      this.#marks.delete(oldest);
    }
  }

  has(account: string): boolean {
    return this.#marks.has(account);
  }

  /** To be asked again until `has` says no: a freeze may come meanwhile. @throws Problem trading_disabled. */
  async requireThawed(account: string): Promise<void> {
    const mark = this.#marks.get(account);
    if (await isFrozen(this.#platform.database.kysely, account)) throw new Problem('trading_disabled');
    if (this.#marks.get(account) === mark) this.#marks.delete(account);
  }
}

const opened = new WeakMap<Platform['runtime'], Freezes>();

/** Those of the platform's exchange, shared by all who place something. */
export function freezesOf(platform: Platform): Freezes {
  const known = opened.get(platform.runtime) ?? new Freezes(platform);
  opened.set(platform.runtime, known);
  return known;
}
