import { type QueryExecutorProvider, sql } from 'kysely';
import { nodesOfMarkets } from '#modules/market-operations/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { ApprovalKind, Done } from './kind.ts';

/** Their states, before they open. @throws Problem invalid_trading_pair, market_not_halted. */
async function requireClosed(db: QueryExecutorProvider, pairs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string; state: string }>`
    select code, state from pairs where code = any (${[...pairs]}) order by code
  `.execute(db);
  if (rows.length !== new Set(pairs).size) throw new Problem('invalid_trading_pair');
  if (rows.some(({ state }) => state === 'open')) throw new Problem('market_not_halted');
  return rows.map(({ state }) => state);
}

interface Opened {
  readonly pairs: readonly string[];
  readonly nodes?: readonly string[] | undefined;
}

/** @throws Problem changed_meanwhile for nodes that nobody voted on. */
async function open(transaction: QueryExecutorProvider, { pairs, nodes = [] }: Opened): Promise<Done> {
  const ordered = [...new Set(pairs)].sort();
  await sql`select from pairs where code = any (${ordered}) order by code for update`.execute(transaction);
  const before = await requireClosed(transaction, ordered);
  if ((await nodesOfMarkets(transaction, ordered)).join() !== nodes.join())
    throw new Problem('changed_meanwhile');
  await sql`update pairs set state = 'open' where code = any (${ordered})`.execute(transaction);
  return { before: { pairs: ordered, states: before }, after: { pairs: ordered, states: ['open'] } };
}

/** Whoever opens a market of a network that staff added is to know whom it believes. */
async function withNodes<Payload extends object>(
  { database }: Platform,
  pairs: readonly string[],
  payload: Payload,
): Promise<Payload & { nodes?: string[] }> {
  const nodes = await nodesOfMarkets(database.kysely, pairs);
  return nodes.length === 0 ? payload : { ...payload, nodes };
}

const shared = {
  approve: 'markets.approve',
  action: 'market_reopened',
  lifeHours: 24,
  // The exchange follows the table, at the latest within a minute.
  afterwards: async (platform: Platform) => void (await reconcileMarkets(platform)),
} as const;

/** Of a market that was halted, or takes no orders as a new one does. */
export const marketReopening: ApprovalKind<'market_reopening'> = {
  ...shared,
  name: 'market_reopening',
  check: async ({ database }, { pair }) => void (await requireClosed(database.kysely, [pair])),
  describe: (platform, payload) => withNodes(platform, [payload.pair], payload),
  finish: (transaction, _platform, { pair, nodes }) => open(transaction, { pairs: [pair], nodes }),
};

/** After all of them were halted at once. */
export const marketsReopening: ApprovalKind<'markets_reopening'> = {
  ...shared,
  name: 'markets_reopening',
  check: async ({ database }, { pairs }) => void (await requireClosed(database.kysely, pairs)),
  describe: (platform, payload) => withNodes(platform, payload.pairs, payload),
  finish: (transaction, _platform, { pairs, nodes }) => open(transaction, { pairs, nodes }),
};
