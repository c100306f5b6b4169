import { factorEndpoints } from '@emporion/contracts/rest';
import { addressKey } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { updateUser } from '../users/users.ts';
import { guess } from './guesses.ts';
import { judgeThen } from './judge-then.ts';
import { maskedPhone } from './masked.ts';
import { refuseUnreachable } from './refuse-unreachable.ts';
import { countNewNumber, inSession } from './send-budget.ts';
import { checkSentCode, sendCode } from './sent-codes.ts';

const purpose = 'phone_check';

/** The number that is named counts once the code that went to it has come back; until then the old one stays. */
export function addPhoneRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, factorEndpoints.changePhone, ({ caller: { userId }, body, request }) => {
    refuseUnreachable(body.phone);
    const address = addressKey(request.ip);
    return requireConfirmation(
      platform,
      { userId, action: 'phone', confirmation: body.confirmation, origin: originOf(request) },
      async (transaction, owner) => {
        await countNewNumber(transaction, platform, { userId, phone: body.phone, address });
        const user = { ...owner, phone: body.phone };
        return sendCode(transaction, platform, { user, method: 'sms', purpose });
      },
    );
  });

  serveEndpoint(app, factorEndpoints.verifyPhone, ({ caller, body: { code }, request }) => {
    const { userId, sessionId } = caller;
    let phone: string | undefined;
    return judgeThen(platform, {
      userId,
      judge: (transaction) =>
        guess(transaction, platform, {
          lane: { userId, purpose },
          compare: async () => {
            const given = { userId, method: 'sms', purpose, code, asker: inSession } as const;
            const { verdict, target } = await checkSentCode(transaction, platform, given);
            phone = target;
            return verdict;
          },
        }),
      work: async (transaction, user) => {
        if (phone === undefined) throw new Problem('two_factor_invalid');
        await updateUser(transaction, userId, { phone, phoneVerifiedAt: platform.clock.now() });
        await noteSecurityChange(transaction, platform, {
          user,
          origin: originOf(request),
          event: 'phone_changed',
          details: { phone: maskedPhone(phone) },
          notice: 'phone_changed',
          // Where codes go to decides who gets in, so moving it weighs as much as changing the password.
          ...(user.smsFactor && { ends: { othersThan: sessionId }, freezesPayouts: true }),
        });
        return { phone };
      },
    });
  });
}
