import type { TranslationParams } from '@emporion/i18n/server';
import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { StoredChoices } from '#platform/messages/notification-choices.ts';
import type { About } from './about.ts';
import { type Listener, type MailBy, planOf } from './plan.ts';
import type { NotificationTemplate } from './templates.ts';

export interface NewNotification {
  readonly userId: string;
  readonly template: NotificationTemplate;
  readonly params: TranslationParams;
  /** What is told twice under one key is told once. */
  readonly key: string;
  /** Where a click leads, if not to where its kind does. */
  readonly about?: About;
}

/** A follower of the journal has a connection, and everybody else a transaction. */
export type Connection = QueryExecutorProvider | pg.ClientBase;

async function query<Row>(db: Connection, text: string, values: unknown[]): Promise<Row[]> {
  if ('getExecutor' in db) {
    const { rows } = await db.getExecutor().executeQuery(CompiledQuery.raw(text, values));
    return rows as Row[];
  }
  return (await db.query(text, values)).rows as Row[];
}

const nobody: Listener = { stored: {}, hasPush: false, hasPhone: false };

async function readListeners(db: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, Listener>> {
  const rows = await query<{ id: string; stored: StoredChoices; hasPush: boolean; hasPhone: boolean }>(
    db,
    `select id, notifications as stored, phone_verified_at is not null and phone is not null as "hasPhone",
       exists (select from push_subscriptions where user_id = users.id) as "hasPush"
     from users where id = any ($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Keeps notifications for their users, all by one statement, with the ways by which each goes out. Every process hears of them once the transaction is
 * committed: it shows them where their users are looking, and the server sends what is due.
 *
 * @returns how many were not kept before.
 */
export async function keepNotifications(
  db: Connection,
  notifications: readonly NewNotification[],
  mailBy: MailBy,
): Promise<number> {
  const listeners = await readListeners(
    db,
    notifications.map(({ userId }) => userId),
  );
  const planned = notifications.map((each) => ({
    ...each,
    ...planOf(each.template, listeners.get(each.userId) ?? nobody, mailBy),
  }));
  const column = <Value>(pick: (each: (typeof planned)[number]) => Value) => planned.map(pick);
  const rows = await query(
    db,
    `with kept as (
       insert into user_notifications (
         user_id, key, template, params, about, is_listed, has_toast, due, awaits_digest
       )
       select user_id, key, template, params, about, is_listed, has_toast, string_to_array(due, ' '), awaits_digest
       from unnest(
         $1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::boolean[], $7::boolean[], $8::text[], $9::boolean[]
       ) as told (user_id, key, template, params, about, is_listed, has_toast, due, awaits_digest)
       on conflict (key) do nothing
       returning id, user_id, due
     )
     select pg_notify('user_notified', json_build_object(
       'id', kept.id::text, 'userId', kept.user_id, 'isDue', kept.due <> '{}'
     )::text) from kept`,
    [
      column(({ userId }) => userId),
      column(({ key }) => key),
      column(({ template }) => template),
      column(({ params }) => JSON.stringify(params)),
      column(({ about = null }) => about),
      column(({ isListed }) => isListed),
      column(({ hasToast }) => hasToast),
      column(({ due }) => due.join(' ')),
      column(({ awaitsDigest }) => awaitsDigest),
    ],
  );
  return rows.length;
}
