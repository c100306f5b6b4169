import { factorEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { originOf } from '../origins/origin.ts';
import { updateUser } from '../users/users.ts';
import { checkCode } from './check-code.ts';
import { judgeThen } from './judge-then.ts';
import { sendCode } from './sent-codes.ts';
import { afterTurningOn } from './turn-on.ts';

/** Codes by mail and by text message: the one that comes back proves that they arrive. */
export function addCodeFactorRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, factorEndpoints.beginCode, ({ caller: { userId }, body, request }) =>
    requireConfirmation(
      platform,
      { userId, action: 'factors', confirmation: body.confirmation, origin: originOf(request) },
      async (transaction, user) => {
        const { method } = body;
        if (method === 'sms' && user.phoneVerifiedAt === null) throw new Problem('phone_not_verified');
        return sendCode(transaction, platform, { user, method, purpose: purposeOf(method) });
      },
    ),
  );

  serveEndpoint(app, factorEndpoints.finishCode, ({ caller: { userId }, body: { method, code }, request }) =>
    judgeThen(platform, {
      userId,
      judge: (transaction) =>
        checkCode(transaction, platform, { userId, method, code, purpose: purposeOf(method) }),
      work: async (transaction, user) => {
        const patch = method === 'sms' ? { smsFactor: true } : { emailFactor: true };
        await updateUser(transaction, userId, patch);
        return afterTurningOn(transaction, platform, { user, method, origin: originOf(request) });
      },
    }),
  );
}

function purposeOf(method: 'sms' | 'email'): string {
  return `enrolment:${method}`;
}
