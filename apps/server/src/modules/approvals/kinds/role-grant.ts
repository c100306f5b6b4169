import { sql } from 'kysely';
import { endSessions, lockRoles } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';
import { requireAccount } from './require-account.ts';

export const roleGrant: ApprovalKind<'role_grant'> = {
  name: 'role_grant',
  approve: 'roles.approve',
  action: 'role_granted',
  lifeHours: 72,
  check: async (platform, { user, role }) => {
    const { roles } = await requireAccount(platform, user);
    if (roles.includes(role)) throw new Problem('role_already_held');
  },
  finish: async (transaction, platform, { user, role }) => {
    await lockRoles(transaction);
    const { rows } = await sql<{ roles: string[] }>`
      select roles from users where id = ${user} and status <> 'closed' for no key update
    `.execute(transaction);
    const before = rows[0]?.roles;
    if (before === undefined) throw new Problem('account_not_found');
    if (before.includes(role)) throw new Problem('role_already_held');
    await sql`update users set roles = array_append(roles, ${role}) where id = ${user}`.execute(transaction);
    // They log in anew, with a second step, as staff do.
    await endSessions(transaction, platform, { userId: user, by: 'operator' });
    return { before: { roles: before }, after: { roles: [...before, role] } };
  },
  // Staff do not trade, so nothing of theirs stays in the books.
  afterwards: async ({ runtime, view }, { user: account }) => {
    const hasOrders = await view.read((exchange) => (exchange.findAccount(account)?.openOrderCount ?? 0) > 0);
    if (hasOrders) await runtime.execute({ kind: 'CancelOrders', key: null, account });
  },
};
