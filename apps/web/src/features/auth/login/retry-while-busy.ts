import type { Result } from '@emporion/kernel';
import { type ApiFailure, hasCode } from '#api/failure.ts';

/** For how long a login is tried again while the server has no room for it. */
export const retryForMs = 30_000;

/** A longer pause is a block after failures. Another try does not help before it ends. */
const busyPauseMaxSeconds = 5;

/** Whether the server refused the login only because too many were waiting at that moment. */
export function isBusy(failure: ApiFailure): boolean {
  if (failure.kind !== 'refused' || !hasCode(failure, 'too_many_login_attempts')) return false;
  const { retryAfterSeconds } = failure;
  return retryAfterSeconds !== undefined && retryAfterSeconds <= busyPauseMaxSeconds;
}

export interface Retrying {
  /** Called before each pause. */
  readonly onBusy: () => void;
  /** Ends the retries when the page is left. */
  readonly signal: AbortSignal;
}

export interface RetryClock {
  now(): number;
  wait(ms: number): Promise<void>;
  /** 0 to 1: browsers that were refused together must not come back together. */
  random(): number;
}

const browserClock: RetryClock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
};

/** Sends until the server has room, for half a minute. Answers the last failure if it had none. */
export async function retryWhileBusy<Value>(
  send: () => Promise<Result<Value, ApiFailure>>,
  { onBusy, signal }: Retrying,
  clock: RetryClock = browserClock,
): Promise<Result<Value, ApiFailure>> {
  const until = clock.now() + retryForMs;
  for (;;) {
    const answer = await send();
    if (answer.ok || signal.aborted || !isBusy(answer.failure)) return answer;
    const { retryAfterSeconds = 1 } = answer.failure.kind === 'refused' ? answer.failure : {};
    const pauseMs = (retryAfterSeconds + clock.random()) * 1_000;
    if (clock.now() + pauseMs > until) return answer;
    onBusy();
    await clock.wait(pauseMs);
    if (signal.aborted) return answer;
  }
}
