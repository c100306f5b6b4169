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

/** The last payout of its withdrawal that has expired, where each transaction pays one. */
export async function expiredBefore(
  db: QueryExecutorProvider,
  { network, kind, terms, payments: [payment] }: Payout,
): Promise<string | undefined> {
  if (kind !== 'payout' || terms.family !== 'tron' || payment?.withdrawal === undefined) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from payouts
    where network = ${network} and status = 'failed' and reason = 'expired'
      and payments @> ${JSON.stringify([{ withdrawal: payment.withdrawal }])}::jsonb
    order by created_at desc limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** How often one of its withdrawals was put back before. */
async function expiriesOf(db: QueryExecutorProvider, { id }: Payout): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(expired_payouts), 0) as count from withdrawals where payout_id = ${id}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
