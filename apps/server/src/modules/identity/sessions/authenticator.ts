import { capabilitiesOf } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { Authenticate, Caller } from '#platform/http/caller.ts';
import type { Platform } from '#platform/platform.ts';
import { onSettings, settingsOf } from '#platform/settings/exchange-settings.ts';
import { holdsStrongFactor } from '../factors/strong-factor.ts';
import { type AccessClaims, knownAccessToken, readAccessToken } from './access-token.ts';
import { type LiveSession, liveSessionsOf } from './live-sessions.ts';

/** A session that is in use is marked so no more often than this. */
const touchAfterSeconds = 30;

/** Tells who holds an access token. It stands before every order, so most calls are answered from memory. */
export function createAuthenticator(platform: Platform): Authenticate {
  const { config, clock } = platform;
  const live = liveSessionsOf(platform);
  // What was remembered was judged by the requirements of before.
  onSettings(platform, ({ requirements }, before) => {
    const { twoFactor, email } = before.requirements;
    if (requirements.twoFactor !== twoFactor || requirements.email !== email) live.clear();
  });
  return (token) => {
    const now = clock.now();
    const claims = knownAccessToken(config, token);
    const session = claims && live.find(claims.sessionId);
    return session ? callerOf(claims, session, now) : identify(platform, token, now);
  };
}

/** Checks the token's signature and asks the database for its session, as far as either is not known. */
async function identify(platform: Platform, token: string, now: Date): Promise<Caller | undefined> {
  const claims = await readAccessToken(platform.config, { token, now });
  if (claims === undefined) return undefined;
  const { sessionId } = claims;
  const live = liveSessionsOf(platform);
  if (live.isOver(sessionId)) return undefined;
  const session =
    live.find(sessionId) ?? (await live.ask(claims, () => readSession(platform, sessionId, now)));
  if (session !== undefined) return callerOf(claims, session, now);
  live.rememberOver(sessionId);
  return undefined;
}

function callerOf(claims: AccessClaims, session: LiveSession, now: Date): Caller | undefined {
  const { userId, sessionId, expiresAt } = claims;
  const ended = Math.min(expiresAt.getTime(), session.expiresAt.getTime()) <= now.getTime();
  if (ended || session.userId !== userId) return undefined;
  const { staff, capabilities, frozen, missesFactor } = session;
  return { userId, sessionId, staff, capabilities, frozen, missesFactor, expiresAt };
}

interface SessionRow {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly suspended: boolean;
  readonly secondFactor: boolean;
  readonly frozen: boolean;
  readonly hasFactor: boolean;
  readonly hasStrongFactor: boolean;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
}

/**
 * The roles come from the account and not from the token, so that taking one away counts at once. In a session that a
 * password alone has opened they give nothing, also when its owner has become staff since; nor to somebody who is suspended; nor, outside the demo, to somebody
 * without an app or a passkey: the mailbox that gets codes also resets the password, and would be all of an administrator.
 * Where a second factor is required such a session is over, and where the proof of an address is, one of an account that was opened without it.
 */
async function readSession(
  platform: Platform,
  sessionId: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const db = platform.database.kysely;
  const settings = settingsOf(platform);
  const { twoFactor, email } = settings.requirements;
  const { rows } = await sql<SessionRow>`
    select
      u.id as "userId", u.roles, u.status = 'suspended' as suspended, s.second_factor as "secondFactor",
      u.frozen_at is not null as frozen, u.second_factor as "hasFactor",
      ${holdsStrongFactor} as "hasStrongFactor", s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt"
    from user_sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now} and u.status in ('active', 'suspended')
      and (s.second_factor or not ${twoFactor}::boolean) and not (u.opened_unproved and ${email}::boolean)
      and (
        u.auto_logout_seconds = 0
        or s.last_used_at + make_interval(secs => u.auto_logout_seconds) > ${now}::timestamptz
      )
      and (
        u.roles = '{}'
        or s.last_used_at + make_interval(mins => ${platform.config.staffIdleMinutes}) > ${now}::timestamptz
      )
  `.execute(db);
  // The requirements changed while the database was asked: what it said was about those of before.
  if (settingsOf(platform) !== settings) return readSession(platform, sessionId, now);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { userId, roles, suspended, secondFactor, frozen, expiresAt } = row;
  const isProved = secondFactor && (row.hasStrongFactor || platform.config.demo);
  const capabilities = capabilitiesOf(isProved && !suspended ? roles : []);
  const missesFactor = twoFactor && !row.hasFactor;
  const session = { userId, staff: roles.length > 0, capabilities, frozen, missesFactor, expiresAt };
  liveSessionsOf(platform).remember(sessionId, session);
  if (now.getTime() - row.lastUsedAt.getTime() >= touchAfterSeconds * 1000) {
    await sql`
      update user_sessions set last_used_at = ${now} where id = ${sessionId} and last_used_at < ${now}
    `.execute(db);
  }
  return session;
}
