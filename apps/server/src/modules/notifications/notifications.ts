import type { UserNotification } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { formatDayIn, formatDecimalIn, type TranslationParams, translate } from '@emporion/i18n/server';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { linkOf } from './about.ts';
import type { DueChannel } from './plan.ts';
import { kindOf, type NotificationTemplate } from './templates.ts';

export interface NotificationRow {
  readonly id: bigint;
  readonly userId: string;
  readonly template: string;
  readonly params: TranslationParams;
  readonly about: string | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly isListed: boolean;
  readonly hasToast: boolean;
  /** Ways by which it is still to go out. */
  readonly due: readonly DueChannel[];
}

/** What a signal tells of a notification that was kept. */
export const NotifiedSignal = z.object({ id: z.string(), userId: z.string(), isDue: z.boolean() });

const columns = sql`
  id, user_id as "userId", template, params, about, created_at as "createdAt", read_at as "readAt",
  is_listed as "isListed", has_toast as "hasToast", due
`;

export async function findNotification(
  db: QueryExecutorProvider,
  id: string,
  lock = sql``,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from user_notifications where id = ${id}::bigint ${lock}
  `.execute(db);
  return rows[0];
}

export async function listNotifications(
  db: QueryExecutorProvider,
  {
    userId,
    limit,
    offset,
    before,
  }: { userId: string; limit: number; offset: number; before?: string | undefined },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns}
    from user_notifications where user_id = ${userId} and dismissed_at is null and is_listed
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

export async function countUnread(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_notifications
    where user_id = ${userId} and dismissed_at is null and read_at is null and is_listed
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** What came after the newest that was seen stays unread, and so does what is older than the oldest. */
export async function readNotifications(
  db: QueryExecutorProvider,
  { userId, upTo, from = '0' }: { userId: string; upTo: string; from?: string | undefined },
): Promise<void> {
  await sql`
    update user_notifications set read_at = now()
    where user_id = ${userId} and id between ${from}::bigint and ${upTo}::bigint and dismissed_at is null and read_at is null
  `.execute(db);
}

/** False when the user has no such notification to dismiss. */
export async function dismissNotification(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    update user_notifications set dismissed_at = now()
    where id = ${id}::bigint and user_id = ${userId} and dismissed_at is null and is_listed
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Of those who are told the most: nobody is told more in the time that it is kept for. */
const exportedMax = 10_000;

/** For the export of one's own data: everything that is kept, dismissed ones too, the newest first. */
export async function exportNotifications(db: QueryExecutorProvider, userId: string) {
  const { rows } = await sql<NotificationRow & { language: Language }>`
    select ${columns}, (select language from users where users.id = ${userId}) as language
    from user_notifications where user_id = ${userId} order by id desc limit ${exportedMax}
  `.execute(db);
  return rows.map((row) => {
    const { time, kind, title, text, read } = notificationOnWire(row, row.language);
    return { time, kind, title, text, read };
  });
}

/** Params that are decimal numbers and are written as the reader writes them. */
const amounts: ReadonlySet<string> = new Set([
  'value',
  'reached',
  'amount',
  'price',
  'minimum',
  'given',
  'received',
  'paid',
  'taken',
  'open',
]);

/** Params that name one of several words, by the key that the words are under. */
const wordsOf: Readonly<Record<string, string>> = { event: 'mail.identity.factors.event' };

export interface Words {
  readonly title: string;
  readonly text: string;
}

type Told = Pick<NotificationRow, 'template' | 'params'>;

/** What a notification says, in the language of whoever reads it. */
export function wordsIn(language: Language, { template, params: given }: Told): Words {
  const own = ownWords(language, given);
  if (own) return own;
  const params = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, shown(language, name, value)]),
  );
  const text = (part: 'title' | 'text') => translate(language, `notifications.${template}.${part}`, params);
  return { title: text('title'), text: text('text') };
}

/** What is told without its matter where others may read along. */
const discreet: ReadonlySet<string> = new Set<NotificationTemplate>(['ticket_replied', 'ticket_closed']);

/** The same by mail, SMS and push, which are seen in inboxes and on locked screens: nothing of what a ticket is about. */
export function wordsOutside(language: Language, told: Told): Words {
  const words = wordsIn(language, told);
  if (!discreet.has(told.template)) return words;
  return { ...words, text: translate(language, `notifications.${told.template}.outside`, told.params) };
}

function shown(language: Language, name: string, value: string | number): string | number {
  if (typeof value !== 'string') return value;
  if (amounts.has(name)) return formatDecimalIn(language, value);
  if (name === 'day') return formatDayIn(language, value);
  const words = wordsOf[name];
  return words === undefined ? value : translate(language, `${words}.${value}`);
}

/** What staff wrote has its own words by language; English stands in for those that are missing. */
function ownWords(language: Language, params: TranslationParams): Words | undefined {
  const [title, text] = ['title', 'text'].map(
    (part) => params[`${part}_${language}`] ?? params[`${part}_en`],
  );
  return title === undefined || text === undefined ? undefined : { title: `${title}`, text: `${text}` };
}

type OnWire = z.output<typeof UserNotification>;

export function notificationOnWire(row: NotificationRow, language: Language): OnWire {
  const { template, params, about } = row;
  const kind = kindOf(template);
  return {
    id: String(row.id),
    ...wordsIn(language, row),
    time: row.createdAt.toISOString(),
    read: row.readAt !== null,
    kind,
    link: linkOf({ kind, about, params }),
  };
}
