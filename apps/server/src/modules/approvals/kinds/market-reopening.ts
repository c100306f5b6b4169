import { type QueryExecutorProvider, sql } from 'kysely';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';

/** @throws Problem invalid_trading_pair, market_not_halted. */
async function requireHalted(db: QueryExecutorProvider, pair: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`select state from pairs where code = ${pair}`.execute(db);
  if (!rows[0]) throw new Problem('invalid_trading_pair');
  if (rows[0].state !== 'halted') throw new Problem('market_not_halted');
}

export const marketReopening: ApprovalKind<'market_reopening'> = {
  name: 'market_reopening',
  approve: 'markets.approve',
  action: 'market_reopened',
  lifeHours: 24,
  check: ({ database }, { pair }) => requireHalted(database.kysely, pair),
  finish: async (transaction, _platform, { pair }) => {
    await sql`select from pairs where code = ${pair} for update`.execute(transaction);
    await requireHalted(transaction, pair);
    await sql`update pairs set state = 'open' where code = ${pair}`.execute(transaction);
    return { before: { pair, state: 'halted' }, after: { pair, state: 'open' } };
  },
  // The exchange follows the table, at the latest within a minute.
  afterwards: async (platform) => void (await reconcileMarkets(platform)),
};
