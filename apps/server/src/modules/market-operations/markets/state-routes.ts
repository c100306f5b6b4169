import { marketHaltEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';

const actions = {
  halted: 'market_halted',
  cancel_only: 'market_closed',
  post_only: 'market_post_only',
} as const;

/** One person stops a market, for that must be quick; to open it takes two. The exchange has followed when a call is answered. */
export function addStateRoutes(app: App, platform: Platform): void {
  async function setState(call: StaffCall, pair: string, state: keyof typeof actions): Promise<void> {
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql<{ state: string }>`
        select state from pairs where code = ${pair} for update
      `.execute(transaction);
      const [before] = rows;
      if (!before) throw new Problem('invalid_trading_pair');
      // Post-only is a limit on an open market. For a closed one it is an opening.
      if (state === 'post_only' && before.state !== 'open' && before.state !== 'post_only')
        throw new Problem('second_person_required');
      await sql`update pairs set state = ${state} where code = ${pair}`.execute(transaction);
      return {
        ...{ action: actions[state], object: `market:${pair}` },
        ...{ before: { state: before.state }, after: { state } },
      };
    });
    await reconcileMarkets(platform);
  }

  serveEndpoint(app, marketHaltEndpoints.halt, async (call) => {
    const { pair } = call.params;
    await setState(call, pair, 'halted');
    return { pair, state: 'halted' as const };
  });

  // Orders can be cancelled in it, and nothing is traded: also for a market that is halted that is no opening.
  serveEndpoint(app, marketHaltEndpoints.cancelOnly, async (call) => {
    const { pair } = call.params;
    await setState(call, pair, 'cancel_only');
    return { pair, state: 'cancel_only' as const };
  });

  serveEndpoint(app, marketHaltEndpoints.postOnly, async (call) => {
    const { pair } = call.params;
    await setState(call, pair, 'post_only');
    return { pair, state: 'post_only' as const };
  });

  serveEndpoint(app, marketHaltEndpoints.haltAll, async (call) => {
    const halted: string[] = [];
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql<{ code: string; state: string }>`
        with going as (select code, state from pairs where state <> 'halted' order by code for update)
        update pairs set state = 'halted' from going where pairs.code = going.code returning going.code, going.state
      `.execute(transaction);
      rows.sort((left, right) => (left.code < right.code ? -1 : 1));
      halted.push(...rows.map(({ code }) => code));
      return {
        ...{ action: 'all_markets_halted', object: 'market:all' },
        ...{ before: { states: rows.map(({ code, state }) => `${code} ${state}`) }, after: { halted } },
      };
    });
    await reconcileMarkets(platform);
    return { halted };
  });
}
