import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { maskedEmail } from '../factors/masked.ts';
import { countSend } from '../factors/send-budget.ts';
import { refuseAmbiguous } from '../mail/refuse-ambiguous.ts';
import { refuseUnmailable } from '../mail/refuse-unmailable.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { foldEmail } from '../users/email-folding.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { inviteToConfirm } from './invite-to-confirm.ts';

export function addEmailRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, settingsEndpoints.changeEmail, async ({ caller: { userId }, body, request }) => {
    const { email, confirmation } = body;
    refuseUnmailable(email);
    refuseAmbiguous(email);
    const origin = originOf(request);
    return requireConfirmation(
      platform,
      { userId, action: 'email', confirmation, origin },
      async (transaction, user) => {
        if (foldEmail(email) === foldEmail(user.email)) {
          throw new Problem('value_invalid', { fields: { email: { code: 'value_invalid' } } });
        }
        await countSend(transaction, platform, userId);
        await inviteToConfirm(transaction, platform, { user, email });
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: 'email_change_asked',
          details: { to: maskedEmail(email) },
          notice: 'email_change_asked',
        });
        return { email };
      },
    );
  });

  serveEndpoint(app, settingsEndpoints.confirmEmail, ({ caller: { userId }, body: { token }, request }) =>
    confirmEmailChange(platform, { userId, token, origin: originOf(request) }),
  );
}
