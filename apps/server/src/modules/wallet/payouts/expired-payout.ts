import { ChainUnavailable } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { changeWithdrawal, listOfPayout } from '../withdrawals/store.ts';
import type { Payout } from './payout.ts';
import { giveBack } from './settle-payout.ts';
import { ChangedMeanwhile, changePayout, discardPayout } from './store.ts';
import { isCalledOff } from './stuck-payouts.ts';
import type { Tools } from './take-step.ts';

/** A withdrawal whose transactions expire as often as this is refused by the network for a reason of its own. */
const attemptsMax = 3;

/** Whether it is in no block, and by the rules of its chain can never be in one. What a node cannot prove keeps no other payout from going on. */
export async function hasExpired(
  { platform, net }: Pick<Tools, 'platform' | 'net'>,
  payout: Payout,
): Promise<boolean> {
  const isOpen = payout.status === 'built' || payout.status === 'signed' || payout.status === 'broadcast';
  if (!isOpen || !net.isExpired) return false;
  try {
    return await net.isExpired(payout);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    platform.log.warn({ payout: payout.id, reason: error.message }, 'a payout may have expired, or not');
    return false;
  }
}

/**
 * Ends a payout that has expired. Its withdrawals go back into the queue, where another transaction is made for them: their money stays in flight. After some
 * of these, or when an operator called it off, it goes back to their owners.
 */
export async function endExpired(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  const { platform, net } = tools;
  const { kysely } = platform.database;
  const words = { payout: payout.id, network: payout.network, transactionId: payout.transactionId };
  platform.log.warn(words, 'a payout expired before it was mined');
  if ((await isCalledOff(kysely, payout)) || (await expiriesOf(kysely, payout)) + 1 >= attemptsMax)
    return giveBack(tools, payout, { status: 'failed', reason: 'transaction_failed' });
  return kysely.transaction().execute(async (transaction) => {
    for (const withdrawal of await listOfPayout(transaction, payout))
      await changeWithdrawal(transaction, withdrawal, {
        ...{ status: 'queued', payoutId: null, waitsFor: null, hasExpired: true },
      });
    // Of what the signer was asked for its id is kept: it wants to hear it with the next one.
    if (payout.askedAt === null) {
      await discardPayout(transaction, net, payout);
      return undefined;
    }
    await net.release(transaction, payout);
    const ended = { status: 'failed', reason: 'expired', waitsFor: null, books: 'settled' } as const;
    const changed = await changePayout(transaction, payout, ended);
    if (!changed) throw new ChangedMeanwhile();
    return changed;
  });
}

/** The payouts that were to make some of these payments and have expired: the signer wants to know that we know them. All that shared their inputs are among them. */
export async function expiredBefore(
  db: QueryExecutorProvider,
  { network, kind, root, id, payments }: Payout,
): Promise<string[]> {
  if (kind !== 'payout' || root !== id) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct variant.id from withdrawals
      join payouts expired on expired.payments @> jsonb_build_array(jsonb_build_object('withdrawal', withdrawals.id))
      join payouts variant on variant.root = expired.root
    where withdrawals.id = any (${payments.flatMap(({ withdrawal }) => withdrawal ?? [])}::uuid[])
      and withdrawals.expired_payouts > 0
      and expired.network = ${network} and expired.status = 'failed' and expired.reason = 'expired'
  `.execute(db);
  return rows.map(({ id: each }) => each);
}

/** How often one of its withdrawals was put back before. */
async function expiriesOf(db: QueryExecutorProvider, { id }: Payout): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(expired_payouts), 0) as count from withdrawals where payout_id = ${id}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
