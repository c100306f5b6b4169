import { gateEndpoints } from '@emporion/contracts/rest';
import { networksOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { deviceOf, ownerOfDevice } from '../login/devices.ts';
import { isCaptchaDue } from '../login/login-gate.ts';
import { waitingStrangers } from '../passwords/passwords.ts';
import { findReferrer } from '../registration/referrals.ts';
import { newPuzzle } from './captcha.ts';

/** From so many waiting strangers on, a solved puzzle saves more time than it takes. */
const crowdMin = 3;

export function addGateRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;
  serveEndpoint(
    app,
    gateEndpoints.checkCaptcha,
    async ({ body: { action, email, device }, request }) => {
      const owner = email === undefined ? undefined : await ownerOfDevice(db, { token: device, email });
      const knownDevice = owner === undefined ? undefined : device;
      const networks = networksOf(request.ip);
      // A login is accepted without a puzzle that only the crowd asks for, but it waits longer.
      const isCrowd = knownDevice === undefined && waitingStrangers() >= crowdMin;
      const isDue = async () => isCrowd || isCaptchaDue(platform, { email, networks, knownDevice });
      return {
        required: action !== 'login' || (await isDue()),
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
