import { type BitcoinChain, type Chain, ChainUnavailable } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { readCheckpoint } from '../watch/chain-store.ts';

interface Held {
  readonly transactionId: string;
  readonly output: number;
  readonly address: string;
  readonly amount: string;
}

const pageRows = 1_000;

/**
 * What lies on our addresses, for comparing with the books: every output of our table that is unspent, if the node has it unspent too, with the same amount
 * and address and as of the block up to which the table goes. One that the node does not have so counts nothing, and is a difference.
 *
 * It costs a question for each output that we have, a hundred in a call. That the table has every output there is it does not say: `BitcoinChain.balance`
 * does, by looking through all that the chain has, which takes a node minutes.
 */
export function outputBalance(
  db: QueryExecutorProvider,
  { network, chain }: { network: string; chain: BitcoinChain },
): Pick<Chain, 'balance' | 'stateOf'> {
  return {
    stateOf: (id) => chain.stateOf(id),
    balance: async (addresses, { contract, height }) => {
      if (contract !== undefined) return 0n;
      const checkpoint = await readCheckpoint(db, network);
      if (checkpoint?.height !== height)
        throw new ChainUnavailable(`the outputs of ${network} are not those of block ${height}`);
      const { rows } = await sql<Held>`
        select transaction_id as "transactionId", output_index as output, address, amount::text as amount
        from chain_outputs
        where network = ${network} and address = any (${addresses}) and block_height is not null and spent_height is null
        order by transaction_id, output_index
      `.execute(db);
      let sum = 0n;
      for (let at = 0; at < rows.length; at += pageRows) {
        const page = rows.slice(at, at + pageRows);
        const found = await chain.holdingsOf(page, checkpoint);
        page.forEach(({ address, amount }, place) => {
          const there = found[place];
          if (there?.address === address && there.amount === BigInt(amount)) sum += there.amount;
        });
      }
      return sum;
    },
  };
}
