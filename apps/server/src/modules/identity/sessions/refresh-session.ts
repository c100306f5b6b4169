import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { mailUser } from '../mail/mail-user.ts';
import { sessionClosedMail } from '../mail/session-mails.ts';
import { takeMail } from '../notices/mail-budget.ts';
import { tellAccountNotice } from '../notices/notice-listener.ts';
import type { Origin } from '../origins/origin.ts';
import { hashOf } from '../tokens/tokens.ts';
import { findUser, mayLogIn, type UserStatus } from '../users/users.ts';
import { signAccessToken } from './access-token.ts';
import { type EndReason, endSessions } from './end-sessions.ts';
import type { TokenPair } from './open-session.ts';
import { type RefreshPosition, readRefreshToken, refreshTokenOf } from './refresh-token.ts';

/** A page that was reloaded, or two tabs, may use the same token at once; a thief comes later than this. */
const graceMs = 10_000;

type RefusalCode =
  | 'invalid_token'
  | 'session_expired'
  | 'session_concurrent'
  | 'account_disabled'
  | 'account_compromised';
type Outcome =
  | { readonly pair: TokenPair; readonly refusal?: undefined }
  | { readonly refusal: RefusalCode; readonly pair?: undefined };

interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
  readonly refreshHash: Buffer;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly endedBy: EndReason | null;
  readonly isStaff: boolean;
  readonly secondFactor: boolean;
  readonly openedUnproved: boolean;
  readonly status: UserStatus;
  readonly autoLogoutSeconds: number;
}

/**
 * Exchanges a refresh token for a new pair. Of several that come at once, all get the same new pair. One that was
 * exchanged before was copied: the session it belongs to ends for whoever holds it.
 *
 * @throws Problem `invalid_token`, `session_expired`, `session_concurrent`, `account_disabled` or `account_compromised`.
 */
export async function refreshSession(
  platform: Platform,
  { refresh, origin }: { readonly refresh: string; readonly origin: Origin },
): Promise<TokenPair> {
  const position = readRefreshToken(platform.config, refresh);
  if (position === undefined) throw new Problem('invalid_token');
  // A refusal is thrown only after the commit, for it may have ended the session.
  const outcome = await platform.database.kysely
    .transaction()
    .execute((transaction) => exchange(transaction, platform, { position, refresh, origin }));
  if (outcome.pair === undefined) throw new Problem(outcome.refusal);
  return outcome.pair;
}

interface Exchange {
  readonly position: RefreshPosition;
  readonly refresh: string;
  readonly origin: Origin;
}

async function exchange(
  db: QueryExecutorProvider,
  platform: Platform,
  { position, refresh, origin }: Exchange,
): Promise<Outcome> {
  const now = platform.clock.now();
  const session = await lockSession(db, position.sessionId);
  if (session === undefined) return { refusal: 'invalid_token' };
  if (session.endedBy !== null) return { refusal: refusalOfEnded(session.endedBy) };
  const end = async (by: EndReason, refusal: RefusalCode): Promise<Outcome> => {
    await endSessions(db, platform, { userId: session.userId, only: session.id, by });
    return { refusal };
  };
  if (!mayLogIn(session)) return end('security', 'account_disabled');
  if (session.expiresAt <= now) return end('expired', 'session_expired');
  const { twoFactor, email } = settingsOf(platform).requirements;
  if ((twoFactor && !session.secondFactor) || (email && session.openedUnproved))
    return end('security', 'session_expired');
  const idleMs = now.getTime() - session.lastUsedAt.getTime();
  const idleMinutes = session.isStaff ? platform.config.staffIdleMinutes : Infinity;
  const ownLimit = session.autoLogoutSeconds > 0 ? session.autoLogoutSeconds : Infinity;
  if (idleMs >= Math.min(ownLimit * 1000, idleMinutes * 60_000)) {
    return end('idle', 'session_expired');
  }
  if (position.generation === session.generation && session.refreshHash.equals(hashOf(refresh))) {
    return { pair: await rotate(db, platform, { session, origin, now }) };
  }
  const isLatecomer =
    position.generation === session.generation - 1 && now.getTime() - session.rotatedAt.getTime() <= graceMs;
  if (isLatecomer) return { pair: await pairOf(platform, session, session.rotatedAt) };
  await tellOfReuse(db, platform, { session, origin });
  return end('reuse', 'account_compromised');
}

function refusalOfEnded(by: EndReason): RefusalCode {
  if (by === 'concurrent') return 'session_concurrent';
  // Whichever of the two that hold it comes second learns the same.
  if (by === 'reuse') return 'account_compromised';
  return by === 'idle' || by === 'expired' ? 'session_expired' : 'invalid_token';
}

async function lockSession(db: QueryExecutorProvider, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select
      s.id, s.user_id as "userId", s.generation, s.refresh_hash as "refreshHash", s.rotated_at as "rotatedAt",
      s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt", s.ended_by as "endedBy",
      u.roles <> '{}' as "isStaff", s.second_factor as "secondFactor",
      u.opened_unproved as "openedUnproved", u.status, u.auto_logout_seconds as "autoLogoutSeconds"
    from user_sessions s join users u on u.id = s.user_id
    where s.id = ${id}
    for update of s
  `.execute(db);
  return rows[0];
}

async function rotate(
  db: QueryExecutorProvider,
  platform: Platform,
  { session, origin, now }: { readonly session: SessionRow; readonly origin: Origin; readonly now: Date },
): Promise<TokenPair> {
  const next = { ...session, generation: session.generation + 1 };
  const pair = await pairOf(platform, next, now);
  await sql`
    update user_sessions set
      previous_refresh_hash = refresh_hash, refresh_hash = ${hashOf(pair.refresh)},
      generation = ${next.generation}, rotated_at = ${now}, last_used_at = ${now},
      address = ${origin.address}, place = ${origin.place}
    where id = ${session.id}
  `.execute(db);
  return pair;
}

async function pairOf(platform: Platform, session: SessionRow, issuedAt: Date): Promise<TokenPair> {
  const { config } = platform;
  const { id: sessionId, userId, generation } = session;
  return {
    access: await signAccessToken(config, { userId, sessionId, issuedAt }),
    refresh: refreshTokenOf(config, { sessionId, generation }),
  };
}

const mailsPerDay = 5;

async function tellOfReuse(
  db: QueryExecutorProvider,
  platform: Platform,
  { session, origin }: { readonly session: SessionRow; readonly origin: Origin },
): Promise<void> {
  const { userId } = session;
  await recordSecurityEvent(db, { event: 'session_reuse_detected', userId, origin });
  const user = await findUser(db, userId);
  if (user === undefined) return;
  const allowance = await takeMail(db, platform, { user, kind: 'session_reuse', perDay: mailsPerDay });
  if (allowance === undefined) return;
  await tellAccountNotice(db, { userId, template: 'security_session_ended' });
  await mailUser(db, platform, {
    user,
    template: sessionClosedMail,
    params: { origin, at: platform.clock.now(), ...allowance },
  });
}
