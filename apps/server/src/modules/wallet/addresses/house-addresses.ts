import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Which of these addresses are the house's own, hot or cold, on whatever network: what is paid to one of them has not left. The hot one of a network with
 * memos is among them with every memo that is nobody's.
 */
export async function listHouseAddresses(
  db: QueryExecutorProvider,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_addresses where address = any (${[...addresses]}::text[]) and user_id is null
    union select cold_address from wallet_keys where cold_address = any (${[...addresses]}::text[])
  `.execute(db);
  return new Set(rows.map(({ address }) => address));
}
