import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { isOutOfSpace } from '#platform/database/out-of-space.ts';
import type { Clock } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import type { Tip } from './journal/tip.ts';

/** The sentence for the person who finds the server stopped. */
export function explainFault(cause: unknown): StartupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const conflict = cause instanceof Error && 'code' in cause && cause.code === '23505';
  if (conflict)
    return new StartupError(
      'Another server has written to the journal of this database, so this one stopped: see that only one runs, and start again.',
    );
  if (isOutOfSpace(cause))
    return new StartupError(
      `The disk of the database is full (${reason}), so the server stopped: free some space, and start again. Nothing that was acknowledged is lost.`,
    );
  return new StartupError(
    `The journal could not be written (${reason}), so the server stopped: nothing that was acknowledged is lost, and the next start recovers.`,
  );
}

/** Until the clock is past the journal's last time again, everything happens at that time: trades, days, candles. */
export function warnOfOldClock(tip: Tip, clock: Clock, log: Logger): void {
  const behindMs = tip.acceptedAt - clock.now().getTime();
  if (behindMs > 1_000) log.warn({ behindMs }, 'the clock is behind the journal: set it right');
}

/** A database that does not wait for its disk makes every promise of ours worthless; on a test's it does not matter. */
export async function warnOfUnsafeDatabase(database: Database, log: Logger): Promise<void> {
  const { rows } = await database.pool.query<{ fsync: string }>('SHOW fsync');
  if (rows[0]?.fsync === 'off')
    log.warn('the database runs with fsync = off: a power cut loses what was acknowledged');
}
