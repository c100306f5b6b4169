import { sql } from 'kysely';
import { recordWaiting } from '../deposits/record.ts';
import { matchTransfers } from './match-transfers.ts';
import { matchingOf, type WatchParts } from './watch-parts.ts';

/** So long a node may have lost sight of a transaction before the deposit counts as failed. It comes back when the transaction does. */
const missingSecondsMax = 120;
/** Deposits without a block that are looked after at a time. */
const looseMax = 500;

/** Writes down what waits for our addresses, and looks after deposits that were seen and are in no block: still waiting, or gone? */
export async function followWaiting(
  parts: WatchParts,
  { missingSeconds = missingSecondsMax } = {},
): Promise<void> {
  const { chain, database, network } = parts;
  const transfers = await chain.waiting();
  await parts.addresses.refresh();
  const seen = await matchTransfers(database.kysely, matchingOf(parts), transfers);
  if (seen.length > 0) {
    const { coins } = await parts.readNetworks();
    await database.kysely
      .transaction()
      .execute((transaction) => recordWaiting(transaction, { network: network.code, coins, seen }));
  }
  const waiting = new Set(transfers.map(({ transactionId }) => transactionId));
  for (const id of await listLoose(parts)) {
    if (waiting.has(id)) continue;
    const { state } = await chain.stateOf(id);
    if (state === 'unknown') await noteMissing(parts, id, missingSeconds);
  }
}

async function listLoose({ database, network }: WatchParts): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct transaction_id as id from deposits
    where network = ${network.code} and status in ('pending', 'held') and block_height is null
      and reason is distinct from 'unrecognised'
    limit ${looseMax}
  `.execute(database.kysely);
  return rows.map(({ id }) => id);
}

async function noteMissing({ database, network }: WatchParts, id: string, seconds: number): Promise<void> {
  await sql`
    update deposits set
      missing_at = coalesce(missing_at, now()), updated_at = now(),
      status = case when gone then 'failed' else deposits.status end, reason = case when gone then null else deposits.reason end
    from (
      select other.id, coalesce(missing_at, now()) <= now() - make_interval(secs => ${seconds}) as gone from deposits other
      where network = ${network.code} and transaction_id = ${id} and status in ('pending', 'held') and block_height is null
    ) as loose
    where deposits.id = loose.id and (gone or missing_at is null)
  `.execute(database.kysely);
}
