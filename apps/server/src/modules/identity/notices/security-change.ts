import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent, type SecurityEvent } from '../audit/record.ts';
import { announceSessions, endSessions } from '../sessions/end-sessions.ts';
import { freezePayouts } from '../sessions/freeze-payouts.ts';
import { revokeTokensFor } from '../tokens/tokens.ts';
import { type OwnerNotice, tellOwner } from './tell-owner.ts';

export interface SecurityChange extends Pick<OwnerNotice, 'user' | 'origin' | 'notice' | 'copyTo'> {
  /** What happened, for the audit log. */
  readonly event: string;
  readonly details?: SecurityEvent['details'];
  /** Left out, the sessions go on. */
  readonly ends?: 'all' | { readonly othersThan: string };
  readonly freezesPayouts?: boolean;
}

/**
 * What goes with every change of how an account is protected, in the transaction of the change: it is written down,
 * sessions end and payouts freeze where the change calls for it, and the owner is told.
 */
export async function noteSecurityChange(
  db: QueryExecutorProvider,
  platform: Platform,
  change: SecurityChange,
): Promise<void> {
  const { user, origin, event, details, notice, ends, freezesPayouts, copyTo } = change;
  await recordSecurityEvent(db, { event, userId: user.id, actorId: user.id, origin, details });
  if (ends !== undefined) {
    const except = ends === 'all' ? undefined : ends.othersThan;
    await endSessions(db, platform, { userId: user.id, except, by: 'security' });
    // What a session that is shut out asked for must not happen after it.
    await revokeTokensFor(db, platform, { userId: user.id, purpose: 'email_change' });
  } else {
    // What the sessions that go on may do can depend on what has changed: without a factor staff may do nothing.
    await announceSessions(db, platform, { userId: user.id });
  }
  const payoutsFrozenUntil = freezesPayouts ? await freezePayouts(db, platform, user.id) : undefined;
  const sessionsEnded = ends === 'all';
  await tellOwner(db, platform, { user, origin, notice, sessionsEnded, payoutsFrozenUntil, copyTo });
}
