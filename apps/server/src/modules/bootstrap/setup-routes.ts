import { setupEndpoints } from '@emporion/contracts/rest';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  beginPasskey,
  beginTotp,
  createUser,
  findUser,
  findUserByEmail,
  hashPassword,
  knownAs,
  type Origin,
  originOf,
  proveNewFactor,
  refuseWeakPassword,
  renewBackupCodes,
} from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import {
  closeUnfinished,
  hasAdministrator,
  lockLink,
  noteCandidate,
  spendLink,
} from './administrator-links.ts';

type Begun = z.output<typeof setupEndpoints.begin.body>;
type Finished = z.output<typeof setupEndpoints.finish.body>;

const limits = { rateLimitPerMinute: 20 };

/** How the first administrator is made: an account with a password, and a factor that is proved before it has any right. */
export function addSetupRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    setupEndpoints.check,
    async ({ body: { token } }) => {
      await platform.database.kysely
        .transaction()
        .execute((transaction) => requireLink(transaction, token, platform.clock.now()));
      return {};
    },
    limits,
  );
  serveEndpoint(app, setupEndpoints.begin, ({ body }) => begin(platform, body), limits);
  serveEndpoint(
    app,
    setupEndpoints.finish,
    ({ body, request }) => finish(platform, { ...body, origin: originOf(request) }),
    limits,
  );
}

/** @throws Problem invalid_token, administrator_exists, email_already_registered, weak_password, password_breach. */
async function begin(platform: Platform, form: Begun) {
  const { database, clock } = platform;
  const { email, first_name: firstName, last_name: lastName, method } = form;
  const now = clock.now();
  // Before the hash, so that nobody has passwords hashed with a link that is none.
  await database.kysely.transaction().execute((transaction) => requireLink(transaction, form.token, now));
  refuseWeakPassword(form.password, { email, names: [firstName, lastName] }, 'password');
  const passwordHash = await hashPassword(form.password, knownAs('first administrator'));
  return database.kysely.transaction().execute(async (transaction) => {
    await requireLink(transaction, form.token, now);
    // Whoever begins again begins anew.
    await closeUnfinished(transaction, now);
    if (await findUserByEmail(transaction, email)) throw new Problem('email_already_registered');
    const userId = await createUser(transaction, {
      ...{ email, passwordHash, firstName, lastName, country: form.country, birthday: form.birthday },
      ...{ language: 'en', acceptedAt: now, createdAt: now },
    });
    if (userId === undefined) throw new Problem('email_already_registered');
    await sql`
      update users set status = 'inactive', email_verified_at = null where id = ${userId}
    `.execute(transaction);
    await noteCandidate(transaction, { token: form.token, userId });
    if (method === 'totp') return { method, ...(await beginTotp(transaction, platform, { userId, email })) };
    const name = `${firstName} ${lastName}`;
    return { method, ...(await beginPasskey(transaction, platform, { userId, email, name })) };
  });
}

/** @throws Problem invalid_token, administrator_exists, and why the proof is none. */
async function finish(platform: Platform, { token, proof, origin }: Finished & { origin: Origin }) {
  const { database, clock } = platform;
  const now = clock.now();
  return database.kysely.transaction().execute(async (transaction) => {
    const { userId } = await requireLink(transaction, token, now);
    const user = userId === null ? undefined : await findUser(transaction, userId);
    if (user?.status !== 'inactive') throw new Problem('invalid_token');
    await proveNewFactor(transaction, platform, { userId: user.id, proof });
    await sql`
      update users set status = 'active', roles = '{administrator}' where id = ${user.id}
    `.execute(transaction);
    await spendLink(transaction, { token, now });
    const codes = await renewBackupCodes(transaction, platform, user.id);
    await recordStaffAction(transaction, platform, {
      ...{ action: 'first_administrator_made', actorId: user.id, subjectId: user.id, origin, reason: null },
      ...{ before: { roles: [] }, after: { roles: ['administrator'], factor: proof.method } },
    });
    return { email: user.email, backup_codes: codes };
  });
}

/** @throws Problem invalid_token, administrator_exists. */
async function requireLink(transaction: Transaction<unknown>, token: string, now: Date) {
  const link = await lockLink(transaction, { token, now });
  if (!link) throw new Problem('invalid_token');
  if (await hasAdministrator(transaction)) throw new Problem('administrator_exists');
  return link;
}
