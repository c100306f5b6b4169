import type { UserLimits } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';
import { requireAccount, requireNoRole } from './require-account.ts';

/** @throws Problem value_not_allowed for a level of withdrawals that there is none of. */
async function requireLevel(
  db: QueryExecutorProvider,
  { withdrawal_level: level }: UserLimits,
): Promise<void> {
  if (level === null) return;
  const { rows } = await sql`select from withdrawal_levels where level = ${level}`.execute(db);
  if (rows.length === 0)
    throw new Problem('value_not_allowed', { fields: { limits: { code: 'value_not_allowed' } } });
}

/** As the exchange has them: null for none of its own. */
function ofOrders({ open_orders, open_orders_per_market, orders_per_day }: UserLimits) {
  const limits = {
    ...(open_orders !== null && { openOrdersPerAccountMax: open_orders }),
    ...(open_orders_per_market !== null && { openOrdersPerMarketMax: open_orders_per_market }),
    ...(orders_per_day !== null && { ordersPerDayMax: orders_per_day }),
  };
  return Object.keys(limits).length === 0 ? null : limits;
}

export const userLimits: ApprovalKind<'user_limits'> = {
  name: 'user_limits',
  approve: 'limits.approve',
  action: 'user_limits_changed',
  lifeHours: 72,
  check: async (platform, { user, limits }) => {
    requireNoRole(await requireAccount(platform, user));
    await requireLevel(platform.database.kysely, limits);
  },
  // The key is the approval's, so that a repetition after a crash undoes nothing that came later.
  command: async (platform, { user, limits }, { id }) => {
    await ensureAccount(platform, await liveExchange(platform), user);
    const key = `approval:${id}:limits`;
    await platform.runtime.execute({ kind: 'ChangeAccount', key, account: user, limits: ofOrders(limits) });
  },
  finish: async (transaction, _platform, { user, limits }) => {
    await requireLevel(transaction, limits);
    const { rows } = await sql<{ level: number }>`
      select level from user_withdrawal_levels where user_id = ${user}
    `.execute(transaction);
    const { withdrawal_level: level } = limits;
    if (level === null)
      await sql`delete from user_withdrawal_levels where user_id = ${user}`.execute(transaction);
    else
      await sql`
        insert into user_withdrawal_levels (user_id, level) values (${user}, ${level})
        on conflict (user_id) do update set level = excluded.level
      `.execute(transaction);
    await sql`update users set staff_version = staff_version + 1 where id = ${user}`.execute(transaction);
    return { before: { withdrawal_level: rows[0]?.level ?? null }, after: { ...limits } };
  },
};
