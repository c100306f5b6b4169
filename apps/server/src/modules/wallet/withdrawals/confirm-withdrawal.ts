import type { Confirmation } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import {
  confirmationChoices,
  isFrozen,
  isMailAlone,
  isStaff,
  lockUser,
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireConfirmation,
  requireProved,
  spendConfirmationCode,
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
import { requireWaitsForCode } from './require-waits.ts';
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
 * written. Too many wrong ones end the request. Where the mailbox is the only factor, a second mail would prove nothing more: the code confirms the whole.
 *
 * @throws Problem transaction_not_found, those of `requireConfirmation`, and those of `confirmByLink` where the code confirms the whole.
 */
export async function confirmByCode(platform: Platform, given: GivenCode): Promise<Withdrawal> {
  const { userId, id, confirmation, origin } = given;
  const { kysely } = platform.database;
  await requireAwaitsCode(platform, { userId, id });
  try {
    const stands = await requireConfirmation(
      platform,
      { userId, action: 'withdrawal', boundTo: id, confirmation, origin },
      async (transaction, user) => {
        const isWhole = confirmation?.method === 'email' && (await hasMailAlone(transaction, userId));
        return isWhole
          ? confirmWhole(platform, transaction, { id, userId, origin })
          : sendLink(platform, transaction, { user, id, origin });
      },
      // Of the same request sent twice at once, both have the code that one of them spends: the other one guessed nothing.
      async (transaction) => {
        const found = await findWithdrawal(transaction, id);
        return found?.codeConfirmedAt ? found : undefined;
      },
    );
    return stands.status === 'requested' ? stands : await book(platform, stands);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'two_factor_invalid') throw error;
    if (!(await isLastWrongCode(kysely, id))) throw error;
    await callOff(platform, { id, reason: 'wrong_codes' });
    throw new Problem(error.code, { sentence: { code: 'withdrawal_ended' } });
  }
}

async function hasMailAlone(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  return isMailAlone(await confirmationChoices(db, userId));
}

/** Confirms by the code alone, under the rules of the link. */
async function confirmWhole(
  platform: Platform,
  transaction: Transaction<unknown>,
  { id, userId, origin }: Omit<GivenCode, 'confirmation'>,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(transaction, id);
  if (!withdrawal) throw new Problem('transaction_not_found');
  requireWaitsForCode(withdrawal);
  const settled = await settle(platform, transaction, withdrawal);
  await recordSecurityEvent(transaction, {
    ...{ event: 'withdrawal_confirmed', userId, actorId: userId, origin },
    details: { withdrawal: id },
  });
  return settled;
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
  requireWaitsForCode(found);
  if (await payoutsFrozenUntil(kysely, platform, userId)) throw new Problem('payouts_frozen');
  await requireProved(kysely, platform, userId);
  return found;
}

async function sendLink(
  platform: Platform,
  transaction: Transaction<unknown>,
  { user, id, origin }: { user: User; id: string; origin: Origin },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(transaction, id);
  if (!withdrawal) throw new Problem('transaction_not_found');
  requireWaitsForCode(withdrawal);
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
 * The second half: the link of the mail, pressed by its reader, but with no login of another account. It is the whole where the mailbox is the only factor.
 * From here on the withdrawal is paid, or a person looks at it first.
 *
 * @throws Problem invalid_token for a link that is none or is too old; payouts_frozen, account_frozen; staff_account; wrong_address when the recipient left;
 * address_not_saved; card_hold; two_factor_required when a stronger factor was turned on since; and those of `requireUsableLink`.
 */
export async function confirmByLink(
  platform: Platform,
  { token, by }: { token: string; by: Presser },
): Promise<Withdrawal> {
  const { kysely } = platform.database;
  const now = platform.clock.now();
  const hash = hashOf(token);
  // The account is locked before its withdrawal, as by the code: otherwise the two would wait for each other.
  const owner = (await findByLink(kysely, hash))?.userId;
  const stands = await kysely.transaction().execute(async (transaction) => {
    if (owner !== undefined) await lockUser(transaction, owner);
    const found = requireUsableLink(await findByLink(transaction, hash), { by, now });
    if (found.status === 'cancelled') throw new Problem('withdrawal_already_cancelled');
    // An owner who presses twice is told the same twice.
    if (found.status !== 'requested') return found;
    if (!found.linkExpiresAt || found.linkExpiresAt <= now) throw new Problem('invalid_token');
    if (found.codeConfirmedAt === null) await confirmCodeByLink(platform, transaction, found);
    const settled = await settle(platform, transaction, found);
    await recordPress(transaction, { event: 'withdrawal_link_confirmed', withdrawal: settled, by });
    return settled;
  });
  // To an address of ours it never leaves, and is there at once.
  return book(platform, stands);
}

/**
 * Takes the link for the code of the same mail. The factors are asked again: one that was turned on since must confirm.
 *
 * @throws Problem two_factor_required.
 */
async function confirmCodeByLink(
  platform: Platform,
  transaction: Transaction<unknown>,
  { userId }: Withdrawal,
): Promise<void> {
  if (!(await hasMailAlone(transaction, userId))) throw new Problem('two_factor_required');
  await spendConfirmationCode(transaction, platform, { userId, action: 'withdrawal' });
}

/** Confirms a withdrawal whose owner has given every proof: it goes to the queue, or to a person. @throws Problem those of `confirmByLink`. */
async function settle(
  platform: Platform,
  transaction: Transaction<unknown>,
  found: Withdrawal,
): Promise<Withdrawal> {
  const { id, userId, recipient } = found;
  const now = platform.clock.now();
  if (await payoutsFrozenUntil(transaction, platform, userId)) throw new Problem('payouts_frozen');
  await requireProved(transaction, platform, userId);
  if (await isFrozen(transaction, userId)) throw new Problem('account_frozen');
  if (await isStaff(transaction, userId)) throw new Problem('staff_account');
  if (recipient !== null) {
    await requireRecipient(transaction, recipient);
    await requireStillBeyondCardHold(platform, transaction, { userId, now });
  }
  await requirePayable(transaction, found, now);
  const reason = await reasonToHold(transaction, { id, now });
  await sql`
    update withdrawals set code_confirmed_at = coalesce(code_confirmed_at, ${now}) where id = ${id}
  `.execute(transaction);
  const confirmed = await changeWithdrawal(transaction, found, { status: 'confirmed', waitsFor: null });
  if (!confirmed) throw new Problem('invalid_token');
  const next: WithdrawalChange = reason
    ? { status: 'held', holdReason: reason, waitsFor: 'review' }
    : { status: 'queued', waitsFor: 'turn', ...(recipient === null ? {} : { books: 'transferring' }) };
  const settled = await changeWithdrawal(transaction, confirmed, next);
  if (!settled) throw new Problem('invalid_token');
  if (reason) await tellOwner(transaction, platform, { withdrawal: settled, event: 'held' });
  return settled;
}
