import { accountEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { findUser, updateUser } from './users.ts';

export function addProfileRoutes(app: App, { database }: Platform): void {
  const db = database.kysely;
  serveEndpoint(app, accountEndpoints.profile, async ({ caller }) => {
    const user = await findUser(db, caller.userId);
    if (user === undefined) throw new Problem('token_not_valid');
    return {
      user: { username: user.username },
      language: user.language,
      interface: user.interface,
      // A client of the specification counts everything but `no` as passed.
      kyc_status: user.kycState === 'approved' ? ('approved' as const) : ('no' as const),
      kyc_state: user.kycState,
      auto_logout_timeout: user.autoLogoutSeconds,
    };
  });
  serveEndpoint(app, accountEndpoints.language, async ({ caller, body: { lang } }) => {
    await updateUser(db, caller.userId, { language: lang });
    return { lang };
  });
}
