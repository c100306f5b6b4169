import { type QueryExecutorProvider, sql } from 'kysely';
import { acceptTransaction } from './accept.ts';
import { newBlockHash } from './block-hash.ts';
import type { DevelopmentRow } from './development-row.ts';

/** What one block takes. */
const transactionsMax = 1_000;

interface Tip {
  readonly height: number;
  readonly hash: string;
}

/** Puts a block on top, with what waits or with nothing. Under the lock of the chain's row. */
async function addBlock(
  db: QueryExecutorProvider,
  { code }: Pick<DevelopmentRow, 'code'>,
  { tip, isEmpty }: { tip: Tip; isEmpty: boolean },
): Promise<Tip> {
  const next = { height: tip.height + 1, hash: newBlockHash() };
  await sql`
    with block as (
      insert into development_blocks (network, height, hash, parent_hash, time)
      values (${code}, ${next.height}, ${next.hash}, ${tip.hash}, ${Date.now()})
    ), chain as (
      update development_chains set height = ${next.height} where network = ${code}
    )
    update development_transactions set height = ${next.height}
    where network = ${code} and received in (
      select received from development_transactions where network = ${code} and height is null
      order by received limit ${isEmpty ? 0 : transactionsMax}
    )
  `.execute(db);
  return next;
}

/** Puts so many blocks on top: what waits goes into the first, and the others have nothing. */
export async function addBlocks(
  db: QueryExecutorProvider,
  { code }: Pick<DevelopmentRow, 'code'>,
  { tip, count, isEmpty = false }: { tip: Tip; count: number; isEmpty?: boolean },
): Promise<void> {
  if (count < 1) return;
  const first = await addBlock(db, { code }, { tip, isEmpty });
  const hashes = Array.from({ length: count - 1 }, newBlockHash);
  if (hashes.length === 0) return;
  await sql`
    with block as (
      insert into development_blocks (network, height, hash, parent_hash, time)
      select ${code}, ${first.height} + place, hash, coalesce(lag(hash) over (order by place), ${first.hash}), ${Date.now()}
      from unnest(${hashes}::text[]) with ordinality as made (hash, place)
    )
    update development_chains set height = ${first.height + hashes.length} where network = ${code}
  `.execute(db);
}

export interface Reorganisation {
  /** How many blocks are replaced. */
  readonly depth: number;
  /** Transactions of the replaced blocks, or waiting, that are gone for good; with them goes what was only covered by them. */
  readonly drop?: readonly string[] | 'all';
  /** Whether what came back is mined in the new branch at once; it waits otherwise. */
  readonly isMined?: boolean;
}

/** Replaces the newest blocks by another branch, one block longer. Under the lock of the chain's row. */
export async function replaceBlocks(
  db: QueryExecutorProvider,
  chain: DevelopmentRow,
  { depth, drop = [], isMined = true }: Reorganisation,
): Promise<void> {
  if (depth < 1 || depth > chain.height)
    throw new Error('A reorganisation replaces blocks, and not the first one.');
  const { code } = chain;
  const fork = chain.height - depth;
  await sql`delete from development_blocks where network = ${code} and height > ${fork}`.execute(db);
  const { rows } = await sql<{ id: string; raw: string }>`
    with loose as (
      delete from development_transactions where network = ${code} and (height > ${fork} or height is null)
      returning id, raw, received
    )
    select id, raw from loose order by received
  `.execute(db);
  for (const { id, raw } of rows)
    if (drop !== 'all' && !drop.includes(id)) await acceptTransaction(db, chain, raw);
  const { rows: blocks } = await sql<Tip>`
    select height, hash from development_blocks where network = ${code} and height = ${fork}
  `.execute(db);
  const [tip] = blocks;
  if (tip) await addBlocks(db, chain, { tip, count: depth + 1, isEmpty: !isMined });
}
