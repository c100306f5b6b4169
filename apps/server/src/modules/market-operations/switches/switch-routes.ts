import { type CoinSwitches, tradingSwitchEndpoints } from '@emporion/contracts/rest';
import { sql, type Transaction } from 'kysely';
import { makeStaffChange } from '#modules/audit/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { changesOf } from '../changed-values.ts';

/** The exchange has followed when a call is answered; other processes read the tables within a second. */
export function addSwitchRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, tradingSwitchEndpoints.switchCoin, async (call) => {
    const { currency } = call.params;
    const { reason: _reason, confirmation: _confirmation, ...wanted } = call.body;
    await makeStaffChange(platform, call, async (transaction) => {
      const before = await lockSwitches(transaction, currency);
      const [was, is] = changesOf({ ...before }, { ...wanted });
      if (Object.keys(is).length === 0) throw new Problem('draft_unchanged');
      await sql`
        update coins set hidden = ${wanted.disable_all}, swap_disabled = ${wanted.disable_exchange},
          pairs_disabled = ${wanted.disable_pairs}, order_book_disabled = ${wanted.disable_stack}
        where code = ${currency}
      `.execute(transaction);
      return { action: 'coin_trading_switched', object: `coin:${currency}`, before: was, after: is };
    });
    await reconcileMarkets(platform);
    return wanted;
  });

  serveEndpoint(app, tradingSwitchEndpoints.switchPair, async (call) => {
    const { pair } = call.params;
    const { disabled } = call.body;
    await makeStaffChange(platform, call, async (transaction) => {
      const { rows } = await sql<{ disabled: boolean }>`
        select disabled from pairs where code = ${pair} for update
      `.execute(transaction);
      const [before] = rows;
      if (!before) throw new Problem('invalid_trading_pair');
      if (before.disabled === disabled) throw new Problem('draft_unchanged');
      await sql`update pairs set disabled = ${disabled} where code = ${pair}`.execute(transaction);
      return {
        ...{ action: 'pair_switched', object: `market:${pair}` },
        ...{ before: { disabled: before.disabled }, after: { disabled } },
      };
    });
    await reconcileMarkets(platform);
    return { pair, disabled };
  });
}

/** @throws Problem coin_invalid. */
async function lockSwitches(transaction: Transaction<unknown>, coin: string): Promise<CoinSwitches> {
  const { rows } = await sql<CoinSwitches>`
    select hidden as disable_all, swap_disabled as disable_exchange, pairs_disabled as disable_pairs,
      order_book_disabled as disable_stack
    from coins where code = ${coin} for update
  `.execute(transaction);
  if (!rows[0]) throw new Problem('coin_invalid');
  return rows[0];
}
