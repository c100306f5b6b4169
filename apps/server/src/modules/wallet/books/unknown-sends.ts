import { type QueryExecutorProvider, sql } from 'kysely';
import { forgetMarkets } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { standingStops } from './stops.ts';

/**
 * Stops the coins of a network, when its chain has transactions of our addresses that our tables do not: the database was brought back from an older copy,
 * and what it has queued may be paid already; or somebody else has a key. To be asked before anything is signed. Only an operator lifts the stop, and the
 * same transaction does not stop anything again.
 *
 * @returns whether one was stopped just now: what was read of the network before is not true any more.
 * @throws ChainUnavailable also while not all blocks are written down.
 */
export async function stopForUnknownSends(platform: Platform, net: PayoutNetwork): Promise<boolean> {
  const { kysely } = platform.database;
  const { network } = net;
  const last = await net.lastSend?.();
  if (last !== undefined && !last.isKnown) await noteUnknownSend(kysely, { network, name: last.name });
  // A question alone, for there is hardly ever one, and every network asks in every turn.
  if (!(await isAnyUnknown(kysely, network))) return false;
  const { names, stopped } = await kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      update unknown_sends set stopped_at = now() where network = ${network} and stopped_at is null returning name
    `.execute(transaction);
    const names = rows.map(({ name }) => name);
    if (!names[0]) return { names, stopped: 0 };
    const stops = await sql`
      insert into coin_stops (coin, network, unknown_send)
      select coin, ${network}, ${names[0]} from coin_blockchains where blockchain = ${network}
      on conflict do nothing returning id
    `.execute(transaction);
    return { names, stopped: stops.rows.length };
  });
  if (names.length === 0) return false;
  forgetMarkets(platform);
  await standingStops(platform).refresh();
  platform.log.error(
    { part: 'books', network, transactions: names.slice(0, 20), count: names.length },
    'the chain has transactions of ours that are not in our tables: nothing of its coins goes out until an operator lifts the stop',
  );
  return stopped > 0;
}

async function isAnyUnknown(db: QueryExecutorProvider, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from unknown_sends where network = ${network} and stopped_at is null limit 1
  `.execute(db);
  return rows.length > 0;
}

export async function noteUnknownSend(
  db: QueryExecutorProvider,
  { network, name }: { network: string; name: string },
): Promise<void> {
  await sql`
    insert into unknown_sends (network, name) values (${network}, ${name}) on conflict do nothing
  `.execute(db);
}

/** Writes down what a block spends of the outputs that are ours to spend, by transactions that no payout has. */
export async function noteUnknownSpends(
  transaction: QueryExecutorProvider,
  { network, height }: { network: string; height: number },
): Promise<void> {
  await sql`
    insert into unknown_sends (network, name)
    select distinct o.network, o.spent_by from chain_outputs o
    where o.network = ${network} and o.spent_height = ${height} and o.branch is not null
      and not exists (select from payouts where payouts.network = o.network and payouts.transaction_id = o.spent_by)
    on conflict do nothing
  `.execute(transaction);
}
