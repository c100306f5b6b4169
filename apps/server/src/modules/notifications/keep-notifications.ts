import type { TranslationParams } from '@emporion/i18n/server';
import { type QueryExecutorProvider, sql } from 'kysely';
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

const nobody: Listener = { stored: {}, hasPush: false, hasPhone: false };

async function readListeners(
  db: QueryExecutorProvider,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Listener>> {
  const { rows } = await sql<{ id: string; stored: StoredChoices; hasPush: boolean; hasPhone: boolean }>`
    select id, notifications as stored, phone_verified_at is not null and phone is not null as "hasPhone",
      exists (select from push_subscriptions where user_id = users.id) as "hasPush"
    from users where id = any(${[...new Set(ids)]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Keeps notifications for their users, all by one statement, with the ways by which each goes out. Every process hears of them once the transaction is
 * committed: it shows them where their users are looking, and the server sends what is due.
 *
 * @returns how many were not kept before.
 */
export async function keepNotifications(
  db: QueryExecutorProvider,
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
  const { rows } = await sql`
    with kept as (
      insert into user_notifications (
        user_id, key, template, params, about, is_listed, has_toast, due, awaits_digest
      )
      select user_id, key, template, params, about, is_listed, has_toast, string_to_array(due, ' '), awaits_digest
      from unnest(
        ${column(({ userId }) => userId)}::uuid[], ${column(({ key }) => key)}::text[],
        ${column(({ template }) => template)}::text[], ${column(({ params }) => JSON.stringify(params))}::jsonb[],
        ${column(({ about = null }) => about)}::text[], ${column(({ isListed }) => isListed)}::boolean[],
        ${column(({ hasToast }) => hasToast)}::boolean[], ${column(({ due }) => due.join(' '))}::text[],
        ${column(({ awaitsDigest }) => awaitsDigest)}::boolean[]
      ) as told (user_id, key, template, params, about, is_listed, has_toast, due, awaits_digest)
      on conflict (key) do nothing
      returning id, user_id, due
    )
    select pg_notify('user_notified', json_build_object(
      'id', kept.id::text, 'userId', kept.user_id, 'isDue', kept.due <> '{}'
    )::text) from kept
  `.execute(db);
  return rows.length;
}
