import type { QueryExecutorProvider } from 'kysely';
import { enrolledFactors } from '../factors/enrolled-factors.ts';
import { maskedEmail } from '../factors/masked.ts';
import { type SecondStepChoices, secondStepOf } from '../factors/second-step.ts';

/**
 * Whether the mailbox is the only thing that an account can prove. Backup codes stand in for the mailbox there,
 * so they add no second factor.
 */
export function isMailAlone({ methods }: Pick<SecondStepChoices, 'methods'>): boolean {
  return methods.every((method) => method === 'email' || method === 'backup');
}

/** By what an account confirms: the factors that are on, and only when none is, a code by mail. */
export async function confirmationChoices(
  db: QueryExecutorProvider,
  userId: string,
): Promise<SecondStepChoices> {
  const choices = await secondStepOf(db, userId);
  if (choices.methods.length > 0) return choices;
  const { address } = await enrolledFactors(db, userId);
  return { methods: ['email'], targets: { email: maskedEmail(address) } };
}
