import { recoveryEndpoints } from '@emporion/contracts/rest';
import type { Transaction } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  beginPasskey,
  beginTotp,
  findUserByEmail,
  hashPassword,
  knownAs,
  lockUser,
  type Origin,
  originOf,
  proveNewFactor,
  refuseWeakPassword,
  renewBackupCodes,
  restoreAccess,
  type User,
} from '#modules/identity/index.ts';
import { restPayouts } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { lockLink, noteEntered, ownerOfLink, type RecoveryLink, spendLink } from './recovery-links.ts';
import { tellStaff } from './recovery-mail.ts';

type Begun = z.output<typeof recoveryEndpoints.begin.body>;
type Finished = z.output<typeof recoveryEndpoints.finish.body>;

const limits = { rateLimitPerMinute: 20 };

/** The page of a recovery link: a new password, a new factor and, if the mailbox is lost, a new mail address. */
export function addRecoveryRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const check = async ({ body: { token } }: { body: { token: string } }) => {
    const { user } = await kysely.transaction().execute((each) => requireLink(each, platform, token));
    return { username: user.username };
  };
  serveEndpoint(app, recoveryEndpoints.check, check, limits);
  serveEndpoint(app, recoveryEndpoints.begin, ({ body }) => begin(platform, body), limits);
  serveEndpoint(
    app,
    recoveryEndpoints.finish,
    ({ body, request }) => finish(platform, { ...body, origin: originOf(request) }),
    limits,
  );
}

/** @throws Problem invalid_token, email_already_registered, weak_password, password_breach. */
async function begin(platform: Platform, { token, password, email: entered, method }: Begun) {
  const { kysely } = platform.database;
  // Before the hash: without a valid link no password is hashed.
  const { user: asked } = await kysely.transaction().execute((each) => requireLink(each, platform, token));
  const { firstName, lastName } = asked;
  refuseWeakPassword(password, { email: entered ?? asked.email, names: [firstName, lastName] }, 'password');
  const passwordHash = await hashPassword(password, knownAs('recovery'));
  return kysely.transaction().execute(async (transaction) => {
    const { user } = await requireLink(transaction, platform, token);
    const { id: userId } = user;
    const email = await otherEmail(transaction, user, entered);
    await noteEntered(transaction, { token, passwordHash, email });
    const named = email ?? user.email;
    if (method === 'totp')
      return { method, ...(await beginTotp(transaction, platform, { userId, email: named })) };
    const name = `${firstName} ${lastName}`;
    return { method, ...(await beginPasskey(transaction, platform, { userId, email: named, name })) };
  });
}

/** Null where the address stays as it is. @throws Problem email_already_registered. */
async function otherEmail(
  transaction: Transaction<unknown>,
  user: User,
  entered: string | undefined,
): Promise<string | null> {
  if (entered === undefined) return null;
  const owner = await findUserByEmail(transaction, entered);
  if (owner === undefined) return entered;
  if (owner.id === user.id) return null;
  throw new Problem('email_already_registered', { fields: { email: { code: 'email_already_registered' } } });
}

/** @throws Problem invalid_token, email_already_registered, and why the proof is refused. */
async function finish(platform: Platform, { token, proof, origin }: Finished & { origin: Origin }) {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const { user, link } = await requireLink(transaction, platform, token);
    const { id: userId, username } = user;
    const { passwordHash, email } = link;
    if (passwordHash === null) throw new Problem('invalid_token');
    await proveNewFactor(transaction, platform, { userId, proof });
    await spendLink(transaction, { token, now: platform.clock.now() });
    await restoreAccess(transaction, platform, user, { passwordHash, email });
    const codes = await renewBackupCodes(transaction, platform, userId);
    // A day to notice, counted from when the account can be entered again.
    const payoutsRestUntil = await restPayouts(transaction, platform, { cause: 'recovery_finished', userId });
    await tellStaff(transaction, platform, { step: 'finished', name: username, payoutsRestUntil });
    await recordStaffAction(transaction, platform, {
      ...{ action: 'recovery_finished', actorId: userId, subjectId: userId, origin, reason: null },
      after: {
        factor: proof.method,
        email_changed: email !== null,
        payouts_rest_until: payoutsRestUntil.toISOString(),
      },
      ...(email !== null && { personal: { before: { email: user.email }, after: { email } } }),
    });
    return { email: email ?? user.email, backup_codes: codes };
  });
}

/** A role that was removed, or an account that was banned, ends the link. @throws Problem invalid_token. */
async function requireLink(
  transaction: Transaction<unknown>,
  { clock }: Platform,
  token: string,
): Promise<{ readonly user: User; readonly link: RecoveryLink }> {
  const now = clock.now();
  // The account before the link, as the command locks them.
  const userId = await ownerOfLink(transaction, { token, now });
  const user = userId === undefined ? undefined : await lockUser(transaction, userId);
  const link = await lockLink(transaction, { token, now });
  if (!link || user?.status !== 'active' || user.roles.length === 0) throw new Problem('invalid_token');
  return { user, link };
}
