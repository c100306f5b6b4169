import type { StaffAnnouncement } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type State = StaffAnnouncement['state'];
export type Texts = Readonly<{ en: string } & Partial<Record<Language, string>>>;

/** What staff write. */
export interface Content {
  readonly title: Texts;
  readonly text: Texts;
  readonly kind: StaffAnnouncement['kind'];
  readonly audience: StaffAnnouncement['audience'];
  readonly countries: readonly string[];
  readonly tiers: readonly number[];
  readonly from: Date;
  readonly to: Date | null;
  readonly isDraft: boolean;
  /** Of an incident that is open; written by that, and not by staff. */
  readonly isIncident?: boolean;
}

export interface AnnouncementRow extends Content {
  readonly id: string;
  readonly endedAt: Date | null;
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string | null;
  /** The user name of whoever changed it last. */
  readonly changedByName: string | null;
}

const columns = sql`
  announcements.id::text as id, title, text, kind, audience, countries, tiers, published_at as "from", ends_at as "to",
  is_draft as "isDraft", is_incident as "isIncident", ended_at as "endedAt", version, changed_at as "changedAt", changed_by as "changedBy",
  users.username as "changedByName"
`;
const source = sql`announcements left join users on users.id = changed_by`;

export function stateOf({ isDraft, endedAt, from, to }: AnnouncementRow, now: Date): State {
  if (endedAt !== null || (to !== null && to <= now)) return 'over';
  if (isDraft) return 'draft';
  return from > now ? 'scheduled' : 'running';
}

/** The same as `stateOf`, for the database. */
function isIn(state: State, now: Date): RawBuilder<unknown> {
  const isOver = sql`(ended_at is not null or (ends_at is not null and ends_at <= ${now}))`;
  if (state === 'over') return isOver;
  if (state === 'draft') return sql`not ${isOver} and is_draft`;
  const begun = sql`published_at <= ${now}`;
  return sql`not ${isOver} and not is_draft and ${state === 'running' ? begun : sql`not (${begun})`}`;
}

export async function listRows(
  db: QueryExecutorProvider,
  {
    state,
    now,
    before,
    limit,
  }: { state: State | undefined; now: Date; before: string | undefined; limit: number },
): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from ${source}
    where ${state === undefined ? sql`true` : isIn(state, now)}
      and (${before ?? null}::bigint is null or announcements.id < ${before ?? null}::bigint)
    order by announcements.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** So many are in force or to come at once at most; nobody reads more. */
const shownMax = 200;

/** What is shown now or will be. */
export async function listToShow(db: QueryExecutorProvider, now: Date): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from ${source}
    where not is_draft and ended_at is null and (ends_at is null or ends_at > ${now})
    order by published_at desc, announcements.id desc limit ${shownMax}
  `.execute(db);
  return rows;
}

export async function findRow(
  db: QueryExecutorProvider,
  id: string,
  lock = sql``,
): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    select ${columns} from ${source} where announcements.id = ${id}::bigint ${lock}
  `.execute(db);
  return rows[0];
}

export const lockRow = (db: QueryExecutorProvider, id: string) =>
  findRow(db, id, sql`for update of announcements`);

interface Change {
  readonly content: Content;
  readonly by: string;
  readonly now: Date;
}

export async function insertRow(
  db: QueryExecutorProvider,
  { content, by, now }: Change,
): Promise<{ id: string }> {
  const { title, text, kind, audience, countries, tiers, from, to, isDraft, isIncident = false } = content;
  const { rows } = await sql<{ id: string }>`
    insert into announcements (
      title, text, kind, audience, countries, tiers, published_at, ends_at, is_draft, is_incident, changed_at, changed_by
    ) values (
      ${JSON.stringify(title)}::jsonb, ${JSON.stringify(text)}::jsonb, ${kind}, ${audience}, ${countries}::text[],
      ${tiers}::integer[], ${from}, ${to}, ${isDraft}, ${isIncident}, ${now}, ${by}
    ) returning id::text as id
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An announcement was not kept.');
  return row;
}

export async function updateRow(
  db: QueryExecutorProvider,
  { id, content, by, now }: Change & { id: string },
): Promise<void> {
  const { title, text, kind, audience, countries, tiers, from, to, isDraft } = content;
  await sql`
    update announcements set
      title = ${JSON.stringify(title)}::jsonb, text = ${JSON.stringify(text)}::jsonb, kind = ${kind}, audience = ${audience},
      countries = ${countries}::text[], tiers = ${tiers}::integer[], published_at = ${from}, ends_at = ${to},
      is_draft = ${isDraft}, version = version + 1, changed_at = ${now}, changed_by = ${by}
    where id = ${id}::bigint
  `.execute(db);
}

export async function endRow(
  db: QueryExecutorProvider,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<void> {
  await sql`
    update announcements set ended_at = ${now}, version = version + 1, changed_at = ${now}, changed_by = ${by}
    where id = ${id}::bigint
  `.execute(db);
}
