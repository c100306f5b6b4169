import { loginEndpoints, registrationEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { originOf } from '../origins/origin.ts';
import { confirmReset, ownerOfReset } from './confirm-reset.ts';
import { disown } from './disown.ts';
import { requestReset } from './request-reset.ts';

/** A person needs a few of these; each may cost a hash or a mail. */
const rare = { rateLimitPerMinute: 30 };

export function addRecoveryRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    registrationEndpoints.requestReset,
    async ({ body: { email, captcha }, request }) => {
      await requestReset(platform, { email, captcha, origin: originOf(request) });
      return {};
    },
    rare,
  );
  serveEndpoint(
    app,
    registrationEndpoints.checkReset,
    async ({ body }) => {
      await ownerOfReset(platform, body);
      return {};
    },
    rare,
  );
  serveEndpoint(
    app,
    registrationEndpoints.confirmReset,
    async ({ body: { uid, token, new_password: password }, request }) => {
      const reset = { uid, token, password, origin: originOf(request) };
      const { frozenUntil, device } = await confirmReset(platform, reset);
      return { payouts_frozen_until: frozenUntil.toISOString(), device };
    },
    rare,
  );
  serveEndpoint(
    app,
    loginEndpoints.disown,
    async ({ body: { token }, request }) => {
      const { userId, frozenUntil, removed } = await disown(platform, {
        ...{ token, origin: originOf(request), hooks: app.accountHooks },
      });
      // The link is spent and the stranger is out, whatever comes of this.
      await app.accountHooks
        .stopEverythingOf(userId)
        .catch((err) => request.log.error({ err, userId }, 'what a stranger began could not be stopped'));
      return { payouts_frozen_until: frozenUntil.toISOString(), factors_removed: [...removed] };
    },
    rare,
  );
}
