import { houseAccount } from '@emporion/core';
import { formatDecimal, powerOfTen } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { forgetMarkets, type Network, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { watchHotLevel } from '../cold/hot-level.ts';
import { rememberBalances } from './address-balances.ts';
import { bookChainOf } from './book-chain.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { standingStops } from './stops.ts';

/** A difference is read again so often before it counts: chain and books may have been read at different moments. */
const looksMax = 3;
/** On a chain that stands still, the same difference so much later counts as a second look. */
export const secondLookSeconds = 60;

interface Checked extends Reconciled {
  readonly inFlight: bigint;
}

/**
 * Compares the chain of a network with the books, coin by coin, and writes down what it saw. A difference that stands at two heights becomes a finding:
 * an alarm, and a stop of everything that would go out of the coin, on all its networks, which only an operator lifts. One that an operator has explained
 * stops nothing more, unless it changes.
 *
 * @throws ChainUnavailable.
 */
export async function checkBooks(platform: Platform, network: Network): Promise<void> {
  for (const seen of await look(platform, network)) {
    const isFinding = await noteCheck(platform.database.kysely, seen);
    if (seen.difference === 0n) await endFinding(platform.database.kysely, seen);
    else if (isFinding) await find(platform, { seen, network });
  }
  await watchHotLevel(platform, network);
}

/** Only what differs is read again, and the last reading counts. */
async function look(platform: Platform, network: Network): Promise<Checked[]> {
  const { database, runtime } = platform;
  const chain = await bookChainOf(platform, network);
  const read = async (): Promise<Checked[]> => {
    const { coins } = await readNetworks(platform);
    const lines = await reconcile(
      {
        db: database.kysely,
        read: runtime.read,
        chain: rememberBalances(database.kysely, { network, chain }),
      },
      { network, coins },
    );
    const inFlight = await runtime.read(({ ledger, coins: decimals }) =>
      lines.map(
        (line) =>
          ledger.available(houseAccount('in-flight', network.code), line.coin) *
          powerOfTen(line.decimals - (decimals.get(line.coin) ?? line.decimals)),
      ),
    );
    return lines.map((line, at) => ({ ...line, inFlight: inFlight[at] ?? 0n }));
  };
  let lines = await read();
  for (let looks = 1; looks < looksMax && lines.some(({ difference }) => difference !== 0n); looks += 1)
    lines = await read();
  return lines;
}

/** Keeps what was seen, and answers whether it differs for the second time: at another height, or long enough after the first. */
async function noteCheck(db: QueryExecutorProvider, seen: Checked): Promise<boolean> {
  const { network, coin, height, decimals, hot, users, cold, custody, open, inFlight, difference } = seen;
  const differs = difference !== 0n;
  const { rows } = await sql<{ isSecond: boolean }>`
    with before as (
      select differs_since, differs_at, difference from book_checks where network = ${network} and coin = ${coin}
    ), kept as (
      insert into book_checks (
        network, coin, height, decimals, hot, users, cold, custody, open, in_flight, difference, differs_since, differs_at, checked_at
      ) values (
        ${network}, ${coin}, ${height}, ${decimals}, ${`${hot}`}::numeric, ${`${users}`}::numeric, ${`${cold}`}::numeric,
        ${`${custody}`}::numeric, ${`${open}`}::numeric, ${`${inFlight}`}::numeric, ${`${difference}`}::numeric,
        ${differs ? height : null}::integer, case when ${differs} then now() end, now()
      )
      on conflict (network, coin) do update set
        height = excluded.height, decimals = excluded.decimals, hot = excluded.hot, users = excluded.users, cold = excluded.cold,
        custody = excluded.custody, open = excluded.open, in_flight = excluded.in_flight, difference = excluded.difference,
        differs_since = case when ${differs} then coalesce(book_checks.differs_since, excluded.differs_since) end,
        differs_at = case when ${differs} then coalesce(book_checks.differs_at, excluded.differs_at) end,
        checked_at = excluded.checked_at
    )
    select ${differs} and (
      differs_since <> ${height} or (differs_at <= now() - make_interval(secs => ${secondLookSeconds}) and difference = ${`${difference}`}::numeric)
    ) as "isSecond" from before
  `.execute(db);
  return rows[0]?.isSecond ?? false;
}

async function endFinding(
  db: QueryExecutorProvider,
  { network, coin }: Pick<Checked, 'network' | 'coin'>,
): Promise<void> {
  await sql`
    update book_findings set ended_at = now() where network = ${network} and coin = ${coin} and ended_at is null
  `.execute(db);
}

/** Nothing new when the finding is known, explained or not. */
async function find(
  platform: Platform,
  { seen, network }: { seen: Checked; network: Network },
): Promise<void> {
  const { coin, height, decimals, onChain, custody, open, difference } = seen;
  const stops = difference < 0n || !canArriveUnseen(network, coin);
  const isNew = await platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows: known } = await sql`
      select from book_findings
      where network = ${network.code} and coin = ${coin} and ended_at is null and difference = ${`${difference}`}::numeric
        and decimals = ${decimals}
    `.execute(transaction);
    if (known.length > 0) return false;
    await endFinding(transaction, seen);
    const { rows } = await sql<{ id: string }>`
      insert into book_findings (network, coin, height, decimals, on_chain, custody, open, difference)
      values (
        ${network.code}, ${coin}, ${height}, ${decimals}, ${`${onChain}`}::numeric, ${`${custody}`}::numeric,
        ${`${open}`}::numeric, ${`${difference}`}::numeric
      )
      on conflict do nothing returning id
    `.execute(transaction);
    if (stops && rows[0])
      await sql`
        insert into coin_stops (coin, finding) values (${coin}, ${rows[0].id}) on conflict do nothing
      `.execute(transaction);
    return rows.length > 0;
  });
  if (!isNew) return;
  forgetMarkets(platform);
  await standingStops(platform).refresh();
  const show = (units: bigint) => formatDecimal(units, decimals);
  platform.log.error(
    {
      ...{ part: 'books', network: network.code, coin, height, stopped: stops },
      ...{ onChain: show(onChain), custody: show(custody), open: show(open), difference: show(difference) },
    },
    stops
      ? 'the books do not agree with the chain: nothing of the coin goes out until an operator lifts the stop'
      : 'the chain has more than the books: somebody sent coins in a way that its blocks do not tell',
  );
}

/**
 * Contracts can pay the coin of such a chain without a trace in its blocks. If a surplus of it stopped payouts, anybody could stop them with the smallest
 * unit; it is an alarm like every other finding. What is missing always stops them.
 */
function canArriveUnseen({ family, feeCoin }: Network, coin: string): boolean {
  return (family === 'evm' || family === 'tron') && coin === feeCoin;
}
