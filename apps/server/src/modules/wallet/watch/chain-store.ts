import type { BlockHeader } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';

/** The last block whose transfers are written down. */
export interface Checkpoint {
  readonly height: number;
  readonly hash: string;
}

/** Blocks that are kept below the checkpoint. A reorganisation that is deeper needs a person. */
export const blocksKept = 10_000;

/** The checkpoint; with a lock, nobody else moves it until the transaction ends. */
export async function readCheckpoint(
  db: QueryExecutorProvider,
  network: string,
  { lock = false } = {},
): Promise<Checkpoint | undefined> {
  // The network's key is locked, for the first checkpoint is not there to be.
  if (lock) await sql`select from wallet_keys where network = ${network} for no key update`.execute(db);
  const { rows } = await sql<Checkpoint>`
    select height, hash from chain_checkpoints where network = ${network}
  `.execute(db);
  return rows[0];
}

export async function writeCheckpoint(
  transaction: QueryExecutorProvider,
  network: string,
  { height, hash }: Checkpoint,
): Promise<void> {
  await sql`
    insert into chain_checkpoints (network, height, hash) values (${network}, ${height}, ${hash})
    on conflict (network) do update set height = excluded.height, hash = excluded.hash
  `.execute(transaction);
}

export async function keepBlocks(
  transaction: QueryExecutorProvider,
  network: string,
  blocks: readonly BlockHeader[],
): Promise<void> {
  await sql`
    insert into chain_blocks (network, height, hash, parent_hash, time)
    select ${network}, height, hash, parent_hash, to_timestamp(time / 1000.0)
    from unnest(
      ${blocks.map(({ height }) => height)}::integer[], ${blocks.map(({ hash }) => hash)}::text[],
      ${blocks.map(({ parentHash }) => parentHash ?? null)}::text[], ${blocks.map(({ time }) => time)}::float8[]
    ) as block (height, hash, parent_hash, time)
  `.execute(transaction);
  const newest = blocks.at(-1)?.height ?? 0;
  await sql`
    delete from chain_blocks where network = ${network} and height < ${newest - blocksKept}
  `.execute(transaction);
}

export async function forgetBlocksAbove(
  transaction: QueryExecutorProvider,
  { network, height }: { network: string; height: number },
): Promise<void> {
  await sql`delete from chain_blocks where network = ${network} and height > ${height}`.execute(transaction);
}

/** The blocks up to a height that we believe in, newest first. */
export async function listBlocks(
  db: QueryExecutorProvider,
  { network, upTo, limit }: { network: string; upTo: number; limit: number },
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select height, hash from chain_blocks where network = ${network} and height <= ${upTo}
    order by height desc limit ${limit}
  `.execute(db);
  return rows;
}
