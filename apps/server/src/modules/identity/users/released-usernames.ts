import { type QueryExecutorProvider, sql } from 'kysely';
import { usernameSkeleton } from './username-skeleton.ts';

const reservedMs = 180 * 86_400_000;

interface NameOfUser {
  readonly userId: string;
  readonly username: string;
  readonly now: Date;
}

/** Keeps a name that its owner gives up from others for 180 days, and all names that look like it: who pays by name means who had it. */
export async function reserveReleased(
  db: QueryExecutorProvider,
  { userId, username, now }: NameOfUser,
): Promise<void> {
  await sql`
    insert into released_usernames as known (skeleton, user_id, reserved_until)
    values (${usernameSkeleton(username)}, ${userId}, ${new Date(now.getTime() + reservedMs)})
    on conflict (skeleton) do update set user_id = excluded.user_id, reserved_until = excluded.reserved_until
    where known.user_id = excluded.user_id or known.reserved_until <= ${now}
  `.execute(db);
}

/**
 * Whether somebody else gave the name up lately. To be asked after the name is written: whoever gives it up at the same moment has committed by then.
 */
export async function isReservedForAnother(
  db: QueryExecutorProvider,
  { userId, username, now }: NameOfUser,
): Promise<boolean> {
  const { rows } = await sql`
    select from released_usernames
    where skeleton = ${usernameSkeleton(username)} and user_id <> ${userId} and reserved_until > ${now}
  `.execute(db);
  return rows.length > 0;
}
