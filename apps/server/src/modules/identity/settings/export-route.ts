import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
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
        const origin = originOf(request);
        await recordSecurityEvent(transaction, { event, userId, actorId: userId, origin });
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
