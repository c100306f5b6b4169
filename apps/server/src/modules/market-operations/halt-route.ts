import { marketHaltEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { reconcileMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { makeStaffChange } from './staff-change.ts';

/** One person stops a market, for that must be quick. The exchange has followed when the call is answered. */
export function addHaltRoute(app: App, platform: Platform): void {
  serveEndpoint(app, marketHaltEndpoints.halt, async (call) => {
    const { pair } = call.params;
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql<{ state: string }>`
        select state from pairs where code = ${pair} for update
      `.execute(transaction);
      const [before] = rows;
      if (!before) throw new Problem('invalid_trading_pair');
      await sql`update pairs set state = 'halted' where code = ${pair}`.execute(transaction);
      return {
        ...{ action: 'market_halted', object: `market:${pair}` },
        ...{ before: { state: before.state }, after: { state: 'halted' } },
      };
    });
    await reconcileMarkets(platform);
    return { pair, state: 'halted' as const };
  });
}
