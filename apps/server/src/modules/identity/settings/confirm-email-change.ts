import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import type { Origin } from '../origins/origin.ts';
import { spendWithOwner } from '../tokens/spend-with-owner.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { noteEmailProved } from '../users/require-proved.ts';
import { updateUser } from '../users/users.ts';
import { isTaken } from './is-taken.ts';

const ChangeData = z.object({ email: z.string(), from: z.string() });

/**
 * Moves an account to the address that the token was mailed to, for whoever is logged in to it: a stranger could else
 * have their own account moved to an address by having its reader press the link.
 *
 * @throws Problem `invalid_token`, or `email_already_registered` when somebody took the address meanwhile.
 */
export async function confirmEmailChange(
  platform: Platform,
  { userId, token, origin }: { userId: string; token: string; origin: Origin },
): Promise<{ email: string }> {
  try {
    return await platform.database.kysely.transaction().execute(async (transaction) => {
      const spent = await spendWithOwner(transaction, platform, { token, purpose: 'email_change' });
      const change = ChangeData.safeParse(spent?.token.data).data;
      const user = spent?.user;
      // It is not spent by whoever it was not made for.
      if (!change || user?.id !== userId || user.status !== 'active') throw new Problem('invalid_token');
      // Another change came first: this one was asked for by the holder of an address that is not theirs any more.
      if (user.email !== change.from) throw new Problem('invalid_token');
      const { email } = change;
      await updateUser(transaction, user.id, { email });
      await noteEmailProved(transaction, platform, user.id);
      await revokeTokens(transaction, platform, { userId: user.id, keep: ['not_me'] });
      await noteSecurityChange(transaction, platform, {
        user,
        copyTo: email,
        origin,
        event: 'email_changed',
        notice: 'email_changed',
        ends: 'all',
        freezesPayouts: true,
      });
      return { email };
    });
  } catch (error) {
    if (isTaken(error, 'users_by_email')) throw new Problem('email_already_registered');
    throw error;
  }
}
