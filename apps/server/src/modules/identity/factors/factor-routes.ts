import { factorEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { addConfirmationRoutes } from '../confirmation/confirmation-routes.ts';
import { passkeyAnswerOf } from '../passkeys/passkey-answer.ts';
import { addPasskeyRoutes } from '../passkeys/passkey-routes.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import { addCodeFactorRoutes } from './code-factor-routes.ts';
import { enrolledFactors } from './enrolled-factors.ts';
import { addPhoneRoutes } from './phone-routes.ts';
import { addTotpRoutes } from './totp-routes.ts';
import { addTurnOffRoutes } from './turn-off-routes.ts';

/** Second factors, and the codes that confirm a sensitive action. */
export function addFactorRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;
  serveEndpoint(app, factorEndpoints.read, async ({ caller }) => {
    const { totp, sms, email, backupCodesLeft } = await enrolledFactors(db, caller.userId);
    const passkeys = await listPasskeys(db, caller.userId);
    return {
      totp,
      sms,
      email,
      passkeys: passkeys.map(passkeyAnswerOf),
      backup_codes_left: backupCodesLeft,
    };
  });
  addConfirmationRoutes(app, platform);
  addTotpRoutes(app, platform);
  addCodeFactorRoutes(app, platform);
  addTurnOffRoutes(app, platform);
  addPhoneRoutes(app, platform);
  addPasskeyRoutes(app, platform);
}
