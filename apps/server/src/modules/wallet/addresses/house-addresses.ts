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

/** Whether the keys of all these addresses are ours: given to users, the house's, or cold. */
export async function areOurs(
  db: QueryExecutorProvider,
  { network, addresses }: { network: string; addresses: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_addresses where network = ${network} and address = any (${[...addresses]}::text[])
    union select cold_address from wallet_keys where network = ${network} and cold_address = any (${[...addresses]}::text[])
  `.execute(db);
  const ours = new Set(rows.map(({ address }) => address));
  return addresses.length > 0 && addresses.every((address) => ours.has(address));
}
