import type { KeyPath } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';

/** One taker of a network's numbers at a time, until the transaction ends. */
export async function lockNonces(db: QueryExecutorProvider, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payouts:${network}`}, 0))`.execute(db);
}

/** One that failed gives its number back: whether the chain has used it up, the chain says. The words are those of the index `payouts_by_nonce`. */
const hasNumber = sql`root = id and status <> 'failed'`;

/** The lowest number, from the one that the chain expects, which no payout of the address has: one that was given back is used before a new one. */
export async function freeNonce(
  db: QueryExecutorProvider,
  { network, address, expected }: { network: string; address: string; expected: number },
): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    with used as (
      select nonce from payouts
      where network = ${network} and from_address = ${address} and nonce >= ${expected} and ${hasNumber}
    )
    select min(free)::float8 as free from (select ${expected}::bigint as free union select nonce + 1 from used) as each
    where free not in (select nonce from used)
  `.execute(db);
  const free = rows[0]?.free;
  if (free === undefined || free === null) throw new Error(`The address ${address} has no free number.`);
  return free;
}

/** Whether we ever signed something with this number: the bytes are stored before anybody has them. */
export async function isSigned(
  db: QueryExecutorProvider,
  { network, address, nonce }: { network: string; address: string; nonce: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from payouts
    where network = ${network} and from_address = ${address} and nonce = ${nonce} and raw is not null limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Signed payouts, the lowest of each address, before whose number there is one that no payout has: used before our time, or a gap. */
export async function listGaps(
  db: QueryExecutorProvider,
  network: string,
): Promise<{ address: string; nonce: number; path: KeyPath }[]> {
  const { rows } = await sql<{ address: string; nonce: number; path: KeyPath }>`
    select distinct on (from_address) from_address as address, nonce::float8 as nonce, terms -> 'from' as path
    from payouts behind
    where network = ${network} and status in ('signed', 'broadcast') and nonce > 0 and not exists (
      select from payouts
      where network = ${network} and from_address = behind.from_address and nonce = behind.nonce - 1 and ${hasNumber}
    )
    order by from_address, nonce
  `.execute(db);
  return rows;
}
