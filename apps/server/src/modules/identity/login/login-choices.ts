import type { QueryExecutorProvider } from 'kysely';
import { confirmationChoices } from '../confirmation/confirmation-choices.ts';
import { type SecondStepChoices, secondStepOf } from '../factors/second-step.ts';
import type { User } from '../users/users.ts';

/**
 * By what a login goes on after the password. No methods: the password suffices. For staff it never does: who has no
 * factor on is sent a code by mail.
 */
export function loginChoices(
  db: QueryExecutorProvider,
  { id, roles }: Pick<User, 'id' | 'roles'>,
): Promise<SecondStepChoices> {
  return roles.length === 0 ? secondStepOf(db, id) : confirmationChoices(db, id);
}
