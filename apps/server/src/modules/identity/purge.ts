import { sql } from 'kysely';
import type { JobHandler } from '#platform/jobs/jobs.ts';

export const purgeJob = 'identity.purge';

const day = 24 * 3_600_000;
/** Ended sessions are of use for a while, when somebody asks what happened. The audit log is kept for good. */
const sessionsKeptMs = 90 * day;
const countersKeptMs = 2 * day;
const devicesKeptMs = 365 * day;

/** Removes what has expired: it proves nothing any more, and what is not kept cannot leak. */
export const purgeIdentity: JobHandler = async (_payload, { platform: { clock, database } }) => {
  const db = database.kysely;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`delete from registrations where expires_at < ${now}`.execute(db);
  await sql`delete from identity_tokens where expires_at < ${now}`.execute(db);
  await sql`delete from released_usernames where reserved_until < ${now}`.execute(db);
  await sql`delete from used_captchas where expires_at < ${now}`.execute(db);
  await sql`delete from sent_codes where expires_at < ${before(day)}`.execute(db);
  await sql`
    delete from attempt_counters where last_failure_at < ${before(countersKeptMs)}
      and (blocked_until is null or blocked_until < ${now})
  `.execute(db);
  await sql`
    update user_sessions set ended_at = expires_at, ended_by = 'expired'
    where ended_at is null and expires_at < ${now}
  `.execute(db);
  await sql`delete from user_sessions where ended_at < ${before(sessionsKeptMs)}`.execute(db);
  await sql`delete from user_devices where last_seen_at < ${before(devicesKeptMs)}`.execute(db);
};
