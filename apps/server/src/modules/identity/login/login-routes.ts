import { loginEndpoints } from '@emporion/contracts/rest';
import { addressKey, networksOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { originOf } from '../origins/origin.ts';
import { countLogins } from './count-logins.ts';
import { deviceOf } from './devices.ts';
import { logIn } from './log-in.ts';
import { beginPasskeyLogin, logInWithPasskey } from './passkey-login.ts';
import { sendLoginCode, takeSecondStep } from './second-step.ts';

export function addLoginRoutes(app: App, platform: Platform): void {
  const counted = countLogins(platform);
  const fromDevice = { provenBy: (body: unknown) => deviceOf(platform, body) };
  serveEndpoint(
    app,
    loginEndpoints.login,
    ({ body, request }) =>
      counted(logIn(platform, { ...body, origin: originOf(request), networks: networksOf(request.ip) })),
    fromDevice,
  );
  serveEndpoint(
    app,
    loginEndpoints.sendCode,
    ({ body, request }) =>
      sendLoginCode(platform, { ...body, device: body.device, address: addressKey(request.ip) }),
    fromDevice,
  );
  serveEndpoint(
    app,
    loginEndpoints.check2faLogin,
    ({ body, request }) =>
      counted(takeSecondStep(platform, { ...body, device: body.device, origin: originOf(request) })),
    fromDevice,
  );
  serveEndpoint(
    app,
    loginEndpoints.checkGoogleCode,
    ({ body, request }) =>
      counted(
        takeSecondStep(platform, { ...body, device: body.device, method: 'totp', origin: originOf(request) }),
      ),
    fromDevice,
  );
  serveEndpoint(
    app,
    loginEndpoints.passkeyOptions,
    ({ body }) => beginPasskeyLogin(platform, body.ticket),
    fromDevice,
  );
  serveEndpoint(
    app,
    loginEndpoints.passkey,
    ({ body, request }) =>
      counted(
        logInWithPasskey(platform, {
          ...body,
          device: body.device,
          origin: originOf(request),
          networks: networksOf(request.ip),
        }),
      ),
    fromDevice,
  );
}
