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
  const { rows } = await sql<HeaderRow>`
    select hash, parent_hash as "parentHash", time from development_blocks
    where network = ${code} and height = ${height}
  `.execute(db);
  const [row] = rows;
  return row && headerOf(height, row);
}

export interface HeaderRow {
  readonly hash: string;
  readonly parentHash: string | null;
  readonly time: bigint;
}

export function headerOf(height: number, { hash, parentHash, time }: HeaderRow): BlockHeader {
  return { height, hash, parentHash: parentHash ?? undefined, time: Number(time) };
}

/** Header and transfers by one statement, so that a reorganisation in between cannot mix two branches. */
export async function blockAt(
  db: QueryExecutorProvider,
  { code, height }: Place,
): Promise<ChainBlock | undefined> {
  const { rows } = await sql<HeaderRow & { transfers: TransferRow[] }>`
    select hash, parent_hash as "parentHash", time, coalesce((
      select json_agg(json_build_object(
        'transactionId', transactions.id, 'index', transfers.index, 'to', recipient, 'memo', memo, 'contract', contract,
        'amount', amount::text
      ) order by received, transfers.index)
      from development_transactions transactions
      join development_transfers transfers on transfers.network = transactions.network and transaction_id = transactions.id
      where transactions.network = ${code} and transactions.height = ${height}
    ), '[]') as transfers
    from development_blocks where network = ${code} and height = ${height}
  `.execute(db);
  const [row] = rows;
  return row && { ...headerOf(height, row), transfers: row.transfers.map(transferOf) };
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
  return rows.map(transferOf);
}

function transferOf({ memo, contract, amount, ...row }: TransferRow): ChainTransfer {
  return { ...row, memo: memo ?? undefined, contract: contract ?? undefined, amount: BigInt(amount) };
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

export async function sendersOfTransaction(
  db: QueryExecutorProvider,
  { code, id }: { code: string; id: string },
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ sender: string }>`
    select sender from development_transactions where network = ${code} and id = ${id}
  `.execute(db);
  return rows[0] && [rows[0].sender];
}
