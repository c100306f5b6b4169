import { settingsEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { announceSessions } from '../sessions/end-sessions.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import { updateUser } from '../users/users.ts';

/** Freezing takes no code, because who needs it is in a hurry; thawing takes one. */
export function addFreezeRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    settingsEndpoints.freeze,
    async ({ caller: { userId, sessionId }, request }) => {
      await accountTransaction(platform, { userId, lane: 'rescue' }, async (transaction) => {
        const user = await requireUser(transaction, userId);
        if (user.frozenAt !== null) return;
        await updateUser(transaction, userId, { frozenAt: platform.clock.now() });
        await noteSecurityChange(transaction, platform, {
          user,
          origin: originOf(request),
          event: 'account_frozen',
          notice: 'frozen',
          ends: { othersThan: sessionId },
        });
      });
      // No later vote changes it. A proposal that was frozen before is answered too, because a client without an answer retries.
      await app.accountHooks.stopEverythingOf(userId);
      return {};
    },
    { unqueued: true },
  );

  serveEndpoint(app, settingsEndpoints.unfreeze, async ({ caller: { userId }, body, request }) => {
    const origin = originOf(request);
    await requireConfirmation(
      platform,
      { userId, action: 'security', confirmation: body.confirmation, origin },
      async (transaction, user) => {
        if (user.frozenAt === null) return;
        await updateUser(transaction, userId, { frozenAt: null });
        await announceSessions(transaction, platform, { userId });
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: 'account_thawed',
          notice: 'thawed',
          freezesPayouts: true,
        });
      },
    );
    await app.accountHooks.goOnWith(userId);
    return {};
  });
}
