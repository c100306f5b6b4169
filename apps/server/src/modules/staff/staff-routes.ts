import { capabilities, deskEndpoints } from '@emporion/contracts/rest';
import { findUser, originOf, requireConfirmation } from '#modules/identity/index.ts';
import { findPayoutRest } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { removeRole } from './remove-role.ts';
import { listedMember, listMembers, requireMember } from './staff-members.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const seesPersons = ({ capabilities: held }: Caller) => ({ personal: held?.has('users.personal') ?? false });

export function addStaffRoutes(app: App, platform: Platform): void {
  const { config, database } = platform;

  serveEndpoint(app, deskEndpoints.me, async ({ caller }) => {
    const user = await findUser(database.kysely, caller.userId);
    if (!user) throw new Problem('token_not_valid');
    const rest = await findPayoutRest(database.kysely, platform);
    return {
      ...{ id: user.id, username: user.username, roles: [...user.roles] },
      capabilities: capabilities.filter((capability) => caller.capabilities?.has(capability)),
      sole_operator: config.soleOperator,
      payouts_rest: rest ? { ...rest, until: rest.until.toISOString() } : null,
      idle_minutes: config.staffIdleMinutes,
    };
  });

  serveEndpoint(app, deskEndpoints.staff, async ({ caller, query: { limit, cursor, role } }) => {
    const after = cursor !== undefined && uuid.test(cursor) ? cursor : undefined;
    const found = await listMembers(database.kysely, { after, role, limit });
    const shown = found.slice(0, limit);
    return {
      results: shown.map((row) => listedMember(row, seesPersons(caller))),
      next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

  serveEndpoint(app, deskEndpoints.removeRole, async ({ caller, params: { id, role }, body, request }) => {
    const { reason, confirmation } = body;
    const origin = originOf(request);
    const before = await requireMember(database.kysely, id);
    const roles = await requireConfirmation(
      platform,
      { userId: caller.userId, action: 'back_office', confirmation, origin },
      (transaction) => removeRole(transaction, platform, { id, role, by: caller.userId, reason, origin }),
    );
    return listedMember({ ...before, roles }, seesPersons(caller));
  });
}
