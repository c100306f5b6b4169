import { sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { eachByItself } from '../each-by-itself.ts';
import { book } from './book.ts';
import { changeWithdrawal, lockWithdrawal } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import { booksOfReturn, cancellable, type Withdrawal } from './withdrawal.ts';

export interface CallOff {
  readonly id: string;
  /** Whose it must be; nobody is asked when it is the house that calls it off. */
  readonly userId?: string;
  readonly reason: string;
  /** By whom it ends: its owner or its time, or the house, which does not pay it. */
  readonly end?: 'cancelled' | 'rejected';
}

/**
 * Ends a withdrawal of which nothing has left, and gives the money back; once more changes nothing.
 *
 * @throws Problem transaction_not_found; withdrawal_already_cancelled for one that was rejected, withdrawal_already_sent when it is too late, or over.
 */
export async function callOff(platform: Platform, asked: CallOff): Promise<Withdrawal> {
  const { id, userId, reason, end = 'cancelled' } = asked;
  const ended = await platform.database.kysely.transaction().execute(async (transaction) => {
    const found = await lockWithdrawal(transaction, id);
    if (!found || (userId !== undefined && found.userId !== userId))
      throw new Problem('transaction_not_found');
    // Somebody was quicker, and may still be about giving the money back.
    if (found.status === 'cancelled') return found;
    if (found.status === 'rejected') throw new Problem('withdrawal_already_cancelled');
    const books = booksOfReturn(found);
    if (!cancellable.includes(found.status) || !books) throw new Problem('withdrawal_already_sent');
    const changed = await changeWithdrawal(transaction, found, {
      ...{ status: end, books },
      ...{ reason, waitsFor: null },
    });
    // Whoever never confirmed it needs no word of its end.
    if (changed && found.status !== 'requested')
      await tellOwner(transaction, platform, { withdrawal: changed, event: end });
    return changed;
  });
  if (!ended) throw new Problem('withdrawal_already_sent');
  return book(platform, ended);
}

/** Calls off all of a user of which nothing has left: a stranger may have asked for it. */
export async function callOffAllOf(
  platform: Platform,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where user_id = ${userId} and status = any (${[...cancellable]}::text[])
  `.execute(platform.database.kysely);
  await callOffEach(platform, rows, reason);
}

/** Calls off what nobody confirmed in time: its code or its link is too old by now. */
export async function callOffStale(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals, withdrawal_policy policy
    where withdrawals.status = 'requested' and (books = 'held' or books = 'none')
      and coalesce(link_expires_at, created_at + policy.link_minutes * interval '1 minute') <= ${now}
    limit 1000
  `.execute(platform.database.kysely);
  await callOffEach(platform, rows, 'expired');
}

function callOffEach(platform: Platform, rows: readonly { id: string }[], reason: string): Promise<void> {
  return eachByItself(platform, rows, async ({ id }) => {
    try {
      await callOff(platform, { id, reason });
    } catch (error) {
      // It was confirmed, sent or called off in the meantime.
      if (!(error instanceof Problem)) throw error;
    }
  });
}
