import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { readPolicy } from './withdrawals/policy.ts';

const windowMs = 60_000;
/** Users whose minute is remembered at a time. */
const usersMax = 100_000;

interface Minute {
  readonly endsAtMs: number;
  readonly clientIds: Set<string>;
}

/** The withdrawals, transfers and codes that users began within a minute. The same one sent again is not another. */
class Attempts {
  readonly #minutes = new Map<string, Minute>();

  /** Milliseconds to wait; 0 when this one may be begun now. */
  take({ userId, clientId, max }: { userId: string; clientId: string; max: number }): number {
    const nowMs = performance.now();
    const known = this.#minutes.get(userId);
    const minute =
      known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + windowMs, clientIds: new Set<string>() };
    // Seen last, forgotten last.
    this.#minutes.delete(userId);
    this.#minutes.set(userId, minute);
    if (this.#minutes.size > usersMax) this.#forgetOldest();
    if (minute.clientIds.has(clientId)) return 0;
    if (minute.clientIds.size >= max) return minute.endsAtMs - nowMs;
    minute.clientIds.add(clientId);
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

/** Nobody types faster, a thief tries faster, and who has an account is not to be found out by trying. @throws Problem too_many_withdrawal_attempts. */
export async function requireAttempt(
  platform: Platform,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  const { attemptsPerMinute: max } = await readPolicy(platform.database.kysely);
  const waitMs = attemptsOf(platform).take({ userId, clientId, max });
  if (waitMs > 0)
    throw new Problem('too_many_withdrawal_attempts', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
