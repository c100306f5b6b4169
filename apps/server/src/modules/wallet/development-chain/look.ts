import type { BlockHeader, ChainBlock, ChainTransfer, TransactionState } from '@emporion/chains';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** A node tells no more of its mempool than this. */
const waitingMax = 5_000;

interface Place {
  readonly code: string;
  readonly height: number;
}

export async function headerAt(
  db: QueryExecutorProvider,
  { code, height }: Place,
): Promise<BlockHeader | undefined> {
  const { rows } = await sql<{ hash: string; parentHash: string | null; time: bigint }>`
    select hash, parent_hash as "parentHash", time from development_blocks
    where network = ${code} and height = ${height}
  `.execute(db);
  const [row] = rows;
  return row && { height, hash: row.hash, parentHash: row.parentHash ?? undefined, time: Number(row.time) };
}

/** The block's header is read again after its transfers: a reorganisation in between would mix two branches. */
export async function blockAt(db: QueryExecutorProvider, place: Place): Promise<ChainBlock | undefined> {
  for (;;) {
    const header = await headerAt(db, place);
    if (!header) return undefined;
    const transfers = await listTransfers(db, place.code, sql`transactions.height = ${place.height}`);
    const after = await headerAt(db, place);
    if (after?.hash === header.hash) return { ...header, transfers };
  }
}

export function listWaiting(db: QueryExecutorProvider, code: string): Promise<ChainTransfer[]> {
  return listTransfers(db, code, sql`transactions.height is null`, waitingMax);
}

export async function transfersOfTransaction(
  db: QueryExecutorProvider,
  { code, id }: { code: string; id: string },
): Promise<ChainTransfer[] | undefined> {
  const transfers = await listTransfers(db, code, sql`transactions.id = ${id}`);
  return transfers.length > 0 ? transfers : undefined;
}

async function listTransfers(
  db: QueryExecutorProvider,
  code: string,
  which: RawBuilder<unknown>,
  limit: number | null = null,
): Promise<ChainTransfer[]> {
  const { rows } = await sql<TransferRow>`
    select transactions.id as "transactionId", transfers.index, recipient as "to", memo, contract, amount::text as amount
    from development_transactions transactions
    join development_transfers transfers on transfers.network = transactions.network and transaction_id = transactions.id
    where transactions.network = ${code} and ${which}
    order by received, transfers.index limit ${limit}::int
  `.execute(db);
  return rows.map(({ memo, contract, amount, ...row }) => ({
    ...row,
    memo: memo ?? undefined,
    contract: contract ?? undefined,
    amount: BigInt(amount),
  }));
}

interface TransferRow extends Pick<ChainTransfer, 'transactionId' | 'index' | 'to'> {
  readonly memo: string | null;
  readonly contract: string | null;
  readonly amount: string;
}

export async function stateOfTransaction(
  db: QueryExecutorProvider,
  { code, id }: { code: string; id: string },
): Promise<TransactionState> {
  const { rows } = await sql<{ height: number | null; fee: string }>`
    select height, fee::text as fee from development_transactions where network = ${code} and id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) return { state: 'unknown' };
  if (row.height === null) return { state: 'waiting' };
  const block = await headerAt(db, { code, height: row.height });
  return block ? { state: 'mined', block, succeeded: true, cost: BigInt(row.fee) } : { state: 'waiting' };
}
