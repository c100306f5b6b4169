import { loginEndpoints, sessionEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { originOf } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { endSessions } from './end-sessions.ts';
import { refreshSession } from './refresh-session.ts';
import { readRefreshToken } from './refresh-token.ts';

export function addSessionRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    sessionEndpoints.refresh,
    ({ body, request }) => refreshSession(platform, { refresh: body.refresh, origin: originOf(request) }),
    { provenBy: (body) => sessionOf(platform, body) },
  );
  serveEndpoint(
    app,
    loginEndpoints.logout,
    async ({ caller, request }) => {
      const { userId, sessionId } = caller;
      await accountTransaction(platform, { userId, lane: 'rescue' }, async (transaction) => {
        await endSessions(transaction, platform, { userId, only: sessionId, by: 'logout' });
        await recordSecurityEvent(transaction, {
          event: 'logged_out',
          userId,
          actorId: userId,
          origin: originOf(request),
        });
      });
      return {};
    },
    { unqueued: true },
  );
}

/** The session that the refresh token in a body belongs to, as far as its signature tells. */
function sessionOf({ config }: Platform, body: unknown): string | undefined {
  const { refresh } = Object(body) as { refresh?: unknown };
  return typeof refresh === 'string' ? readRefreshToken(config, refresh)?.sessionId : undefined;
}
