import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** Whoever gets money by an address of ours must be able to use it: a closed account would keep it for ever. @throws Problem wrong_address. */
export async function requireRecipient(db: QueryExecutorProvider, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} and status = 'active'`.execute(db);
  if (rows.length === 0)
    throw new Problem('wrong_address', { fields: { address: { code: 'wrong_address' } } });
}
