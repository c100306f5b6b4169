import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** What cannot be brought in within this, such as for want of a fee, is left to the usual rules. */
const givenUpAfter = sql`interval '1 day'`;

/** Asked for again it begins anew. @throws Problem network_invalid, also where payouts are made from the addresses of users. */
export async function askSweep(
  db: QueryExecutorProvider,
  { network, by, now }: { network: string; by: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    insert into sweep_requests (network, asked_at, asked_by)
    select code, ${now}, ${by} from blockchains where code = ${network} and family <> 'bitcoin'
    on conflict (network) do update set asked_at = excluded.asked_at, asked_by = excluded.asked_by, rounds_left = 2
    returning network
  `.execute(db);
  if (rows.length === 0) throw new Problem('network_invalid');
}

export async function isSweepAsked(db: QueryExecutorProvider, network: string): Promise<boolean> {
  const { rows } = await sql`select from sweep_requests where network = ${network}`.execute(db);
  return rows.length > 0;
}

/** The last of all candidates was looked at; after the second time every one of them was. */
export async function noteRound(db: QueryExecutorProvider, network: string, isDone: boolean): Promise<void> {
  await sql`
    update sweep_requests set rounds_left = rounds_left - 1 where network = ${network} and ${isDone} and rounds_left > 0
  `.execute(db);
  await sql`
    delete from sweep_requests
    where network = ${network} and (rounds_left = 0 or asked_at < now() - ${givenUpAfter})
  `.execute(db);
}
