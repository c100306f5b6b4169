import { type QueryExecutorProvider, sql } from 'kysely';
import type { OwnTransfer } from '../watch/match-transfers.ts';

/**
 * Of what an old block gave to us, what no surplus of a balance has told of already. Everything that came to an address up to the height of a surplus and was
 * in no row is in that surplus: the earliest one at or above the block. While it is held, it gives up what its transaction turns out to be, which then goes the
 * ordinary way. Once a person has decided on it, the transaction brings nothing more.
 *
 * To be called with the checkpoint locked, so that no surplus is found meanwhile.
 */
export async function withoutSurplus(
  transaction: QueryExecutorProvider,
  { network, height, seen }: { network: string; height: number; seen: readonly OwnTransfer[] },
): Promise<OwnTransfer[]> {
  const left: OwnTransfer[] = [];
  for (const each of seen) {
    const isNew = each.transfer.contract === undefined && !(await isMined(transaction, network, each));
    const surplus = isNew && (await findSurplus(transaction, { network, height, address: each.transfer.to }));
    if (!surplus) left.push(each);
    else if (surplus.status === 'held') {
      await giveUp(transaction, surplus.id, each.transfer.amount);
      left.push(each);
    }
  }
  return left;
}

async function isMined(
  transaction: QueryExecutorProvider,
  network: string,
  { transfer: { transactionId, index } }: OwnTransfer,
): Promise<boolean> {
  const { rows } = await sql`
    select from deposits
    where network = ${network} and transaction_id = ${transactionId} and output_index = ${index} and block_height is not null
  `.execute(transaction);
  return rows.length > 0;
}

async function findSurplus(
  transaction: QueryExecutorProvider,
  { network, height, address }: { network: string; height: number; address: string },
): Promise<{ id: string; status: string } | undefined> {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from deposits
    where network = ${network} and address = ${address} and transaction_id like 'balance:%' and status <> 'failed'
      and block_height >= ${height}
    order by block_height limit 1 for update
  `.execute(transaction);
  return rows[0];
}

async function giveUp(transaction: QueryExecutorProvider, id: string, amount: bigint): Promise<void> {
  const { rows } = await sql`
    update deposits set chain_amount = chain_amount - ${String(amount)}::numeric, updated_at = now()
    where id = ${id} and chain_amount > ${String(amount)}::numeric returning id
  `.execute(transaction);
  if (rows.length > 0) return;
  await sql`
    update deposits set status = 'failed', reason = null, block_height = null, block_hash = null, updated_at = now()
    where id = ${id}
  `.execute(transaction);
}
