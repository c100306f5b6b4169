import { sql } from 'kysely';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { endSessions } from './end-sessions.ts';

export const endWithoutFactorJob = 'identity.end-sessions-without-factor';
const pageSessions = 200;

/**
 * Ends the sessions that a password alone has opened, once a second factor is required. They let nobody in from the moment of the switch; this closes their sockets
 * and takes them off the lists.
 */
export const endSessionsWithoutFactor: JobHandler = async (_payload, { platform, signal }) => {
  const { kysely } = platform.database;
  while (!signal.aborted && settingsOf(platform).requirements.twoFactor) {
    const { rows } = await sql<{ id: string; userId: string }>`
      select id, user_id as "userId" from user_sessions where ended_at is null and not second_factor limit ${pageSessions}
    `.execute(kysely);
    for (const { id, userId } of rows) await endSessions(kysely, platform, { userId, only: id, by: 'idle' });
    if (rows.length < pageSessions) return;
  }
};
