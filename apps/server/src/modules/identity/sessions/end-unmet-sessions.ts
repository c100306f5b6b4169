import { sql } from 'kysely';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { endSessions } from './end-sessions.ts';

export const endUnmetSessionsJob = 'identity.end-unmet-sessions';
const pageSessions = 200;

/**
 * Ends the sessions that a password alone has opened, once a second factor is required, and those of accounts whose address nobody has proved, once that is. They let
 * nobody in from the moment of the switch; this closes their sockets and takes them off the lists.
 */
export const endUnmetSessions: JobHandler = async (_payload, { platform, signal }) => {
  const { kysely } = platform.database;
  while (!signal.aborted) {
    const { twoFactor, email } = settingsOf(platform).requirements;
    const { rows } = await sql<{ id: string; userId: string }>`
      select s.id, s.user_id as "userId" from user_sessions s join users u on u.id = s.user_id
      where s.ended_at is null
        and ((${twoFactor}::boolean and not s.second_factor) or (${email}::boolean and u.opened_unproved))
      limit ${pageSessions}
    `.execute(kysely);
    for (const { id, userId } of rows) await endSessions(kysely, platform, { userId, only: id, by: 'idle' });
    if (rows.length < pageSessions) return;
  }
};
