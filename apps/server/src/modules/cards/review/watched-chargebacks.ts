import { type RawBuilder, sql } from 'kysely';

const recentDays = '30';

/**
 * Purchases that were charged back of late, and older ones whose owner is suspended because of it to this day: what staff still have to do with. It is a condition on
 * `own.id`, of two short lists, so that it costs the same however many were ever charged back.
 */
export function isWatchedChargeback(now: Date): RawBuilder<unknown> {
  return sql`own.id in (
    select recent.id from card_orders recent
    where recent.stage = 'charged_back' and recent.updated_at > ${now}::timestamptz - interval '${sql.raw(recentDays)} days'
    union all
    select held.id from card_orders held join users owner on owner.id = held.user_id
    where held.suspended_owner and held.stage = 'charged_back' and owner.status = 'suspended'
  )`;
}
