import { factorEndpoints } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { holdBackupCode } from '../factors/backup-codes.ts';
import { removeUselessBackupCodes } from '../factors/useless-backup-codes.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import { passkeyAnswerOf } from './passkey-answer.ts';
import { addPasskey, beginPasskey, passkeysMax } from './passkey-enrolment.ts';
import { deletePasskey, listPasskeys } from './passkey-store.ts';

export function addPasskeyRoutes(app: App, platform: Platform): void {
  addEnrolment(app, platform);

  serveEndpoint(app, factorEndpoints.removePasskey, async ({ caller: { userId }, params, body, request }) => {
    const origin = originOf(request);
    // The database knows ids of one shape; any other is nobody's.
    const id = z.uuid().safeParse(params.id).data;
    if (id === undefined) throw new Problem('not_found');
    await requireConfirmation(
      platform,
      { userId, action: 'passkeys', confirmation: body.confirmation, origin },
      async (transaction, user) => {
        if (!(await deletePasskey(transaction, { userId, id }))) throw new Problem('not_found');
        await removeUselessBackupCodes(transaction, userId);
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event: 'passkey_removed',
          notice: 'passkey_removed',
          ends: 'all',
          freezesPayouts: true,
        });
      },
    );
    return {};
  });
}

function addEnrolment(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    factorEndpoints.beginPasskey,
    ({ caller: { userId }, body: { confirmation }, request }) =>
      requireConfirmation(
        platform,
        { userId, action: 'passkeys', confirmation, origin: originOf(request) },
        async (transaction) => {
          const { email, firstName, lastName } = await requireUser(transaction, userId);
          const passkeys = await listPasskeys(transaction, userId);
          if (passkeys.length >= passkeysMax) {
            throw new Problem('too_many_items', { params: { max: passkeysMax } });
          }
          const heldCode =
            confirmation?.method === 'backup'
              ? await holdBackupCode(transaction, platform, { userId, code: confirmation.code })
              : undefined;
          const name = `${firstName} ${lastName}`;
          return beginPasskey(transaction, platform, { userId, email, name, heldCode });
        },
      ),
  );

  serveEndpoint(app, factorEndpoints.addPasskey, async ({ caller: { userId }, body, request }) => {
    const added = await accountTransaction(platform, { userId }, async (transaction) => {
      const user = await requireUser(transaction, userId);
      await refuseTooMany(transaction, userId);
      const passkey = await addPasskey(transaction, platform, { userId, ...body });
      if (typeof passkey !== 'string') {
        await noteSecurityChange(transaction, platform, {
          user,
          origin: originOf(request),
          event: 'passkey_added',
          notice: 'passkey_added',
        });
      }
      return passkey;
    });
    // The question is used up, whatever the answer was.
    if (typeof added === 'string') throw new Problem(added);
    return passkeyAnswerOf(added);
  });
}

/** Asked at the end too: several may have been begun before one was added. */
async function refuseTooMany(db: QueryExecutorProvider, userId: string): Promise<void> {
  const passkeys = await listPasskeys(db, userId);
  if (passkeys.length >= passkeysMax) throw new Problem('too_many_items', { params: { max: passkeysMax } });
}
