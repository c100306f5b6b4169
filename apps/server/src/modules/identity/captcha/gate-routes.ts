import { gateEndpoints } from '@emporion/contracts/rest';
import { networksOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { deviceOf, ownerOfDevice } from '../login/devices.ts';
import { isCaptchaDue } from '../login/login-gate.ts';
import { findReferrer } from '../registration/referrals.ts';
import { newPuzzle } from './captcha.ts';

export function addGateRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;
  serveEndpoint(
    app,
    gateEndpoints.checkCaptcha,
    async ({ body: { action, email, device }, request }) => {
      const owner = email === undefined ? undefined : await ownerOfDevice(db, { token: device, email });
      const knownDevice = owner === undefined ? undefined : device;
      const networks = networksOf(request.ip);
      return {
        required: action !== 'login' || (await isCaptchaDue(platform, { email, networks, knownDevice })),
        challenge: await newPuzzle(platform, action),
      };
    },
    { provenBy: (body) => deviceOf(platform, body) },
  );
  serveEndpoint(
    app,
    gateEndpoints.checkInvite,
    async ({ body: { code } }) => ({ valid: (await findReferrer(db, code)) !== undefined }),
    { rateLimitPerMinute: 30 },
  );
}
