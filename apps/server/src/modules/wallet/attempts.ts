import { createHash } from 'node:crypto';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { readPolicy } from './withdrawals/policy.ts';

const windowMs = 60_000;
/** Users whose minute is remembered at a time. */
const usersMax = 100_000;

interface Minute {
  readonly endsAtMs: number;
  readonly begun: Set<string>;
}

/** The withdrawals, transfers and codes that users began within a minute. The same words sent again are not another. */
class Attempts {
  readonly #minutes = new Map<string, Minute>();

  /** Milliseconds to wait; 0 when this one may be begun now. */
  take({ userId, words, max }: { userId: string; words: string; max: number }): number {
    const nowMs = performance.now();
    const known = this.#minutes.get(userId);
    const minute =
      known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + windowMs, begun: new Set<string>() };
    // Seen last, forgotten last.
    this.#minutes.delete(userId);
    this.#minutes.set(userId, minute);
    if (this.#minutes.size > usersMax) this.#forgetOldest();
    if (minute.begun.has(words)) return 0;
    if (minute.begun.size >= max) return minute.endsAtMs - nowMs;
    minute.begun.add(words);
    return 0;
  }

  #forgetOldest(): void {
    for (const oldest of this.#minutes.keys()) {
      this.#minutes.delete(oldest);
      return;
    }
  }
}

const attemptsOf = defineService('attempts to pay', () => new Attempts());

/**
 * Nobody types faster, a thief tries faster, and who has an account is not to be found out by trying. Other words under the same client id are another try.
 *
 * @throws Problem too_many_withdrawal_attempts.
 */
export async function requireAttempt(
  platform: Platform,
  { userId, words }: { userId: string; words: readonly (string | null)[] },
): Promise<void> {
  const { attemptsPerMinute: max } = await readPolicy(platform.database.kysely);
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('base64');
  const waitMs = attemptsOf(platform).take({ userId, words: hash, max });
  if (waitMs > 0)
    throw new Problem('too_many_withdrawal_attempts', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
