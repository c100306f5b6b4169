import { ChainUnavailable } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isSamePerson } from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { chainsOf } from '../networks/open-chains.ts';

interface OpenTransaction {
  readonly root: string;
  readonly network: string;
  readonly fromAddress: string;
  readonly nonce: string | null;
  readonly hash: string;
  readonly raw: string;
}

/**
 * The newest transaction of a withdrawal that is signed and in no block.
 *
 * @throws Problem transaction_not_found, own_withdrawal, payout_not_waiting: also for what is called off.
 */
export async function requireOpenTransaction(
  db: QueryExecutorProvider,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<OpenTransaction> {
  const { rows: owners } = await sql<{ userId: string }>`
    select user_id as "userId" from withdrawals where id = ${id}
  `.execute(db);
  if (!owners[0]) throw new Problem('transaction_not_found');
  if (await isSamePerson(db, { userId: operatorId, others: [owners[0].userId] }))
    throw new Problem('own_withdrawal');
  const { rows } = await sql<OpenTransaction>`
    select variant.root, variant.network, variant.from_address as "fromAddress", variant.nonce::text as nonce,
      variant.transaction_id as hash, variant.raw
    from withdrawals own join payouts paid on paid.id = own.payout_id join payouts variant on variant.root = paid.root
    where own.id = ${id} and variant.status in ('signed', 'broadcast') and variant.raw <> ''
      and not exists (select from payouts called where called.root = paid.root and called.cancel_reason is not null)
    order by variant.created_at desc limit 1
  `.execute(db);
  if (!rows[0]) throw new Problem('payout_not_waiting');
  return rows[0];
}

/**
 * Has the next turn of payouts make a dearer one. Where an address numbers its transactions, that of the lowest number which waits is the one that holds
 * all others up, so it is that one.
 */
export async function bump(
  transaction: QueryExecutorProvider,
  { root, network, fromAddress, nonce }: OpenTransaction,
): Promise<void> {
  await sql`
    update payouts set waiting_since = least(
      waiting_since, now() - (select bump_after_minutes * interval '1 minute' from blockchains where code = ${network})
    ), updated_at = now()
    where status in ('signed', 'broadcast') and raw <> '' and root = coalesce((
      select blocking.root from payouts blocking
      where blocking.network = ${network} and blocking.from_address = ${fromAddress} and blocking.nonce < ${nonce}::bigint
        and blocking.status in ('signed', 'broadcast')
      order by blocking.nonce limit 1
    ), ${root})
  `.execute(transaction);
}

/** The same bytes once more, which can do no harm: the network takes them once. @throws Problem node_sync_error, transaction_failed when it refuses them. */
export async function sendAgain(
  platform: Platform,
  { network: code, raw, hash }: OpenTransaction,
): Promise<void> {
  const network = (await readNetworks(platform)).networks.get(code);
  if (!network) throw new Problem('payout_not_waiting');
  try {
    const chain = await chainsOf(platform).of(network);
    const { outcome } = await chain.send(raw);
    if (outcome === 'accepted') return;
    // A node may refuse what it knows already.
    if ((await chain.stateOf(hash)).state !== 'unknown') return;
    throw new Problem(outcome === 'refused' ? 'transaction_failed' : 'node_sync_error');
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Problem('node_sync_error');
    throw error;
  }
}
