import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether money that arrived at a bank for somebody is not in their account yet. What was sent back is nobody's to wait for. */
export async function awaitsBankTransfer(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bank_arrivals where user_id = ${userId} and stage in ('waiting', 'crediting') limit 1
  `.execute(db);
  return rows.length > 0;
}
