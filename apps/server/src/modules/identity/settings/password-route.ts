import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword, refuseWeakPassword } from '../passwords/passwords.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { updateUser } from '../users/users.ts';
import { requireOwnPassword } from './own-password.ts';

export function addPasswordRoute(app: App, platform: Platform): void {
  serveEndpoint(app, settingsEndpoints.changePassword, async ({ caller, body, request }) => {
    const { userId, sessionId } = caller;
    const origin = originOf(request);
    // A person hears of a wrong password before a code is asked for, and a code is not wasted on a weak one.
    const owner = await requireOwnPassword(platform, { userId, password: body.old_password, origin });
    const { email, firstName, lastName, username } = owner;
    refuseWeakPassword(body.new_password, { email, names: [firstName, lastName, username] });
    if (body.confirmation === undefined) throw new Problem('two_factor_required');
    const passwordHash = await hashPassword(body.new_password, knownAs(userId));
    await requireConfirmation(
      platform,
      { userId, action: 'password', confirmation: body.confirmation, origin },
      async (transaction, user) => {
        // Two changes at once: the second one's old password is not the password any more.
        if (user.passwordHash !== owner.passwordHash) throw new Problem('wrong_old_password');
        await updateUser(transaction, userId, { passwordHash });
        await revokeTokens(transaction, platform, { userId, keep: ['not_me'] });
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: 'password_changed',
          notice: 'password_changed',
          ends: { othersThan: sessionId },
          freezesPayouts: true,
        });
      },
    );
    return {};
  });
}
