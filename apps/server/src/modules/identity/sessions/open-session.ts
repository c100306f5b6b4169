import { randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../origins/origin.ts';
import { hashOf } from '../tokens/tokens.ts';
import type { User } from '../users/users.ts';
import { signAccessToken } from './access-token.ts';
import { endSessions } from './end-sessions.ts';
import { refreshTokenOf } from './refresh-token.ts';

export const sessionLifeSeconds = 30 * 24 * 3_600;
/** Nobody uses more at once; the one that rested longest makes room. */
const sessionsPerUserMax = 50;

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface NewSession {
  readonly user: User;
  readonly origin: Origin;
  /** Whether the login proved more than a password: without it the rights of staff do not count. */
  readonly secondFactor: boolean;
  /** The device that logs in, if it is remembered. */
  readonly deviceHash?: Buffer | null;
  /** The browser that it is opened in, whatever account was used there before. */
  readonly browser?: string | null;
}

/** Opens a session. The caller holds the lock of the user's row, so that an ending of all sessions leaves none out. */
export async function openSession(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, origin, secondFactor, deviceHash = null, browser = null }: NewSession,
): Promise<TokenPair & { readonly sessionId: string }> {
  const { config, clock } = platform;
  const now = clock.now();
  if (config.singleSession) await endSessions(db, platform, { userId: user.id, by: 'concurrent' });
  else await endTheMostRested(db, platform, user.id);
  const sessionId = randomUUID();
  const lifeSeconds = user.roles.length === 0 ? sessionLifeSeconds : config.staffSessionHours * 3_600;
  const refresh = refreshTokenOf(config, { sessionId, generation: 0 });
  await sql`
    insert into user_sessions (
      id, user_id, refresh_hash, rotated_at, address, place, device, device_hash, second_factor, created_at,
      last_used_at, expires_at, browser_id
    )
    values (
      ${sessionId}, ${user.id}, ${hashOf(refresh)}, ${now}, ${origin.address}, ${origin.place}, ${origin.device},
      ${deviceHash}, ${secondFactor}, ${now}, ${now}, ${new Date(now.getTime() + lifeSeconds * 1000)}, ${browser}
    )
  `.execute(db);
  const access = await signAccessToken(config, {
    userId: user.id,
    sessionId,
    issuedAt: now,
  });
  return { access, refresh, sessionId };
}

async function endTheMostRested(
  db: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from user_sessions where user_id = ${userId} and ended_at is null
    order by last_used_at desc offset ${sessionsPerUserMax - 1}
  `.execute(db);
  for (const { id } of rows) await endSessions(db, platform, { userId, only: id, by: 'concurrent' });
}
