import { userAdminEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { endSessions, originOf, setStatus } from '#modules/identity/index.ts';
import { followAccount } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { changeUser } from './change-user.ts';
import { readCard } from './user-card.ts';
import { sightOf } from './user-rows.ts';

const freezeDaysMax = 366;

/** What stops an account, and lets it go on. The exchange has followed when the call is answered. */
export function addStatusRoutes(app: App, platform: Platform): void {
  const { clock } = platform;

  serveEndpoint(app, userAdminEndpoints.setStatus, async ({ caller, params: { id }, body, request }) => {
    const { status, ...given } = body;
    const change = { ...given, caller, id, origin: originOf(request) };
    await changeUser(platform, change, async (transaction, user) => {
      await setStatus(transaction, platform, { user, status });
      return { action: 'user_status_changed', before: { status: user.status }, after: { status } };
    });
    await followAccount(platform, id);
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.setSwitches, async ({ caller, params: { id }, body, request }) => {
    const { trading_enabled, withdrawal_enabled, ...given } = body;
    const change = { ...given, caller, id, origin: originOf(request) };
    await changeUser(platform, change, async (transaction, user) => {
      const before = { trading_enabled: user.tradingEnabled, withdrawal_enabled: user.withdrawalEnabled };
      const after = {
        trading_enabled: trading_enabled ?? before.trading_enabled,
        withdrawal_enabled: withdrawal_enabled ?? before.withdrawal_enabled,
      };
      await sql`
        update users set trading_enabled = ${after.trading_enabled}, withdrawal_enabled = ${after.withdrawal_enabled} where id = ${id}
      `.execute(transaction);
      return { action: 'user_switches_changed', before, after };
    });
    await followAccount(platform, id);
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.freeze, async ({ caller, params: { id }, body, request }) => {
    const { until, ...given } = body;
    const ahead = until === null ? 0 : Date.parse(until) - clock.now().getTime();
    if (until !== null && (ahead <= 0 || ahead > freezeDaysMax * 86_400_000))
      throw new Problem('value_invalid', { fields: { until: { code: 'value_invalid' } } });
    const change = { ...given, caller, id, origin: originOf(request) };
    await changeUser(platform, change, async (transaction) => {
      const { rows } = await sql<{ before: Date | null }>`
        select staff_freeze_until as before from users where id = ${id}
      `.execute(transaction);
      await sql`update users set staff_freeze_until = ${until}::timestamptz where id = ${id}`.execute(
        transaction,
      );
      const before = rows[0]?.before?.toISOString() ?? null;
      return { action: 'payouts_freeze_changed', before: { until: before }, after: { until } };
    });
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.endSessions, async ({ caller, params: { id }, body, request }) => {
    const { session, ...given } = body;
    await changeUser(platform, { ...given, caller, id, origin: originOf(request) }, async (transaction) => {
      const ended = await endSessions(transaction, platform, { userId: id, only: session, by: 'operator' });
      return { action: 'user_sessions_ended', after: { ended } };
    });
    return readCard(platform, id, sightOf(caller));
  });
}
