import { marketHaltEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';

/** One person stops a market, for that must be quick. The exchange has followed when the call is answered. */
export function addHaltRoute(app: App, platform: Platform): void {
  serveEndpoint(app, marketHaltEndpoints.halt, async ({ caller, params: { pair }, body, request }) => {
    const { reason, confirmation } = body;
    const origin = originOf(request);
    const action = { userId: caller.userId, action: 'back_office', confirmation, origin } as const;
    await requireConfirmation(platform, action, async (transaction) => {
      const { rows } = await sql<{ state: string }>`
        select state from pairs where code = ${pair} for update
      `.execute(transaction);
      const [before] = rows;
      if (!before) throw new Problem('invalid_trading_pair');
      await sql`update pairs set state = 'halted' where code = ${pair}`.execute(transaction);
      await recordStaffAction(transaction, platform, {
        ...{ action: 'market_halted', actorId: caller.userId, origin, reason, object: `market:${pair}` },
        ...{ before: { state: before.state }, after: { state: 'halted' } },
      });
    });
    await reconcileMarkets(platform);
    return { pair, state: 'halted' as const };
  });
}
