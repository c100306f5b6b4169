import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { isLoggedIn } from './push/logged-in.ts';

export const purgeJob = 'notifications.purge';

const keptDays = 400;
/** Of those that nobody sees any more. */
const unseenKeptDays = 30;
/** Whoever trades by a program has more orders filled in a day than anybody reads. */
const filledKept = 500;

/** Forgets what is old. By then nothing could be told a second time under its key. */
export async function purgeNotifications({ database, clock }: Platform): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  // Those of sessions that are over are pushed to no more.
  await sql`delete from push_subscriptions where not ${isLoggedIn(clock.now())}`.execute(database.kysely);
  await sql`
    delete from user_notifications
    where created_at < ${ago(keptDays)}
      or (created_at < ${ago(unseenKeptDays)} and not awaits_digest and (dismissed_at is not null or not is_listed))
  `.execute(database.kysely);
  await sql`
    delete from user_notifications where id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place from user_notifications
        where template like 'order_filled%'
      ) as filled where place > ${filledKept}
    )
  `.execute(database.kysely);
}
