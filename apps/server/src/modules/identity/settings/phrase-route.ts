import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { updateUser } from '../users/users.ts';

/** The words that every mail to this person carries from then on. */
export function addPhraseRoute(app: App, platform: Platform): void {
  serveEndpoint(app, settingsEndpoints.antiPhishing, async ({ caller: { userId }, body, request }) => {
    const { anti_phishing_code: phrase, confirmation } = body;
    const origin = originOf(request);
    await requireConfirmation(
      platform,
      { userId, action: 'security', confirmation, origin },
      async (transaction, user) => {
        await updateUser(transaction, userId, { antiPhishingPhrase: phrase });
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: 'anti_phishing_changed',
          notice: 'anti_phishing_changed',
        });
      },
    );
    return {};
  });
}
