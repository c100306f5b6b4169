import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether money of a purchase or a sale is on its way, or somebody may still pay on a page that is open. */
export async function awaitsCardPayment(
  db: QueryExecutorProvider,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from card_orders where user_id = ${userId} and (
      reversal is not null or refund_told > returned
      or stage not in ('created', 'pending', 'authenticating', 'refused', 'expired', 'completed', 'refunded', 'charged_back', 'failed')
      or (stage in ('created', 'pending', 'authenticating', 'refused') and expires_at > ${now})
    ) limit 1
  `.execute(db);
  return rows.length > 0;
}
