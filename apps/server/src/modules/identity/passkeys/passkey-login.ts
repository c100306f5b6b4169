import type { Transaction } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { answerPasskey, askPasskey, type PasskeyGiven, type PasskeyQuestion } from './passkey-question.ts';

/** Without a user any passkey of this site may answer; with one, only theirs. */
export function passkeyLoginOptions(
  transaction: Transaction<unknown>,
  platform: Platform,
  { userId }: { readonly userId?: string | undefined },
): Promise<PasskeyQuestion> {
  return askPasskey(transaction, platform, { purpose: 'passkey_login', userId });
}

/**
 * Who answered the question with their passkey. Undefined: nobody whom we know, or the question is over. Commit before
 * refusing, so that a question is asked once.
 */
export function passkeyLogin(
  transaction: Transaction<unknown>,
  platform: Platform,
  given: Omit<PasskeyGiven, 'purpose'>,
): Promise<{ readonly userId: string } | undefined> {
  return answerPasskey(transaction, platform, { ...given, purpose: 'passkey_login' });
}
