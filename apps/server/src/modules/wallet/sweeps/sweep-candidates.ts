import { type QueryExecutorProvider, sql } from 'kysely';

/** An address of a user with money that came to rest there, and by which key it is ours. */
export interface SweepCandidate {
  readonly address: string;
  readonly index: number;
  readonly coin: string;
}

const wasJustRefused = sql`(
  payouts.status = 'failed' and payouts.raw is null
  and payouts.updated_at > now() - (select signer_retry_seconds * interval '1 second' from withdrawal_policy)
)`;

/**
 * Where deposits were credited since the address was last emptied of the coin, on whichever network of the account of keys it was given out. Those with a transaction of their own still open are left alone: it may take
 * what is there; and for a while those of which the signer wanted to know nothing.
 */
export async function listSweepCandidates(
  db: QueryExecutorProvider,
  { network, limit }: { network: string; limit: number },
): Promise<SweepCandidate[]> {
  const { rows } = await sql<SweepCandidate>`
    select own.address, own.index, deposits.coin
    from deposits
      join wallet_keys on wallet_keys.network = deposits.network
      join wallet_accounts using (public_key)
      join chain_addresses own on own.account = wallet_accounts.id and own.address = deposits.address
    where deposits.network = ${network} and deposits.status = 'completed' and deposits.coin is not null
      and own.branch = 0 and own.memo is null
      and deposits.credited_at > coalesce((
        select max(payouts.created_at) from payouts
        where payouts.network = ${network} and payouts.from_address = own.address and payouts.kind = 'sweep'
          and payouts.status <> 'failed' and payouts.payments -> 0 ->> 'coin' = deposits.coin
      ), '-infinity')
      and not exists (
        select from payouts where payouts.network = ${network} and payouts.from_address = own.address
          and (payouts.status not in ('completed', 'failed', 'replaced') or ${wasJustRefused})
      )
    group by own.address, own.index, deposits.coin order by min(deposits.credited_at) limit ${limit}
  `.execute(db);
  return rows;
}

/** Whether a top-up of this address is on its way, or was refused by the signer just now. */
export async function isBeingToppedUp(
  db: QueryExecutorProvider,
  { network, address }: { network: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from payouts
    where network = ${network} and kind = 'top-up'
      and (status not in ('completed', 'failed', 'replaced') or ${wasJustRefused})
      and payments @> ${JSON.stringify([{ to: address }])}::jsonb
    limit 1
  `.execute(db);
  return rows.length > 0;
}
