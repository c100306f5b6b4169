import { factorEndpoints } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { updateUser } from '../users/users.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { enrolledFactors } from './enrolled-factors.ts';
import { secondStepOf } from './second-step.ts';
import { removeTotp } from './totp.ts';
import { removeUselessBackupCodes } from './useless-backup-codes.ts';

export function addTurnOffRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, factorEndpoints.turnOff, async ({ caller: { userId }, body, request }) => {
    const { method, confirmation } = body;
    const origin = originOf(request);
    await requireConfirmation(
      platform,
      { userId, action: 'factors', confirmation, origin },
      async (transaction, user) => {
        const factors = await enrolledFactors(transaction, userId);
        if (!factors[method]) throw new Problem('value_not_allowed');
        await turnOff(transaction, userId, method);
        await removeUselessBackupCodes(transaction, userId);
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: `${method}_factor_turned_off`,
          notice: `${method}_off`,
          ends: 'all',
          freezesPayouts: true,
        });
      },
    );
    return {};
  });

  serveEndpoint(
    app,
    factorEndpoints.renewBackupCodes,
    ({ caller: { userId }, body: { confirmation }, request }) => {
      const origin = originOf(request);
      return requireConfirmation(
        platform,
        { userId, action: 'factors', confirmation, origin },
        async (transaction, user) => {
          const { methods } = await secondStepOf(transaction, userId);
          // They stand in for a factor; without one they would open nothing.
          if (methods.length === 0) throw new Problem('value_not_allowed');
          const codes = await renewBackupCodes(transaction, platform, userId);
          const event = 'backup_codes_renewed';
          await noteSecurityChange(transaction, platform, { user, origin, event, notice: event });
          return { backup_codes: codes };
        },
      );
    },
  );
}

async function turnOff(
  db: QueryExecutorProvider,
  userId: string,
  method: 'totp' | 'sms' | 'email',
): Promise<void> {
  if (method === 'totp') return removeTotp(db, userId);
  return updateUser(db, userId, method === 'sms' ? { smsFactor: false } : { emailFactor: false });
}
