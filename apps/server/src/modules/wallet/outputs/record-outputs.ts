import type { ChainBlock } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { noteUnknownSpends } from '../books/unknown-sends.ts';
import type { AddressTable } from '../watch/address-table.ts';

/** Whose outputs are written down. */
interface Ours {
  readonly network: string;
  /** The account of keys whose addresses are watched. */
  readonly account: number;
  readonly table: Pick<AddressTable, 'mayHave'>;
  readonly coldAddress: string | null;
}

/**
 * Writes down which outputs a block gave us and which of ours it spends, our own transactions included: change is no deposit, and is ours all the same. The
 * same block again writes the same rows. Chains without outputs tell of none that were spent, and nothing is written.
 */
export async function recordOutputs(
  transaction: QueryExecutorProvider,
  { network, account, table, coldAddress }: Ours,
  { height, transfers, spent }: Pick<ChainBlock, 'height' | 'transfers' | 'spent'>,
): Promise<void> {
  if (!spent) return;
  const probable = transfers.filter(({ to }) => to === coldAddress || table.mayHave(to));
  if (probable.length > 0)
    await sql`
      insert into chain_outputs (network, transaction_id, output_index, address, branch, index, amount, block_height)
      select ${network}, seen.transaction_id, seen.output_index, seen.address, own.branch, own.index, seen.amount, ${height}::integer
      from unnest(
        ${probable.map(({ transactionId }) => transactionId)}::text[], ${probable.map(({ index }) => index)}::integer[],
        ${probable.map(({ to }) => to)}::text[], ${probable.map(({ amount }) => String(amount))}::numeric[]
      ) as seen (transaction_id, output_index, address, amount)
      left join lateral (
        select branch, index from chain_addresses where address = seen.address and account = ${account} limit 1
      ) as own on true
      where own.branch is not null or seen.address = ${coldAddress}
      on conflict (network, transaction_id, output_index) do update set block_height = excluded.block_height
      where chain_outputs.block_height is distinct from excluded.block_height
    `.execute(transaction);
  if (spent.length > 0)
    await sql`
      update chain_outputs set spent_height = ${height}, spent_by = seen.spent_by
      from unnest(
        ${spent.map(({ transactionId }) => transactionId)}::text[], ${spent.map(({ output }) => output)}::integer[],
        ${spent.map(({ by }) => by)}::text[]
      ) as seen (transaction_id, output_index, spent_by)
      where chain_outputs.network = ${network} and chain_outputs.transaction_id = seen.transaction_id
        and chain_outputs.output_index = seen.output_index
        and (chain_outputs.spent_height, chain_outputs.spent_by) is distinct from (${height}::integer, seen.spent_by)
    `.execute(transaction);
  if (spent.length > 0) await noteUnknownSpends(transaction, { network, height });
}

/** Takes back what blocks above the fork said. What a payout reserved stays reserved: it may be mined again. */
export async function takeBackOutputs(
  transaction: QueryExecutorProvider,
  { network, height }: { network: string; height: number },
): Promise<void> {
  await sql`
    update chain_outputs set block_height = null where network = ${network} and block_height > ${height}
  `.execute(transaction);
  await sql`
    update chain_outputs set spent_height = null, spent_by = null where network = ${network} and spent_height > ${height}
  `.execute(transaction);
}
