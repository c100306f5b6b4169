import type { Result } from '@emporion/kernel';
import { needsRefresh } from './access-token.ts';
import type { ApiFailure } from './failure.ts';
import type { Session } from './session-store.ts';

export type RefreshOutcome =
  | { readonly kind: 'renewed'; readonly token: string }
  /** The session is over; it has been cleared. The code is the server's reason, if it gave one. */
  | { readonly kind: 'ended'; readonly code: string | null }
  /** No answer that says so. Being offline, a server that restarts, fails or is asked too often is no reason to log a person out. */
  | { readonly kind: 'unreachable'; readonly failure: ApiFailure };

interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface RefreshParts {
  readonly session: Session;
  readonly now: () => number;
  /** Called once for a session that ended, however many calls were waiting for it. */
  readonly onEnded: (code: string | null) => void;
  readonly exchange: (refreshToken: string) => Promise<Result<TokenPair, ApiFailure>>;
}

/** By these the server says that the session is over; by any other that it could not say. */
const overStatuses = new Set([400, 401, 403]);

function isOver(failure: ApiFailure): boolean {
  return failure.kind === 'refused' && overStatuses.has(failure.status);
}

/** Tabs share one refresh token, and a refresh spends it: the lock makes them take turns. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  return locks.request('emporion.token-refresh', work);
}

async function renew({ session, now, exchange }: RefreshParts, staleToken: string): Promise<RefreshOutcome> {
  const before = session.read();
  const renewedElsewhere = before.token !== null && before.token !== staleToken;
  if (renewedElsewhere && before.token !== null && !needsRefresh(before.token, now())) {
    return { kind: 'renewed', token: before.token };
  }
  if (!before.refreshToken) {
    session.clear();
    return { kind: 'ended', code: null };
  }

  const answer = await exchange(before.refreshToken);
  const after = session.read();
  if (after.refreshToken !== before.refreshToken) {
    // Someone logged out, logged in or refreshed while we waited: what is stored now wins over our answer.
    return after.token === null ? { kind: 'ended', code: null } : { kind: 'renewed', token: after.token };
  }
  if (answer.ok) {
    session.save({ token: answer.value.access, refreshToken: answer.value.refresh });
    return { kind: 'renewed', token: answer.value.access };
  }
  if (!isOver(answer.failure)) return { kind: 'unreachable', failure: answer.failure };
  session.clear();
  return { kind: 'ended', code: answer.failure.kind === 'refused' ? answer.failure.code : null };
}

/** One refresh at a time: everyone who needs a new token meanwhile waits for the same one. */
export function createRefresh(parts: RefreshParts): (staleToken: string) => Promise<RefreshOutcome> {
  let running: Promise<RefreshOutcome> | null = null;
  return (staleToken) => {
    running ??= inTurn(() => renew(parts, staleToken))
      .then((outcome) => {
        if (outcome.kind === 'ended') parts.onEnded(outcome.code);
        return outcome;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
}
