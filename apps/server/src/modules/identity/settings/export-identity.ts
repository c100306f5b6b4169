import { type QueryExecutorProvider, sql } from 'kysely';
import { enrolledFactors } from '../factors/enrolled-factors.ts';
import { passkeyAnswerOf } from '../passkeys/passkey-answer.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import type { User } from '../users/users.ts';
import { ownOrigin } from './own-events.ts';
import { settingsAnswerOf } from './settings-answer.ts';

const rowsMax = 10_000;

/** What this module keeps about a person. Secrets, hashes and keys are what it keeps for them, and stay out. */
export async function exportIdentity(
  db: QueryExecutorProvider,
  { user, now }: { user: User; now: Date },
): Promise<Record<string, unknown>> {
  const { totp, sms, email, backupCodesLeft } = await enrolledFactors(db, user.id);
  const passkeys = await listPasskeys(db, user.id);
  return {
    account: settingsAnswerOf(user, now),
    factors: {
      totp,
      sms,
      email,
      backup_codes_left: backupCodesLeft,
      passkeys: passkeys.map(passkeyAnswerOf),
    },
    sessions: await rowsOf(
      db,
      sql`
        select id, device, address, place, created_at, last_used_at, ended_at, ended_by from user_sessions
        where user_id = ${user.id} order by created_at desc
      `,
    ),
    devices: await rowsOf(
      db,
      sql`
        select device, place, created_at, last_seen_at from user_devices
        where user_id = ${user.id} order by last_seen_at desc
      `,
    ),
    security_events: await rowsOf(
      db,
      sql`
        select happened_at, event, ${ownOrigin}, details from security_events
        where user_id = ${user.id} order by id desc
      `,
    ),
  };
}

async function rowsOf(db: QueryExecutorProvider, query: ReturnType<typeof sql>): Promise<unknown[]> {
  const { rows } = await sql`${query} limit ${rowsMax}`.execute(db);
  return rows;
}
