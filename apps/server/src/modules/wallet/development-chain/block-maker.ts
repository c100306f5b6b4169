import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The chains that a block is due on: something waits there, or the newest block with a transaction lies less deep than the coin of the network that is
 * hardest to please wants. One question for all of them, and nothing is written while nobody moves anything.
 */
export async function listDueChains(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network from development_chains chains
    join blockchains on blockchains.code = network
    where exists (
      select from development_transactions waiting where waiting.network = chains.network and waiting.height is null
    ) or chains.height + 1 - (
      select max(mined.height) from development_transactions mined where mined.network = chains.network
    ) < greatest(confirmations, (
      select max(here.confirmations) from coin_blockchains here where here.blockchain = network
    ))
  `.execute(db);
  return rows.map(({ network }) => network);
}
