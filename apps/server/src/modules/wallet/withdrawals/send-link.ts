import { randomBytes } from 'node:crypto';
import { codeLifeSeconds, codeResendSeconds } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import {
  alreadySentProblem,
  findUser,
  mailUser,
  payoutsFrozenUntil,
  type User,
} from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { hashOf } from './mail-link.ts';
import { readPolicy } from './policy.ts';
import { requireWaitsForCode } from './require-waits.ts';
import { lockWithdrawal, networkName } from './store.ts';
import { minuteMs, type Withdrawal } from './withdrawal.ts';
import { confirmWithdrawalMail } from './withdrawal-mails.ts';

const codeMinutes = codeLifeSeconds / 60;

interface LinkToMail {
  readonly user: User;
  readonly withdrawal: Withdrawal;
  readonly minutes: number;
  /** Confirms instead of the link. */
  readonly code?: string;
}

/** Makes a link, which takes the place of one that was made before, and mails it. */
export async function mailLink(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { user, withdrawal, minutes, code }: LinkToMail,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    update withdrawals set link_hash = ${hashOf(token)}, link_sent_at = ${platform.clock.now()} where id = ${withdrawal.id}
  `.execute(transaction);
  const network = await networkName(transaction, withdrawal.network);
  await mailUser(transaction, platform, {
    user,
    template: confirmWithdrawalMail,
    params: {
      withdrawal,
      network,
      token,
      minutes,
      code: code === undefined ? undefined : { digits: code, minutes: codeMinutes },
    },
  });
}

/**
 * Mails the code and the link of a withdrawal together, for an account whose mailbox is its only factor: either of
 * them confirms it. The time to confirm runs from the request, however often the mail is sent.
 *
 * @throws Problem those of `requireWaitsForCode`.
 */
export async function mailCodeAndLink(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { user, id, code }: { user: User; id: string; code: string },
): Promise<void> {
  const withdrawal = await lockWithdrawal(transaction, id);
  if (!withdrawal) throw new Problem('transaction_not_found');
  requireWaitsForCode(withdrawal);
  const { linkMinutes } = await readPolicy(transaction);
  const expires = new Date(withdrawal.createdAt.getTime() + linkMinutes * minuteMs);
  const leftMs = expires.getTime() - platform.clock.now().getTime();
  if (leftMs <= 0) throw new Problem('withdrawal_already_cancelled');
  await sql`update withdrawals set link_expires_at = ${expires} where id = ${id}`.execute(transaction);
  await mailLink(transaction, platform, { user, withdrawal, minutes: Math.ceil(leftMs / minuteMs), code });
}

/** From when another mail can be asked for. */
export function linkResendFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + codeResendSeconds * 1_000);
}

/**
 * Mails the link of a withdrawal once more, a minute after the last one at the earliest. The time to confirm does not begin anew.
 *
 * @throws Problem transaction_not_found, also for somebody else's; confirmation_required before its code; withdrawal_already_confirmed,
 * withdrawal_already_cancelled or transaction_failed when it waits for no link; already_sent; payouts_frozen.
 */
export async function sendLinkAgain(
  platform: Platform,
  { userId, id }: { userId: string; id: string },
): Promise<Withdrawal> {
  const now = platform.clock.now();
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const found = await lockWithdrawal(transaction, id);
    const user = found?.userId === userId ? await findUser(transaction, userId) : undefined;
    if (!found || !user) throw new Problem('transaction_not_found');
    const { sentAt, expires } = requireWaitsForLink(found, now);
    if (now < linkResendFrom(sentAt)) throw alreadySentProblem({ sentAt, now });
    if (await payoutsFrozenUntil(transaction, platform, userId)) throw new Problem('payouts_frozen');
    const minutes = Math.ceil((expires.getTime() - now.getTime()) / minuteMs);
    await mailLink(transaction, platform, { user, withdrawal: found, minutes });
    return { ...found, linkSentAt: now };
  });
}

function requireWaitsForLink(
  { status, codeConfirmedAt, linkSentAt, linkExpiresAt }: Withdrawal,
  now: Date,
): { sentAt: Date; expires: Date } {
  if (status === 'cancelled' || status === 'rejected') throw new Problem('withdrawal_already_cancelled');
  if (status === 'failed' || status === 'new') throw new Problem('transaction_failed');
  if (status !== 'requested') throw new Problem('withdrawal_already_confirmed');
  if (!codeConfirmedAt || !linkSentAt || !linkExpiresAt) throw new Problem('confirmation_required');
  // Its time is over, and it is about to be called off.
  if (linkExpiresAt <= now) throw new Problem('withdrawal_already_cancelled');
  return { sentAt: linkSentAt, expires: linkExpiresAt };
}
