import type { UserNotification } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { formatDecimalIn, type TranslationParams, translate } from '@emporion/i18n/server';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';

/** What a user can be told; each has a title and a text in the area `notifications` of the catalogues. */
export const notificationTemplates = [
  'stop_fired',
  'stop_fired_buy',
  'stop_fired_sell',
  'stop_fired_spend',
  'self_trade',
  'alert_price_above',
  'alert_price_below',
  'alert_volume_above',
  'alert_volume_below',
  'deposit_credited',
  'deposit_held_deposits_disabled',
  'deposit_held_below_minimum',
  'deposit_held_above_maximum',
  'deposit_held_unknown_token',
  'deposit_held_account_switched_off',
  'deposit_held_refused',
  'withdrawal_held',
  'withdrawal_sent',
  'withdrawal_bank_sent',
  'withdrawal_bank_completed',
  'withdrawal_bank_returned',
  'withdrawal_completed',
  'withdrawal_paid_inside',
  'withdrawal_not_paid',
  'withdrawal_rejected',
  'withdrawal_cancelled',
  'withdrawal_failed',
  'withdrawal_failed_recipient',
  'withdrawal_failed_on_chain',
  'deposit_received',
  'transfer_received',
  'code_received',
  'code_redeemed',
  'recurring_swap_done',
  'recurring_swap_skipped_balance',
  'recurring_swap_skipped_market',
  'recurring_swap_skipped_account',
  'recurring_swap_paused',
  'card_bought',
  'card_kept',
  'card_refunded',
  'card_charged_back',
  'card_charged_back_open',
  'card_account_suspended',
  'card_sold',
  'card_sale_failed',
  'kyc_pending',
  'kyc_approved',
  'kyc_rejected',
  'kyc_more',
  'kyc_expiring',
  'kyc_expired',
  'ticket_replied',
  'ticket_closed',
] as const;
export type NotificationTemplate = (typeof notificationTemplates)[number];

export interface NewNotification {
  readonly userId: string;
  readonly template: NotificationTemplate;
  readonly params: TranslationParams;
  /** What is told twice under one key is told once. */
  readonly key: string;
}

export interface NotificationRow {
  readonly id: bigint;
  readonly userId: string;
  readonly template: string;
  readonly params: TranslationParams;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** What a signal tells of a notification that was kept; `kept` is the rows. */
export const NotifiedSignal = z.object({ id: z.string(), userId: z.string() });
export const signalKept = `pg_notify('user_notified', json_build_object('id', kept.id::text, 'userId', kept.user_id)::text)`;

const columns = sql`id, user_id as "userId", template, params, created_at as "createdAt", read_at as "readAt"`;

/**
 * Keeps a notification for its user, whom every process shows it where they are looking once the transaction is committed. False when it was
 * kept before.
 */
export async function insertNotification(
  db: QueryExecutorProvider,
  { userId, template, params, key }: NewNotification,
): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      insert into user_notifications (user_id, key, template, params)
      values (${userId}, ${key}, ${template}, ${JSON.stringify(params)}::jsonb)
      on conflict (key) do nothing
      returning id, user_id
    )
    select ${sql.raw(signalKept)} from kept
  `.execute(db);
  return rows.length > 0;
}

export async function findNotification(
  db: QueryExecutorProvider,
  id: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from user_notifications where id = ${id}::bigint
  `.execute(db);
  return rows[0];
}

export async function listNotifications(
  db: QueryExecutorProvider,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns}
    from user_notifications where user_id = ${userId} and dismissed_at is null
    order by id desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

export async function countUnread(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_notifications
    where user_id = ${userId} and dismissed_at is null and read_at is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** What came after the one that was seen stays unread. */
export async function readNotifications(
  db: QueryExecutorProvider,
  { userId, upTo }: { userId: string; upTo: string },
): Promise<void> {
  await sql`
    update user_notifications set read_at = now()
    where user_id = ${userId} and id <= ${upTo}::bigint and dismissed_at is null and read_at is null
  `.execute(db);
}

/** False when the user has no such notification to dismiss. */
export async function dismissNotification(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    update user_notifications set dismissed_at = now()
    where id = ${id}::bigint and user_id = ${userId} and dismissed_at is null
    returning id
  `.execute(db);
  return rows.length > 0;
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
]);

type OnWire = z.output<typeof UserNotification>;

export function notificationOnWire(row: NotificationRow, language: Language): OnWire {
  const params = Object.fromEntries(
    Object.entries(row.params).map(([name, value]) => [
      name,
      typeof value === 'string' && amounts.has(name) ? formatDecimalIn(language, value) : value,
    ]),
  );
  const text = (part: 'title' | 'text') =>
    translate(language, `notifications.${row.template}.${part}`, params);
  return {
    id: String(row.id),
    title: text('title'),
    text: text('text'),
    time: row.createdAt.toISOString(),
    read: row.readAt !== null,
  };
}
