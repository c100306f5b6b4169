import { type QueryExecutorProvider, sql } from 'kysely';

/** An address of a user with money that came to rest there, and by which key it is ours. */
export interface SweepCandidate {
  readonly address: string;
  readonly index: number;
  readonly coin: string;
  /** Since when something of it lies there, as text: a cursor must not lose microseconds. */
  readonly since: string;
}

const wasJustRefused = sql`(
  payouts.status = 'failed' and payouts.raw is null
  and payouts.updated_at > now() - (select signer_retry_seconds * interval '1 second' from withdrawal_policy)
)`;

/** One that was mined and failed would fail again: its contract does not want it for now. */
const hasJustFailed = sql`(
  payouts.status = 'failed' and payouts.raw is not null and payouts.kind = 'sweep' and payouts.updated_at > now() - interval '1 day'
)`;

/**
 * Where deposits were credited since the address was last emptied of the coin, on whichever network of the account of keys it was given out. Those with a transaction of their own still open are left alone: it may take
 * what is there; and for a while those of which the signer wanted to know nothing, and those that failed. In the order of their deposits, after the one that is given.
 */
export async function listSweepCandidates(
  db: QueryExecutorProvider,
  { network, limit, after }: { network: string; limit: number; after: SweepCandidate | undefined },
): Promise<SweepCandidate[]> {
  const { rows } = await sql<SweepCandidate>`
    select own.address, own.index, deposits.coin, min(deposits.credited_at)::text as since
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
          and (payouts.status not in ('completed', 'failed', 'replaced') or ${wasJustRefused} or ${hasJustFailed})
      )
    group by own.address, own.index, deposits.coin
    having ${after?.since ?? null}::timestamptz is null or (min(deposits.credited_at), own.address, deposits.coin)
      > (${after?.since ?? null}::timestamptz, ${after?.address ?? null}::text, ${after?.coin ?? null}::text)
    order by min(deposits.credited_at), own.address, deposits.coin limit ${limit}
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
