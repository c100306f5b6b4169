import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { CoinNetwork } from '#modules/markets/index.ts';
import type { OwnTransfer } from '../watch/match-transfers.ts';

interface Recorded {
  readonly network: string;
  readonly coins: readonly Pick<CoinNetwork, 'coin' | 'network' | 'contract'>[];
  readonly seen: readonly OwnTransfer[];
}

/**
 * Writes down what a block gave to our addresses. An output that is known stays the one row that it is: it is in this block now, and one that had vanished
 * or waited is confirming.
 */
export async function recordMined(
  transaction: QueryExecutorProvider,
  block: { readonly height: number; readonly hash: string },
  recorded: Recorded,
): Promise<void> {
  await insertSeen(transaction, recorded, {
    status: 'confirming',
    ...block,
    onConflict: sql`
      do update set
        block_height = excluded.block_height, block_hash = excluded.block_hash, missing_at = null, updated_at = now(),
        status = case when deposits.status in ('pending', 'failed') then 'confirming' else deposits.status end
      where (deposits.block_height, deposits.block_hash) is distinct from (excluded.block_height, excluded.block_hash)
    `,
  });
}

/** Writes down what waits to be mined for our addresses. */
export async function recordWaiting(transaction: QueryExecutorProvider, recorded: Recorded): Promise<void> {
  await insertSeen(transaction, recorded, {
    status: 'pending',
    height: null,
    hash: null,
    onConflict: sql`
      do update set missing_at = null, updated_at = now(),
        status = case when deposits.status = 'failed' then 'pending' else deposits.status end
      where deposits.status = 'failed' or deposits.missing_at is not null
    `,
  });
}

async function insertSeen(
  transaction: QueryExecutorProvider,
  { network, coins, seen }: Recorded,
  how: { status: string; height: number | null; hash: string | null; onConflict: RawBuilder<unknown> },
): Promise<void> {
  if (seen.length === 0) return;
  const coinOf = new Map(
    coins
      .filter((each) => each.network === network)
      .map(({ contract, coin }) => [contract ?? undefined, coin]),
  );
  const column = <Value>(pick: (each: OwnTransfer) => Value) => seen.map(pick);
  await sql`
    insert into deposits (
      network, transaction_id, output_index, address, memo, user_id, coin, contract, chain_amount, status,
      block_height, block_hash
    )
    select ${network}, seen.*, ${how.status}, ${how.height}::integer, ${how.hash}::text
    from unnest(
      ${column(({ transfer }) => transfer.transactionId)}::text[], ${column(({ transfer }) => transfer.index)}::integer[],
      ${column(({ transfer }) => transfer.to)}::text[], ${column(({ transfer }) => transfer.memo ?? null)}::text[],
      ${column(({ userId }) => userId)}::uuid[], ${column(({ transfer }) => coinOf.get(transfer.contract) ?? null)}::text[],
      ${column(({ transfer }) => transfer.contract ?? null)}::text[], ${column(({ transfer }) => String(transfer.amount))}::numeric[]
    ) as seen
    on conflict (network, transaction_id, output_index) ${how.onConflict}
  `.execute(transaction);
  await sql`
    update chain_addresses ours set first_used_at = now()
    from unnest(
      ${column(({ transfer }) => transfer.to)}::text[], ${column(({ transfer }) => transfer.memo ?? '')}::text[]
    ) as paid (address, memo)
    where ours.address = paid.address and coalesce(ours.memo, '') = paid.memo and ours.first_used_at is null
  `.execute(transaction);
}

/**
 * Takes back what blocks above the fork said. What was confirming is pending again. A credited one keeps its credit, and the house has the loss, until it is
 * mined and final once more. One whose credit is on its way is dealt with when that has arrived.
 */
export async function unmineAbove(
  transaction: QueryExecutorProvider,
  { network, height }: { network: string; height: number },
): Promise<void> {
  await sql`
    update deposits set
      block_height = null, block_hash = null, updated_at = now(),
      status = case when status = 'confirming' then 'pending' else status end,
      loss = case when status = 'completed' then coalesce(loss, 'due') end,
      loss_count = loss_count + (status = 'completed' and loss is null)::integer
    where network = ${network} and block_height > ${height}
  `.execute(transaction);
}
