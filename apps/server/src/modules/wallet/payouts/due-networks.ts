import { type QueryExecutorProvider, sql } from 'kysely';

/** A change that was not yet there for one turn to see is still new to a later one. */
const justNow = sql`now() - interval '10 seconds'`;

/** The networks on which something is on its way, wants to go, was asked for or has just changed: on the others a turn would find nothing new. */
export async function listDueNetworks(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from blockchains
    where exists (select from payouts where network = code and status not in ('completed', 'failed', 'replaced'))
      or exists (select from payouts where network = code and updated_at > ${justNow})
      or exists (select from deposits where network = code and updated_at > ${justNow})
      or exists (select from withdrawals where network = code and status = 'queued')
      or exists (select from unknown_sends where network = code and stopped_at is null)
      or exists (select from sweep_requests where network = code)
  `.execute(db);
  return rows.map(({ code }) => code);
}
