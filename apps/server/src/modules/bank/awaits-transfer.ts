import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether money that arrived at a bank for somebody is not in their account yet. */
export async function awaitsBankTransfer(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bank_arrivals where user_id = ${userId} and stage <> 'completed' limit 1
  `.execute(db);
  return rows.length > 0;
}
