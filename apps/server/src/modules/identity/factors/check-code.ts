import type { FactorMethod } from '@emporion/contracts/rest';
import type { QueryExecutorProvider, Transaction } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import type { Origin } from '../origins/origin.ts';
import { noteEmailProved } from '../users/require-proved.ts';
import { lockUser, type User } from '../users/users.ts';
import { spendBackupCode } from './backup-codes.ts';
import { guess } from './guesses.ts';
import { type CodeAsker, inSession } from './send-budget.ts';
import { checkSentCode } from './sent-codes.ts';
import { checkTotp } from './totp.ts';

/**
 * - `wrong`: it is not the code; counted.
 * - `expired`: it was the code, and its time is over.
 * - `used`: it was the code, and it has proved something already.
 * - `replaced`: it was the code before the newest one was sent; not counted.
 * - `exhausted`: too many wrong ones came before; nothing was compared.
 */
export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'used' | 'replaced' | 'exhausted';

export interface CodeGiven {
  readonly userId: string;
  readonly method: Exclude<FactorMethod, 'passkey'>;
  readonly code: string;
  /** What the code is for, such as `login` or `confirm:withdrawal`. A sent code counts for nothing else. */
  readonly purpose: string;
  /** The words of what is confirmed, which a sent code may be bound to. */
  readonly boundTo?: string | undefined;
  /** Names a device that is known: its failures are counted apart from a stranger's. */
  readonly device?: string | undefined;
  /** Where the code came from, for what the owner is told when there were too many wrong ones. */
  readonly origin?: Origin | undefined;
}

/**
 * Compares a code and spends it when it is right. It never throws for a wrong one, for the transaction that counts
 * the failure must commit: refuse the request after that, not within.
 */
export async function checkCode(
  transaction: Transaction<unknown>,
  platform: Platform,
  given: CodeGiven,
): Promise<CodeVerdict> {
  // Before codes and counters, as every change of the account has it: then no two transactions wait for each other.
  const user = await lockUser(transaction, given.userId);
  const verdict = await guess(transaction, platform, {
    lane: { ...given, purpose: lanePurpose(given) },
    compare: () => compare(transaction, platform, given),
    onBlocked: async () => {
      if (user && given.origin) await tellOfGuessing(transaction, platform, { user, origin: given.origin });
    },
  });
  if (verdict === 'right' && given.method === 'email')
    await noteEmailProved(transaction, platform, given.userId);
  return verdict;
}

/** Whoever enters codes knows the password or has found an open session: the owner wants to know of it. */
async function tellOfGuessing(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, origin }: { user: User; origin: Origin },
): Promise<void> {
  await recordSecurityEvent(db, { event: 'codes_guessed', userId: user.id, origin });
  await tellOwner(db, platform, { user, origin, notice: 'codes_guessed' });
}

/**
 * The codes of an app are the same for every action, and every login has sent codes of its own: counted apart, each
 * action and each ticket would give as many guesses again.
 */
function lanePurpose({ method, purpose }: CodeGiven): string {
  if (isOfLogin(purpose)) return loginPurpose;
  const isSent = method === 'sms' || method === 'email';
  return !isSent && purpose.startsWith('confirm:') ? 'confirm' : purpose;
}

export const loginPurpose = 'login';

function isOfLogin(purpose: string): boolean {
  return purpose === loginPurpose || purpose.startsWith(`${loginPurpose}:`);
}

/** A device that gets in for the first time is known from then on, so what it asked for as a stranger can stay counted. */
function askerOf({ purpose, device }: CodeGiven): CodeAsker | undefined {
  if (!isOfLogin(purpose)) return inSession;
  return device === undefined ? undefined : { kind: 'device', key: device };
}

async function compare(
  db: QueryExecutorProvider,
  platform: Platform,
  given: CodeGiven,
): Promise<CodeVerdict> {
  const { userId, method, code, purpose, boundTo } = given;
  switch (method) {
    case 'totp':
      return checkTotp(db, platform, { userId, code, state: 'on' });
    case 'backup':
      return spendBackupCode(db, platform, { userId, code });
    case 'sms':
    case 'email':
      return (
        await checkSentCode(db, platform, { userId, method, purpose, code, boundTo, asker: askerOf(given) })
      ).verdict;
  }
}

const problemCodes = {
  wrong: 'two_factor_invalid',
  expired: 'two_factor_expired',
  used: 'two_factor_used',
  replaced: 'two_factor_invalid',
  exhausted: 'two_factor_attempts_exceeded',
} as const;

/** What a request with this verdict is refused with. */
export function problemOfVerdict(verdict: Exclude<CodeVerdict, 'right'>): Problem {
  return new Problem(problemCodes[verdict]);
}
