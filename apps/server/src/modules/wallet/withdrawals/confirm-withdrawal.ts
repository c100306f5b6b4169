import type { Confirmation } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import {
  isFrozen,
  isStaff,
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireConfirmation,
  requireProved,
  type User,
} from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { book } from './book.ts';
import { callOff } from './call-off.ts';
import { requireStillBeyondCardHold } from './card-hold.ts';
import { hashOf, type Presser, recordPress, requireUsableLink } from './mail-link.ts';
import { readPolicy, reasonToHold } from './policy.ts';
import { requirePayable } from './require-payable.ts';
import { requireRecipient } from './require-recipient.ts';
import { mailLink } from './send-link.ts';
import {
  changeWithdrawal,
  findByLink,
  findWithdrawal,
  lockWithdrawal,
  type WithdrawalChange,
} from './store.ts';
import { tellOwner } from './tell-owner.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface GivenCode {
  readonly userId: string;
  readonly id: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/**
 * The first half of a confirmation: the code of a second factor, or one that was sent. It is spent in the transaction in which the mail with the link is
 * written. Too many wrong ones end the request.
 *
 * @throws Problem transaction_not_found, address_not_saved, and those of `requireConfirmation`.
 */
export async function confirmByCode(platform: Platform, given: GivenCode): Promise<Withdrawal> {
  const { userId, id, confirmation, origin } = given;
  const { kysely } = platform.database;
  await requireAwaitsCode(platform, { userId, id });
  try {
    return await requireConfirmation(
      platform,
      { userId, action: 'withdrawal', boundTo: id, confirmation, origin },
      (transaction, user) => sendLink(platform, transaction, { user, id, origin }),
      // Of the same request sent twice at once, both have the code that one of them spends: the other one guessed nothing.
      async (transaction) => {
        const found = await findWithdrawal(transaction, id);
        return found?.codeConfirmedAt ? found : undefined;
      },
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'two_factor_invalid') throw error;
    if (!(await isLastWrongCode(kysely, id))) throw error;
    await callOff(platform, { id, reason: 'wrong_codes' });
    throw new Problem(error.code, { sentence: { code: 'withdrawal_ended' } });
  }
}

/**
 * @throws Problem transaction_not_found, also for somebody else's; withdrawal_already_confirmed, withdrawal_already_cancelled or
 * transaction_failed when it waits for no code; payouts_frozen.
 */
export async function requireAwaitsCode(
  platform: Platform,
  { userId, id }: { userId: string; id: string },
): Promise<Withdrawal> {
  const { kysely } = platform.database;
  const found = await findWithdrawal(kysely, id);
  if (found?.userId !== userId) throw new Problem('transaction_not_found');
  requireWaits(found);
  if (await payoutsFrozenUntil(kysely, platform, userId)) throw new Problem('payouts_frozen');
  await requireProved(kysely, platform, userId);
  return found;
}

function requireWaits({ status, codeConfirmedAt }: Withdrawal): void {
  if (status === 'requested' && codeConfirmedAt === null) return;
  if (status === 'cancelled' || status === 'rejected') throw new Problem('withdrawal_already_cancelled');
  if (status === 'failed' || status === 'new') throw new Problem('transaction_failed');
  throw new Problem('withdrawal_already_confirmed');
}

async function sendLink(
  platform: Platform,
  transaction: Transaction<unknown>,
  { user, id, origin }: { user: User; id: string; origin: Origin },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(transaction, id);
  if (!withdrawal) throw new Problem('transaction_not_found');
  requireWaits(withdrawal);
  const now = platform.clock.now();
  await requirePayable(transaction, withdrawal, now);
  const { linkMinutes } = await readPolicy(transaction);
  const expires = new Date(now.getTime() + linkMinutes * 60_000);
  await sql`
    update withdrawals set code_confirmed_at = ${now}, link_expires_at = ${expires}, waits_for = 'mail_link' where id = ${id}
  `.execute(transaction);
  await mailLink(transaction, platform, { user, withdrawal, minutes: linkMinutes });
  await recordSecurityEvent(transaction, {
    event: 'withdrawal_confirmed',
    userId: user.id,
    actorId: user.id,
    origin,
    details: { withdrawal: id },
  });
  return {
    ...withdrawal,
    codeConfirmedAt: now,
    linkExpiresAt: expires,
    linkSentAt: now,
    waitsFor: 'mail_link',
  };
}

/** Counts a wrong code. After so many the request ends. */
async function isLastWrongCode(db: QueryExecutorProvider, id: string): Promise<boolean> {
  const { rows } = await sql<{ isLast: boolean }>`
    update withdrawals set wrong_codes = wrong_codes + 1 where id = ${id} and status = 'requested'
    returning wrong_codes >= (select wrong_codes_max from withdrawal_policy) as "isLast"
  `.execute(db);
  return rows[0]?.isLast ?? false;
}

/**
 * The second half: the link of the mail, pressed by whoever reads it, but with no login of another. From here on it goes its way, or a person looks at it first.
 *
 * @throws Problem invalid_token for a link that is none or is too old; payouts_frozen, account_frozen; staff_account; wrong_address when the recipient left;
 * address_not_saved; card_hold; and those of `requireUsableLink`.
 */
export async function confirmByLink(
  platform: Platform,
  { token, by }: { token: string; by: Presser },
): Promise<Withdrawal> {
  const { kysely } = platform.database;
  const now = platform.clock.now();
  const stands = await kysely.transaction().execute(async (transaction) => {
    const found = requireUsableLink(await findByLink(transaction, hashOf(token)), { by, now });
    if (found.status === 'cancelled') throw new Problem('withdrawal_already_cancelled');
    // An owner who presses twice is told the same twice.
    if (found.status !== 'requested') return found;
    if (!found.linkExpiresAt || found.linkExpiresAt <= now) throw new Problem('invalid_token');
    if (await payoutsFrozenUntil(transaction, platform, found.userId)) throw new Problem('payouts_frozen');
    await requireProved(transaction, platform, found.userId);
    if (await isFrozen(transaction, found.userId)) throw new Problem('account_frozen');
    if (await isStaff(transaction, found.userId)) throw new Problem('staff_account');
    if (found.recipient !== null) {
      await requireRecipient(transaction, found.recipient);
      await requireStillBeyondCardHold(platform, transaction, { userId: found.userId, now });
    }
    await requirePayable(transaction, found, now);
    const reason = await reasonToHold(transaction, { id: found.id, now });
    const confirmed = await changeWithdrawal(transaction, found, { status: 'confirmed', waitsFor: null });
    if (!confirmed) throw new Problem('invalid_token');
    const next: WithdrawalChange = reason
      ? { status: 'held', holdReason: reason, waitsFor: 'review' }
      : {
          status: 'queued',
          waitsFor: 'turn',
          ...(found.recipient === null ? {} : { books: 'transferring' }),
        };
    const settled = await changeWithdrawal(transaction, confirmed, next);
    if (!settled) throw new Problem('invalid_token');
    await recordPress(transaction, { event: 'withdrawal_link_confirmed', withdrawal: settled, by });
    if (reason) await tellOwner(transaction, platform, { withdrawal: settled, event: 'held' });
    return settled;
  });
  // To an address of ours it never leaves, and is there at once.
  return book(platform, stands);
}
