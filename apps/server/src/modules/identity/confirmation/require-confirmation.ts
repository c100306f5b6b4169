import type { Confirmation, ConfirmedAction, ConfirmedMoney } from '@emporion/contracts/rest';
import type { QueryExecutorProvider, Transaction } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { type CodeVerdict, checkCode } from '../factors/check-code.ts';
import { guess } from '../factors/guesses.ts';
import { judgeThen } from '../factors/judge-then.ts';
import { endSentCode, spendSentCode } from '../factors/sent-codes.ts';
import type { Origin } from '../origins/origin.ts';
import { answerPasskey } from '../passkeys/passkey-question.ts';
import { requireStanding } from '../staff/require-standing.ts';
import type { User } from '../users/users.ts';
import { confirmationChoices } from './confirmation-choices.ts';

export interface ActionToConfirm {
  readonly userId: string;
  readonly action: ConfirmedAction;
  /** What exactly is confirmed, for a code that was sent for that alone. */
  readonly boundTo?: string;
  /** As it came in the body of the request. */
  readonly confirmation: Confirmation | undefined;
  /** Where the request came from, for the audit log. */
  readonly origin: Origin;
}

type GivenConfirmation = ActionToConfirm & { readonly confirmation: Confirmation };

/**
 * Does the work of a sensitive action, in the transaction in which its code is spent: both happen or neither. A
 * wrong code is counted in a transaction that commits, and the work is not begun. What `already` finds done is answered with, and its code left alone: of the
 * same request sent twice at once, both have the code that one of them spends. Whoever works in the back office must still be allowed to when the work begins.
 *
 * @throws Problem `two_factor_required`, those of `judgeThen`, and in the back office those of `requireStanding`.
 */
export async function requireConfirmation<Result>(
  platform: Platform,
  action: ActionToConfirm,
  work: (transaction: Transaction<unknown>, user: User) => Promise<Result>,
  already?: (transaction: Transaction<unknown>) => Promise<Result | undefined>,
): Promise<Result> {
  const { confirmation } = action;
  if (confirmation === undefined) throw new Problem('two_factor_required');
  const given = { ...action, confirmation };
  return judgeThen(platform, {
    userId: action.userId,
    already,
    judge: async (transaction) => {
      const verdict = await judge(transaction, platform, given);
      if (verdict !== 'right') await recordRefusal(transaction, given, verdict);
      return verdict;
    },
    work: async (transaction, user) => {
      if (action.action === 'back_office') await requireStanding(transaction, user, action.origin);
      return work(transaction, user);
    },
  });
}

/** What a code for this money is bound to. */
export function wordsOf({ currency, amount, to = '' }: ConfirmedMoney): string {
  return JSON.stringify([currency, amount, to]);
}

export function confirmPurpose(action: ConfirmedAction): string {
  return `confirm:${action}`;
}

/** Spends the code that was sent for an action, once the action was confirmed by the link of the same mail. */
export function spendConfirmationCode(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { userId, action }: Pick<ActionToConfirm, 'userId' | 'action'>,
): Promise<void> {
  return spendSentCode(transaction, platform, { userId, purpose: confirmPurpose(action) });
}

/** Ends the code that was sent for an action which was called off at a moment. */
export function endConfirmationCode(
  db: QueryExecutorProvider,
  { userId, action, at }: Pick<ActionToConfirm, 'userId' | 'action'> & { readonly at: Date },
): Promise<void> {
  return endSentCode(db, { userId, purpose: confirmPurpose(action), sentBefore: at });
}

async function judge(
  transaction: Transaction<unknown>,
  platform: Platform,
  { userId, action, boundTo, confirmation, origin }: GivenConfirmation,
): Promise<CodeVerdict> {
  const purpose = confirmPurpose(action);
  const { methods } = await confirmationChoices(transaction, userId);
  // A factor that is off proves less than those that are on, even when its code would be right.
  if (!methods.includes(confirmation.method)) {
    return guess(transaction, platform, { lane: { userId, purpose }, compare: async () => 'wrong' });
  }
  if (confirmation.method === 'passkey') {
    const { challenge, answer } = confirmation;
    const passkeyPurpose = `passkey_confirm:${action}` as const;
    const found = await answerPasskey(transaction, platform, {
      purpose: passkeyPurpose,
      challenge,
      answer,
      origin,
    });
    return found?.userId === userId ? 'right' : 'wrong';
  }
  const { method, code } = confirmation;
  return checkCode(transaction, platform, { userId, method, code, purpose, boundTo, origin });
}

async function recordRefusal(
  transaction: Transaction<unknown>,
  { userId, action, confirmation: { method }, origin }: GivenConfirmation,
  verdict: CodeVerdict,
): Promise<void> {
  // While guessing is blocked nothing is compared, and a passkey writes its own refusal down: nobody can fill the log.
  if (verdict === 'exhausted' || method === 'passkey') return;
  await recordSecurityEvent(transaction, {
    event: 'confirmation_refused',
    userId,
    actorId: userId,
    origin,
    details: { action, method, verdict },
  });
}
