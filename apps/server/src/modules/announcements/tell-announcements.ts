import { sql } from 'kysely';
import { notifyMany } from '#modules/notifications/index.ts';
import type { Platform } from '#platform/platform.ts';
import { type AnnouncementRow, findRow } from './announcement-rows.ts';

export const tellJob = 'announcements.tell';

const atOnce = 200;

/**
 * Tells those of announcements who want them by mail or in their browser, each once, when one begins. It is for whoever it is shown to; the list of everybody
 * has it anyway.
 */
export async function tellAnnouncements(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from announcements
    where told_at is null and not is_draft and published_at <= ${clock.now()} order by id
  `.execute(database.kysely);
  for (const { id } of rows) while (!(await tellSome(platform, id)));
}

/** True when everybody was told. */
function tellSome(platform: Platform, id: string): Promise<boolean> {
  const now = platform.clock.now();
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows: locked } = await sql<{ reached: string | null }>`
      select told_to as reached from announcements where id = ${id}::bigint and told_at is null for update skip locked
    `.execute(transaction);
    const row = await findRow(transaction, id);
    if (!locked[0] || !row) return true;
    const { reached } = locked[0];
    const isOver = row.endedAt !== null || (row.to !== null && row.to <= now);
    const { rows: users } = isOver
      ? { rows: [] }
      : await sql<{ id: string }>`
          select id from users
          where status = 'active' and (${reached}::uuid is null or id > ${reached}::uuid)
            and (notifications ->> 'announcement.mail' in ('now', 'digest') or notifications -> 'announcement.push' = 'true')
            and (${row.countries.length} = 0 or country = any (${row.countries}::text[]))
          order by id limit ${atOnce}
        `.execute(transaction);
    const concerned = await ofTiers(platform, row, users);
    if (concerned.length > 0)
      await notifyMany(
        transaction,
        concerned.map(({ id: userId }) => ({
          ...{ userId, template: 'announcement_made' as const, params: paramsOf(row) },
          ...{ key: `announcement:${id}:${userId}`, about: `announcement:${id}` as const },
        })),
      );
    const isDone = users.length < atOnce;
    await sql`
      update announcements set told_to = ${users.at(-1)?.id ?? reached}, told_at = ${isDone ? now : null} where id = ${id}::bigint
    `.execute(transaction);
    return isDone;
  });
}

async function ofTiers(
  { view }: Platform,
  { tiers }: AnnouncementRow,
  users: readonly { id: string }[],
): Promise<readonly { id: string }[]> {
  if (tiers.length === 0) return users;
  return view.read((exchange) =>
    users.filter(({ id }) => tiers.includes(exchange.findAccount(id)?.tier ?? 0)),
  );
}

const paramsOf = ({ title, text }: AnnouncementRow) =>
  Object.fromEntries([
    ...Object.entries(title).map(([language, words]) => [`title_${language}`, words] as const),
    ...Object.entries(text).map(([language, words]) => [`text_${language}`, words] as const),
  ]);
