import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { confirmationChoices } from '../confirmation/confirmation-choices.ts';
import { type SecondStepChoices, secondStepOf } from '../factors/second-step.ts';
import type { User } from '../users/users.ts';

/**
 * By what a login goes on after the password. No methods: the password suffices. It never does for staff, nor for anybody where a second factor is required: who
 * has none on is sent a code by mail.
 */
export function loginChoices(
  platform: Pick<Platform, 'database'>,
  { id, roles }: Pick<User, 'id' | 'roles'>,
): Promise<SecondStepChoices> {
  const { kysely } = platform.database;
  const isRequired = roles.length > 0 || settingsOf(platform).requirements.twoFactor;
  return isRequired ? confirmationChoices(kysely, id) : secondStepOf(kysely, id);
}
