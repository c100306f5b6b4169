import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { signal } from '#platform/signals/signals.ts';
import { forgetDevicesOf } from '../login/devices.ts';
import { liveSessionsOf } from './live-sessions.ts';

/** Why a session ended; the next refresh of it answers by this. */
export type EndReason =
  | 'logout'
  | 'owner'
  | 'reuse'
  | 'concurrent'
  | 'idle'
  | 'expired'
  | 'reset'
  | 'security'
  | 'operator';

export interface SessionsToEnd {
  readonly userId: string;
  /** Only this one; all of the user's when left out. */
  readonly only?: string | undefined;
  /** The one that goes on, such as the caller's own. */
  readonly except?: string | undefined;
  readonly by: EndReason;
}

/** Why the device of a session may be in wrong hands. */
const distrusting: ReadonlySet<EndReason> = new Set(['owner', 'reuse', 'security', 'operator']);

type Needs = Pick<Platform, 'clock' | 'database'>;

/**
 * Ends sessions: their tokens count no more from the moment the transaction commits, in every process, and their
 * sockets close. Answers how many there were.
 */
export async function endSessions(
  db: QueryExecutorProvider,
  platform: Needs,
  { userId, only, except, by }: SessionsToEnd,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update user_sessions set ended_at = ${platform.clock.now()}, ended_by = ${by}
    where user_id = ${userId} and ended_at is null
      and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)
      and (${except ?? null}::uuid is null or id <> ${except ?? null}::uuid)
    returning id
  `.execute(db);
  const ended = rows.map(({ id }) => id);
  if (distrusting.has(by)) await forgetDevicesOf(db, ended);
  await announceSessions(db, platform, { userId, ended });
  return rows.length;
}

/**
 * Has every process read the sessions of a user anew once the transaction commits: some have ended, or what they may do
 * has changed with the account.
 */
export async function announceSessions(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'database'>,
  { userId, ended = [] }: { readonly userId: string; readonly ended?: readonly string[] },
): Promise<void> {
  // This process reads them anew from now on; the others hear of it when the transaction commits.
  liveSessionsOf(platform).distrust(userId);
  await signal(db, 'identity_sessions_changed', { userId, ended });
}
