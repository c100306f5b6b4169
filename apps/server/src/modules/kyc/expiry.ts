import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { reject } from './advance.ts';
import { isUnderWay, listApplications, newestOf } from './application.ts';
import { changeState, lockState } from './state.ts';
import { tellOwner } from './tell.ts';

/** How many days before the end of a document its owner is reminded. */
const reminders = [30, 7] as const;
const atOnce = 200;

interface Ending {
  readonly id: string;
  readonly level: number;
  readonly expires: string;
}

/** Whose document has ended is verified no more, and their limits fall; whose document ends soon is reminded, once at each of the days. */
export async function tendExpiry(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const today = now.toISOString().slice(0, 10);
  await expire(platform, now, today);
  for (const days of reminders) await remind(platform, { today, days });
}

/** In a transaction of its own: what is wrong with one person keeps nobody else's from its end. */
async function alone(
  { database, log }: Platform,
  userId: string,
  change: (transaction: QueryExecutorProvider) => Promise<void>,
): Promise<void> {
  try {
    await database.kysely.transaction().execute(change);
  } catch (err) {
    log.error({ part: 'kyc', err, userId }, 'a verification could not be brought to its end');
  }
}

async function expire(platform: Platform, now: Date, today: string): Promise<void> {
  const { kysely } = platform.database;
  const { rows } = await sql<Ending>`
    select id, kyc_level as level, kyc_expires_on::text as expires from users
    where kyc_status = 'approved' and (kyc_expires_on < ${today}::date or kyc_ends_at <= ${now})
    order by kyc_expires_on limit ${atOnce}
  `.execute(kysely);
  for (const { id: userId, level, expires } of rows)
    await alone(platform, userId, async (transaction) => {
      const own = await lockState(transaction, userId);
      // Somebody else was quicker, or it was renewed meanwhile.
      if (own.state !== 'approved' || own.expires !== expires) return;
      await changeState(transaction, { userId, to: 'expired', expires });
      // What was handed in for the next one is still looked at.
      const next = await newestOf(transaction, userId);
      if (next && next.submittedAt !== null && isUnderWay(next))
        await changeState(transaction, { userId, to: 'pending', application: next.id });
      await tellOwner(transaction, platform, {
        ...{ userId, template: 'kyc_expired', level, day: expires, key: `${userId}:expired:${expires}` },
      });
    });
}

async function remind(
  platform: Platform,
  { today, days }: { today: string; days: (typeof reminders)[number] },
): Promise<void> {
  const { kysely } = platform.database;
  const { rows } = await sql<Ending & { left: number }>`
    select id, kyc_level as level, kyc_expires_on::text as expires, kyc_expires_on - ${today}::date as left from users
    where kyc_status = 'approved' and kyc_expires_on between ${today}::date and ${today}::date + ${days}::int
      and coalesce(kyc_reminded_days, 1000) > ${days}
    order by kyc_expires_on limit ${atOnce}
  `.execute(kysely);
  for (const { id: userId, level, expires: day, left } of rows)
    await alone(platform, userId, async (transaction) => {
      const own = await lockState(transaction, userId);
      if (own.state !== 'approved' || own.expires !== day) return;
      await sql`update users set kyc_reminded_days = ${days} where id = ${userId}`.execute(transaction);
      // Who is reminded of the last week for the first time needs no second mail on the same day.
      const isSuperseded = reminders.some((other) => other < days && left <= other);
      if (isSuperseded) return;
      await tellOwner(transaction, platform, {
        ...{ userId, template: 'kyc_expiring', level, day, key: `${userId}:expiring:${day}:${days}` },
      });
    });
}

/** Since staff asked, however often its owner changes what they declare; or since its owner last did something to what nobody has seen yet. */
const waitingSince = sql`
  case when own.submitted_at is null then own.updated_at
  else (select max(at) from kyc_application_log where application_id = own.id and stage = 'open') end
`;

/** What staff asked for and nobody sent is rejected; what was never handed in is called off. */
export async function closeUnanswered(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const now = clock.now();
  const stale = await listApplications(
    database.kysely,
    sql`own.stage = 'open' and ${waitingSince} < ${now}::timestamptz
      - (select answer_days * interval '1 day' from kyc_policy) limit ${atOnce}`,
  );
  for (const application of stale)
    await alone(platform, application.userId, async (transaction) => {
      if (application.submittedAt !== null) {
        await reject(transaction, platform, { application, from: 'open', now, reasons: ['not_answered'] });
        return;
      }
      await sql`
        update kyc_applications set stage = 'withdrawn', decided_at = ${now}, updated_at = ${now}
        where id = ${application.id} and stage = 'open'
      `.execute(transaction);
    });
}
