import { gateEndpoints } from '@emporion/contracts/rest';
import { addressKey } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { isCaptchaDue } from '../login/login-gate.ts';
import { findReferrer } from '../registration/referrals.ts';
import { newPuzzle } from './captcha.ts';

export function addGateRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;
  serveEndpoint(app, gateEndpoints.checkCaptcha, async ({ body: { action, email }, request }) => ({
    required:
      action !== 'login' || (await isCaptchaDue(platform, { email, address: addressKey(request.ip) })),
    challenge: await newPuzzle(platform, action),
  }));
  serveEndpoint(
    app,
    gateEndpoints.checkInvite,
    async ({ body: { code } }) => ({ valid: (await findReferrer(db, code)) !== undefined }),
    { rateLimitPerMinute: 30 },
  );
}
