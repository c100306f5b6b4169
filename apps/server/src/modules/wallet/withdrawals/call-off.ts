import { type QueryExecutorProvider, sql } from 'kysely';
import { endConfirmationCode } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { eachByItself } from '../each-by-itself.ts';
import { lockUnasked } from '../payouts/store.ts';
import { callOffAsked } from '../payouts/stuck-payouts.ts';
import { book } from './book.ts';
import { type Presser, recordPress } from './mail-link.ts';
import { isPayable } from './require-payable.ts';
import { changeWithdrawal, findWithdrawal, listOpenOf, lockWithdrawal } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import { booksOfReturn, cancellable, type Withdrawal } from './withdrawal.ts';

/** How often it is tried with a withdrawal that takes a step at the same moment: each step is taken once. */
const triesMax = 5;

export interface CallOff {
  readonly id: string;
  /** Whose it must be; nobody is asked when it is the house that calls it off. */
  readonly userId?: string;
  readonly reason: string;
  /** Who pressed the link of the mail, where that is how it ends. */
  readonly by?: Presser;
  /** By whom it ends: its owner or its time; the house, which does not pay it; or the network, which would not carry it out. */
  readonly end?: 'cancelled' | 'rejected' | 'failed';
}

/**
 * Ends a withdrawal of which nothing has left, and gives the money back; once more changes nothing.
 *
 * @throws Problem transaction_not_found; withdrawal_already_cancelled for one that was rejected, withdrawal_already_sent when it is too late, or over.
 */
export async function callOff(platform: Platform, asked: CallOff): Promise<Withdrawal> {
  for (let times = 1; ; times += 1) {
    await bookDeparture(platform, asked.id);
    const ended = await end(platform, asked);
    if (ended !== 'moving') {
      if (ended.isNew) await endItsCode(platform, ended.withdrawal);
      return book(platform, ended.withdrawal);
    }
    if (times === triesMax) throw new Problem('withdrawal_already_sent');
  }
}

/**
 * The code of a withdrawal that ended unconfirmed keeps the code of the next one from being sent. One waits for its
 * code at a time, so the code of now is its own.
 */
async function endItsCode(platform: Platform, { userId, codeConfirmedAt }: Withdrawal): Promise<void> {
  if (codeConfirmedAt !== null) return;
  const ended = { userId, action: 'withdrawal', at: platform.clock.now() } as const;
  await endConfirmationCode(platform.database.kysely, ended);
}

interface Ended {
  readonly withdrawal: Withdrawal;
  /** This call ended it, and not one before. */
  readonly isNew: boolean;
}

async function end(platform: Platform, asked: CallOff): Promise<Ended | 'moving'> {
  const { id, userId, reason, by, end = 'cancelled' } = asked;
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const found = await lockStoppable(transaction, id);
    if (!found || (userId !== undefined && found.userId !== userId))
      throw new Problem('transaction_not_found');
    // Somebody was quicker, and may still be about giving the money back.
    if (found.status === 'cancelled') return { withdrawal: found, isNew: false };
    if (found.status === 'rejected') throw new Problem('withdrawal_already_cancelled');
    const books = booksOfReturn(found);
    if (found.isMoving) return 'moving';
    if (!found.isStoppable || !books) throw new Problem('withdrawal_already_sent');
    const changed = await changeWithdrawal(transaction, found, {
      ...{ status: end, books, payoutId: null },
      ...{ reason, waitsFor: null },
    });
    if (!changed) throw new Problem('withdrawal_already_sent');
    if (by) await recordPress(transaction, { event: 'withdrawal_link_cancelled', withdrawal: changed, by });
    // Whoever never confirmed it needs no word of its end.
    if (found.status !== 'requested')
      await tellOwner(transaction, platform, {
        ...{ withdrawal: changed, event: end === 'failed' ? 'failed_recipient' : end },
      });
    return { withdrawal: changed, isNew: true };
  });
}

/** Finishes telling the exchange that the money of one leaves, so that it can come back. */
export async function bookDeparture(platform: Platform, id: string): Promise<void> {
  const found = await findWithdrawal(platform.database.kysely, id);
  if (found?.status === 'built' && found.books === 'leaving') await book(platform, found);
}

/**
 * Keeps a withdrawal from everybody else, and the transaction that is to pay it from the signer, until the transaction ends. The payout comes first, as
 * where it is handed to the signer: what is left of one whose withdrawal was called off goes back into the queue there.
 */
export async function lockStoppable(
  transaction: QueryExecutorProvider,
  id: string,
): Promise<Stoppable | undefined> {
  const payoutId = (await findWithdrawal(transaction, id))?.payoutId ?? null;
  const isUnasked = payoutId !== null && (await lockUnasked(transaction, payoutId));
  const found = await lockWithdrawal(transaction, id);
  if (!found) return undefined;
  if (found.status !== 'built')
    return { ...found, isStoppable: cancellable.includes(found.status), isMoving: false };
  // Built since it was looked at, or the exchange is just being told.
  const isMoving = found.payoutId !== payoutId || (isUnasked && found.books === 'leaving');
  return { ...found, isStoppable: isUnasked && !isMoving, isMoving };
}

export interface Stoppable extends Withdrawal {
  /** Nothing of it has left, and nothing can while it is locked. */
  readonly isStoppable: boolean;
  /** It took a step meanwhile: whoever tries again may stop it. */
  readonly isMoving: boolean;
}

/** Calls off all of a user of which nothing has left: a stranger may have asked for it. What the signer may have signed is called off with all that it pays. */
export async function callOffAllOf(
  platform: Platform,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { kysely } = platform.database;
  const open = await listOpenOf(kysely, userId);
  await callOffEach(platform, open, reason);
  for (const { id } of open) await callOffAsked(kysely, { withdrawalId: id, reason });
}

/** Calls off those of a user, of which nothing has left, that go where the user does not pay out to: saved addresses only was turned on after they were asked for. */
export async function callOffUnpayableOf(platform: Platform, userId: string): Promise<void> {
  const { kysely } = platform.database;
  const now = platform.clock.now();
  const open = await listOpenOf(kysely, userId);
  const payable = await Promise.all(open.map((withdrawal) => isPayable(kysely, withdrawal, now)));
  await callOffEach(
    platform,
    open.filter((_, index) => !payable[index]),
    'cancelled_by_user',
  );
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
