import { settingsEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { removeBackupCodes } from '../factors/backup-codes.ts';
import { removeTotp } from '../factors/totp.ts';
import { noteSecurityChange } from '../notices/security-change.ts';
import { originOf } from '../origins/origin.ts';
import { lockRoles, requireAnotherAdministrator } from '../staff/staff-accounts.ts';
import { revokeTokens } from '../tokens/tokens.ts';
import { reserveReleased } from '../users/released-usernames.ts';
import { updateUser } from '../users/users.ts';
import { requireOwnPassword } from './own-password.ts';

export function addCloseRoute(app: App, platform: Platform): void {
  serveEndpoint(app, settingsEndpoints.close, async ({ caller: { userId }, body, request }) => {
    const { password, confirmation } = body;
    const origin = originOf(request);
    await requireOwnPassword(platform, { userId, password, origin });
    await requireConfirmation(
      platform,
      { userId, action: 'close_account', confirmation, origin },
      async (transaction, user) => {
        if (user.roles.includes('administrator')) {
          await lockRoles(transaction);
          await requireAnotherAdministrator(transaction, userId);
        }
        const objection = await app.accountHooks.objectionToClosing(transaction, userId);
        if (objection !== undefined) throw new Problem(objection);
        const now = platform.clock.now();
        await updateUser(transaction, userId, { status: 'closed', closedAt: now });
        await reserveReleased(transaction, { userId, username: user.username, now });
        // Questions to passkeys before the passkeys, as an answer has it: then neither waits for the other.
        await revokeTokens(transaction, platform, { userId });
        await forgetKeys(transaction, userId);
        const event = 'account_closed';
        await noteSecurityChange(transaction, platform, {
          user,
          origin,
          event,
          notice: 'closed',
          ends: 'all',
        });
      },
    );
    return {};
  });
}

/** What opened the account is of no use any more. What happened in it stays, as the law asks of an exchange. */
async function forgetKeys(db: QueryExecutorProvider, userId: string): Promise<void> {
  await removeTotp(db, userId);
  await removeBackupCodes(db, userId);
  await sql`delete from passkeys where user_id = ${userId}`.execute(db);
  await sql`delete from sent_codes where user_id = ${userId}`.execute(db);
  await sql`delete from user_devices where user_id = ${userId}`.execute(db);
}
