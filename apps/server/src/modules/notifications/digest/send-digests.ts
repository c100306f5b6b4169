import { type QueryExecutorProvider, sql } from 'kysely';
import { lockUser, mailUser, type User } from '#modules/identity/index.ts';
import { digestTermsOf } from '#platform/messages/notification-choices.ts';
import type { Platform } from '#platform/platform.ts';
import { isTimeZone } from '../choices/choice-routes.ts';
import { wordsOutside } from '../notifications.ts';
import { digestMail } from './digest-mail.ts';

export const digestJob = 'notifications.digests';

/** A mail with more than so many is read by nobody; the list has them all. */
const shownMax = 30;
/** A day is a little short here, for the clock of a country may be put forward. */
const leastHours = { day: 20, week: 24 * 6 } as const;

/** Sends their digests to everybody whose hour it is. It runs every hour, and twice within one it does nothing. */
export async function sendDigests(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from user_notifications where awaits_digest order by user_id
  `.execute(kysely);
  for (const { userId } of rows)
    await kysely
      .transaction()
      .execute((transaction) => sendOne(transaction, platform, userId))
      .catch((err: unknown) =>
        platform.log.error({ part: 'notifications', user: userId, err }, 'a digest was not sent'),
      );
}

async function sendOne(
  transaction: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<void> {
  const user = await lockUser(transaction, userId);
  const now = platform.clock.now();
  const isReachable = user?.status === 'active';
  if (isReachable && !(await isDue(transaction, user, now))) return;
  const waiting = await takeWaiting(transaction, userId);
  // What waited for somebody who is gone is forgotten.
  if (!isReachable || waiting.length === 0) return;
  const { time_zone } = digestTermsOf(user.notifications);
  const shown = waiting.slice(-shownMax);
  await mailUser(transaction, platform, {
    ...{ user, template: digestMail },
    params: {
      entries: shown.map((row) => ({ ...wordsOutside(user.language, row), at: row.createdAt })),
      more: waiting.length - shown.length,
      timeZone: zoneOf(time_zone),
    },
  });
  await sql`
    insert into sent_digests (user_id, sent_at) values (${userId}, ${now})
    on conflict (user_id) do update set sent_at = excluded.sent_at
  `.execute(transaction);
}

/** A zone that this server has never heard of was known when it was chosen. */
const zoneOf = (name: string): string => (isTimeZone(name) ? name : 'UTC');

async function isDue(db: QueryExecutorProvider, { id, notifications }: User, now: Date): Promise<boolean> {
  const { every, hour, time_zone } = digestTermsOf(notifications);
  const here = localTime(now, zoneOf(time_zone));
  if (here.hour !== hour || (every === 'week' && here.weekday !== 'Mon')) return false;
  const { rows } = await sql<{ sentAt: Date }>`
    select sent_at as "sentAt" from sent_digests where user_id = ${id}
  `.execute(db);
  const sentAt = rows[0]?.sentAt.getTime() ?? 0;
  return now.getTime() - sentAt >= leastHours[every] * 3_600_000;
}

function localTime(at: Date, timeZone: string): { hour: number; weekday: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' },
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { hour: Number(part('hour')), weekday: part('weekday') };
}

interface Waiting {
  readonly template: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly createdAt: Date;
}

async function takeWaiting(db: QueryExecutorProvider, userId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with taken as (
      update user_notifications set awaits_digest = false where user_id = ${userId} and awaits_digest
      returning id, template, params, created_at
    )
    select template, params, created_at as "createdAt" from taken order by id
  `.execute(db);
  return rows;
}
