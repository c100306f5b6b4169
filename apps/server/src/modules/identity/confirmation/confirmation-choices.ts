import type { QueryExecutorProvider } from 'kysely';
import { enrolledFactors } from '../factors/enrolled-factors.ts';
import { maskedEmail } from '../factors/masked.ts';
import { type SecondStepChoices, secondStepOf } from '../factors/second-step.ts';

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
