import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';

export async function readManualTiers(database: QueryExecutorProvider): Promise<Map<string, number>> {
  const { rows } = await sql<{ account: string; tier: number }>`
    select account, tier from manual_fee_tiers
  `.execute(database);
  return new Map(rows.map(({ account, tier }) => [account, tier]));
}

/** Nobody else gives or takes back tiers until the transaction ends. */
export async function lockTiers(transaction: Transaction<unknown>): Promise<void> {
  await sql`lock table manual_fee_tiers in share row exclusive mode`.execute(transaction);
}

/** Nobody else gives or takes back tiers meanwhile, so that a refresh never overtakes an operator. */
export function whileTiersStand<Value>(
  database: Kysely<unknown>,
  work: (transaction: Transaction<unknown>) => Promise<Value>,
): Promise<Value> {
  return database.transaction().execute(async (transaction) => {
    await lockTiers(transaction);
    return work(transaction);
  });
}
