import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import { exportIdentity } from './export-identity.ts';

export function addExportRoute(app: App, platform: Platform): void {
  const { clock } = platform;
  serveEndpoint(
    app,
    settingsEndpoints.exportData,
    ({ caller: { userId }, request }) =>
      accountTransaction(platform, { userId }, async (transaction) => {
        const user = await requireUser(transaction, userId);
        const event = 'data_exported';
        // Whoever found an open session takes everything along with this, so the owner hears of it.
        await noteSecurityChange(transaction, platform, {
          user,
          origin: originOf(request),
          event,
          notice: event,
        });
        return {
          exported_at: clock.now().toISOString(),
          ...(await exportIdentity(transaction, { user, now: clock.now() })),
          ...(await app.accountHooks.exportSections(transaction, userId)),
        };
      }),
    // It reads everything there is, and nobody needs it often.
    { rateLimitPerMinute: 10 },
  );
}
