import { type QueryExecutorProvider, sql } from 'kysely';
import type { Payout } from './payout.ts';
import { columns, type Row, toPayout } from './store.ts';

/** Signed by us, and perhaps with the network; not in a block. */
const isOpen = sql`(status in ('signed', 'broadcast') and raw <> '')`;
const paysItself = sql`kind = 'sweep' and payments -> 0 ->> 'to' = from_address`;
/** The signer was asked for it, and we have no bytes of it: they may be about. */
const mayBeSigned = sql`(status = 'built' and root = id and asked_at is not null)`;
const wasLeftAlone = sql`(
  coalesce(waiting_since, created_at) <= now() - (select signer_retry_seconds * interval '1 second' from withdrawal_policy)
)`;

/**
 * Transactions that have waited for a block for longer than their network allows: the newest of those that replace each other, and of an address only the one
 * with the lowest number, because the others wait for it. What an operator called off gets no dearer one.
 */
export async function listStuck(db: QueryExecutorProvider, network: string): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payouts stuck
    where network = ${network} and ${isOpen} and waits_for is distinct from 'refused'
      and waiting_since <= now() - (select bump_after_minutes * interval '1 minute' from blockchains where code = ${network})
      and not exists (select from payouts called where called.root = stuck.root and called.cancel_reason is not null)
      and not exists (
        select from payouts newer where newer.root = stuck.root and newer.id <> stuck.id
          and (newer.status = 'built' or (newer.status in ('signed', 'broadcast') and newer.created_at > stuck.created_at))
      )
      and not exists (
        select from payouts earlier
        where earlier.network = ${network} and earlier.from_address = stuck.from_address and earlier.nonce < stuck.nonce
          and earlier.status in ('building', 'built', 'signed', 'broadcast')
      )
    order by nonce nulls first, created_at
  `.execute(db);
  return rows.map(toPayout);
}

/**
 * Those that a payment to ourselves is to take the place of, the newest of each: the network refuses all of them, or an operator called them off. One that
 * was just tried is left alone for a while. A payment to ourselves that no node takes is made again, because it may have offered too little.
 */
export async function listRefused(db: QueryExecutorProvider, network: string): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select distinct on (root) ${columns} from payouts refused
    where network = ${network} and (${isOpen} or (${mayBeSigned} and cancel_reason is not null)) and ${wasLeftAlone}
      and not exists (
        select from payouts where root = refused.root and status in ('built', 'signed', 'broadcast', 'confirming') and ${paysItself}
          and (coalesce(waits_for, '') not in ('refused', 'node') or not ${wasLeftAlone})
      )
      and (
        exists (select from payouts where root = refused.root and cancel_reason is not null)
        or not exists (
          select from payouts where root = refused.root and status in ('built', 'signed', 'broadcast', 'confirming')
            and waits_for is distinct from 'refused'
        )
      )
    order by root, created_at desc
  `.execute(db);
  return rows.map(toPayout);
}

/**
 * An operator wants that it is not paid. It may be paid all the same, when the network was quicker.
 *
 * @returns false when it is too late, or too early: what was not signed yet is called off otherwise.
 */
export async function callOffPayout(
  db: QueryExecutorProvider,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update payouts set cancel_reason = ${reason}, updated_at = now(),
      waits_for = case when status = 'built' then 'review' else waits_for end
    where id = ${id} and (${isOpen} or ${mayBeSigned}) returning id
  `.execute(db);
  return rows.length > 0;
}

/** The same for one that the signer may have signed, and of which we have no bytes: nothing of it has left through us. */
export async function callOffAsked(
  db: QueryExecutorProvider,
  { withdrawalId, reason }: { withdrawalId: string; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update payouts set cancel_reason = ${reason}, updated_at = now(), waits_for = 'review'
    where id = (select payout_id from withdrawals where id = ${withdrawalId} and status = 'built') and ${mayBeSigned} returning id
  `.execute(db);
  return rows.length > 0;
}

/** Whether an operator wants that nothing of this root is paid. */
export async function isCalledOff(
  db: QueryExecutorProvider,
  { root }: Pick<Payout, 'root'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from payouts where root = ${root} and cancel_reason is not null limit 1
  `.execute(db);
  return rows.length > 0;
}
