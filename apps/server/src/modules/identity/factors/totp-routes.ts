import { factorEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { originOf } from '../origins/origin.ts';
import { enrolledFactors } from './enrolled-factors.ts';
import { guess } from './guesses.ts';
import { judgeThen } from './judge-then.ts';
import { beginTotp, checkTotp } from './totp.ts';
import { afterTurningOn } from './turn-on.ts';

const lanePurpose = 'enrolment:totp';

export function addTotpRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, factorEndpoints.beginTotp, ({ caller: { userId }, body: { confirmation }, request }) =>
    requireConfirmation(
      platform,
      { userId, action: 'factors', confirmation, origin: originOf(request) },
      async (transaction, { email }) => {
        const { totp } = await enrolledFactors(transaction, userId);
        // Replacing it would be turning it off, which has consequences of its own.
        if (totp) throw new Problem('value_not_allowed');
        return beginTotp(transaction, platform, { userId, email });
      },
    ),
  );

  serveEndpoint(app, factorEndpoints.finishTotp, ({ caller: { userId }, body: { code }, request }) =>
    judgeThen(platform, {
      userId,
      judge: (transaction) =>
        guess(transaction, platform, {
          lane: { userId, purpose: lanePurpose },
          compare: () => checkTotp(transaction, platform, { userId, code, state: 'setup' }),
        }),
      work: (transaction, user) =>
        afterTurningOn(transaction, platform, { user, method: 'totp', origin: originOf(request) }),
    }),
  );
}
