import { type BitcoinInput, type Chain, ChainUnavailable, type KeyPath } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Payout } from '../payouts/payout.ts';

/** So many outputs are looked at for one transaction: it can spend 500. */
const outputsMax = 1_000;

interface Row {
  readonly transactionId: string;
  readonly output: number;
  readonly amount: string;
  readonly branch: KeyPath['branch'];
  readonly index: number;
}

/** One taker of a network's outputs at a time, until the transaction ends. */
export async function lockOutputs(db: QueryExecutorProvider, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payouts:${network}`}, 0))`.execute(db);
}

/**
 * Outputs that a payout may spend now: in a block, spent by nothing and reserved by nothing. Of deposits those that were credited. Of our own transactions
 * those that nothing can take the place of: there was never a second one signed for the same inputs, or it is final. What the cold side sent is final too.
 */
export async function listSpendable(
  db: QueryExecutorProvider,
  { network, order = 'largest' }: { network: string; order?: 'largest' | 'smallest' },
): Promise<BitcoinInput[]> {
  const { rows } = await sql<Row>`
    select o.transaction_id as "transactionId", o.output_index as output, o.amount::text as amount, o.branch, o.index
    from chain_outputs o
    left join deposits on deposits.network = o.network and deposits.transaction_id = o.transaction_id
      and deposits.output_index = o.output_index
    left join chain_sends sent on sent.network = o.network and sent.transaction_id = o.transaction_id
    left join payouts on payouts.network = o.network and payouts.transaction_id = o.transaction_id
    where o.network = ${network} and o.block_height is not null and o.spent_height is null and o.reserved_by is null
      and o.branch is not null
      and case
        when deposits.id is not null then deposits.status = 'completed' and deposits.loss is null
        when payouts.id is not null then payouts.status = 'completed' or not exists (
          select from payouts other where other.root = payouts.root and other.id <> payouts.id and other.raw is not null
        )
        else sent.kind is not null and o.block_height <= (
          select height + 1 - blockchains.confirmations from chain_checkpoints join blockchains on code = network
          where network = ${network}
        )
      end
    order by o.amount ${sql.raw(order === 'largest' ? 'desc' : 'asc')}, o.transaction_id, o.output_index
    limit ${outputsMax}
  `.execute(db);
  return rows.map(toInput);
}

/**
 * What a payout and all that replace it would spend, as far as it is there: in a block and unspent. Whatever spends one of these takes the place of them all.
 * A reorganisation may have taken some of it for ever.
 */
export async function listCommonInputs(
  db: QueryExecutorProvider,
  { root, network }: Pick<Payout, 'root' | 'network'>,
): Promise<BitcoinInput[]> {
  const { rows } = await sql<Row>`
    select o.transaction_id as "transactionId", o.output_index as output, o.amount::text as amount, o.branch, o.index
    from payouts cross join ${inputsOf}
    join chain_outputs o on o.network = payouts.network and o.transaction_id = input."transactionId"
      and o.output_index = input.output
    where payouts.id = ${root} and payouts.network = ${network} and o.block_height is not null and o.spent_height is null
    order by o.amount desc, o.transaction_id, o.output_index
  `.execute(db);
  return rows.map(toInput);
}

/**
 * Whether a payout, and every one that it replaces, would spend change that can never exist: a reorganisation took the transaction that made it out of its
 * block, and another one in its place is final. What only a replacement added does not count, because those before it may still be mined.
 */
export async function spendsUndoneChange(
  db: QueryExecutorProvider,
  { id, root }: Pick<Payout, 'id' | 'root'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select network, input.* from payouts cross join ${inputsOf} where id = ${id}
      intersect
      select network, input.* from payouts cross join ${inputsOf} where id = ${root}
    ) as spent
    join payouts made on made.network = spent.network and made.transaction_id = spent."transactionId"
    where made.status in ('failed', 'replaced') and made.books = 'settled' limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * Who spends our outputs is known only of blocks that are written down.
 *
 * @throws ChainUnavailable when the chain is further.
 */
export async function requireAllWritten(
  db: QueryExecutorProvider,
  { chain, network }: { chain: Pick<Chain, 'tip'>; network: string },
): Promise<undefined> {
  const { height } = await chain.tip();
  const { rows } = await sql`
    select from chain_checkpoints where network = ${network} and height >= ${height}
  `.execute(db);
  if (rows.length === 0) throw new ChainUnavailable('Not all blocks of the chain are written down yet.');
}

const inputsOf = sql`jsonb_to_recordset(terms -> 'inputs') as input ("transactionId" text, output integer)`;

function toInput({ transactionId, output, amount, branch, index }: Row): BitcoinInput {
  return { transactionId, output, amount: BigInt(amount), path: { branch, index } };
}

/**
 * Takes these outputs for a payout and all that will ever replace it.
 *
 * @returns false when one of them is taken, or not there any more: then none must be spent.
 */
export async function reserveOutputs(
  transaction: QueryExecutorProvider,
  { network, root, inputs }: { network: string; root: string; inputs: readonly BitcoinInput[] },
): Promise<boolean> {
  const { rows } = await sql`
    update chain_outputs set reserved_by = ${root}
    from unnest(
      ${inputs.map(({ transactionId }) => transactionId)}::text[], ${inputs.map(({ output }) => output)}::integer[]
    ) as wanted (transaction_id, output_index)
    where chain_outputs.network = ${network} and chain_outputs.transaction_id = wanted.transaction_id
      and chain_outputs.output_index = wanted.output_index
      and (reserved_by = ${root} or (reserved_by is null and block_height is not null and spent_height is null))
    returning 1
  `.execute(transaction);
  return rows.length === inputs.length;
}

/**
 * Gives free what one payout alone would have spent. To be called when it was never signed, or when another with its first input is final. What others of
 * its root spend, that may still be mined or were, stays taken.
 */
export async function releaseOutputs(
  transaction: QueryExecutorProvider,
  { id, root, network }: Pick<Payout, 'id' | 'root' | 'network'>,
): Promise<void> {
  await sql`
    update chain_outputs set reserved_by = null
    where reserved_by = ${root} and (transaction_id, output_index) in (
      select input."transactionId", input.output from payouts cross join ${inputsOf} where id = ${id}
      except
      select input."transactionId", input.output from payouts cross join ${inputsOf}
      where network = ${network} and root = ${root} and id <> ${id}
        and not (status in ('failed', 'replaced') and books = 'settled')
    )
  `.execute(transaction);
}
