import { sql } from 'kysely';
import { listDeposits } from '../apps/server/src/modules/wallet/deposits/deposit.ts';
import { reviewDeposits } from '../apps/server/src/modules/wallet/review/deposit-rows.ts';
import { listReviewedDeposits } from '../apps/server/src/modules/wallet/review/list-deposits.ts';
import { listWithdrawals } from '../apps/server/src/modules/wallet/review/list-withdrawals.ts';
import { reviewWithdrawals } from '../apps/server/src/modules/wallet/review/withdrawal-rows.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { fillWithoutIndexes } from '../apps/server/src/testing/generate-history.ts';
import { pageRows, type StaffList } from './back-office-list.ts';

type WithdrawalFilter = Partial<Parameters<typeof listWithdrawals>[1]>;
type DepositFilter = Partial<Parameters<typeof listReviewedDeposits>[1]>;

/** Of one moment and the next, from the oldest on. */
const at = (rows: number) => `'2024-01-01'::timestamptz + n * (interval '900 days' / ${rows})`;
const coin = `(array['ETH', 'USDT'])[1 + n % 2]`;
const middle = { from: '2025-06-01T00:00:00.000Z', to: '2025-06-02T00:00:00.000Z' };

/** Rows of the users that the list of users made, in an order that has nothing to do with theirs. */
async function ownersOf({ pool }: Pick<Database, 'pool'>, rows: number): Promise<string> {
  const { rows: counted } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM users');
  const name = `'user' || (1 + (n::bigint * 7919) % ${counted[0]?.count ?? 1})`;
  return `generate_series(1, ${rows}) AS n JOIN users ON users.username = ${name}`;
}

async function cursorAfter({ pool }: Database, table: string, time: string): Promise<string> {
  const { rows } = await pool.query<{ cursor: string }>(
    `SELECT '1:' || (extract(epoch FROM ${time}) * 1000)::bigint || ':' || id AS cursor FROM ${table}
     ORDER BY ${time}, id LIMIT 1 OFFSET ${pageRows}`,
  );
  return rows[0]?.cursor ?? '';
}

/** The peer skips rows by the index alone and looks up what a page shows of its own rows only, as one who must use OFFSET would. */
const skipped = ({ table, time, offset }: { table: string; time: string; offset: number }) =>
  sql.raw(`SELECT id FROM ${table} ORDER BY ${time} DESC, id DESC LIMIT ${pageRows + 1} OFFSET ${offset}`);

const each = <Filter>(
  filters: Readonly<Record<string, Filter>>,
  ask: (database: Database, filter: Filter) => Promise<unknown>,
): StaffList['filtered'] =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, (database: Database) => ask(database, filter)]),
  );

/** Withdrawals as an exchange has them: nearly all done, a few hundred held or in the queue. */
export function withdrawalsList(rows: number): StaffList {
  const list = async ({ kysely }: Database, filter: WithdrawalFilter, cursor?: string) => {
    const { results } = await listWithdrawals(kysely, {
      order: 'newest',
      limit: pageRows,
      cursor,
      ...filter,
    });
    return { rows: results };
  };
  return {
    ...{ name: 'withdrawals', rows },
    fill: async ({ pool }) => {
      const owners = await ownersOf({ pool }, rows);
      await fillWithoutIndexes(
        pool,
        ['withdrawals'],
        [
          `INSERT INTO withdrawals (user_id, client_id, coin, network, address, amount, fee, value, status, books, hold_reason, code_confirmed_at,
           from_address, from_device, created_at, updated_at)
         SELECT users.id, n::text, ${coin}, 'ethereum', '0x' || md5('c' || n % 50000), 1 + n % 100, 1, n % 5000,
           CASE WHEN n % 5000 = 0 THEN 'held' WHEN n % 4999 = 0 THEN 'queued' WHEN n % 100 = 0 THEN 'cancelled' ELSE 'completed' END,
           CASE WHEN n % 5000 = 0 OR n % 4999 = 0 THEN 'held' ELSE 'settled' END,
           CASE WHEN n % 5000 = 0 THEN 'large_amount' END, now(), '::1', 'x', date_trunc('milliseconds', ${at(rows)}), ${at(rows)}
         FROM ${owners}`,
        ],
      );
      await pool.query('VACUUM ANALYZE withdrawals');
    },
    page: (database, cursor) => list(database, {}, cursor),
    deepest: async (database) => ({
      cursor: await cursorAfter(database, 'withdrawals', 'created_at'),
      offset: rows - pageRows,
    }),
    byOffset: ({ kysely }, offset) =>
      reviewWithdrawals(
        kysely,
        sql`own.id = any (array(${skipped({ table: 'withdrawals', time: 'created_at', offset })}))
          order by own.created_at desc, own.id desc`,
      ),
    filtered: each<WithdrawalFilter>(
      {
        queue: { order: 'queue' },
        held: { stage: 'held', order: 'oldest' },
        pending: { status: 'pending' },
        failed: { status: 'failed' },
        cancelled: { status: 'cancelled' },
        coin: { currency: 'ETH' },
        network: { network: 'ethereum' },
        coinAndHeld: { currency: 'USDT', stage: 'held' },
        user: { user: 'user7' },
        address: { text: '0x0000' },
        stuck: { stuck: 'true' },
        day: middle,
        cancelledOfDay: { ...middle, status: 'cancelled' },
      },
      list,
    ),
  };
}

/** Deposits as an exchange has them: nearly all credited, one in twenty too small to be, which is never decided on, and a few that are held for other reasons. */
export function depositsList(rows: number): StaffList {
  const platforms = new WeakMap<Database, Platform>();
  const platformOf = (database: Database): Platform => {
    const platform = platforms.get(database) ?? ({ database, runtime: {} } as Platform);
    platforms.set(database, platform);
    return platform;
  };
  const list = async (database: Database, filter: DepositFilter, cursor?: string) => {
    const asked = { order: 'newest', limit: pageRows, cursor, ...filter } as const;
    return { rows: (await listReviewedDeposits(platformOf(database), asked)).results };
  };
  return {
    ...{ name: 'deposits', rows },
    fill: async ({ pool }) => {
      const owners = await ownersOf({ pool }, rows);
      await fillWithoutIndexes(
        pool,
        ['deposits'],
        [
          `INSERT INTO deposits (network, transaction_id, output_index, address, user_id, coin, chain_amount, amount, fee, status, reason, booking, seen_at)
         SELECT 'ethereum', '0x' || md5(n::text) || md5('b' || n), 0, '0x' || md5('a' || n % 50000), users.id, ${coin}, 100 + n, n, 0,
           CASE WHEN n % 5000 = 1 OR n % 20 = 0 THEN 'held' WHEN n % 4999 = 0 THEN 'pending' ELSE 'completed' END,
           CASE WHEN n % 5000 = 1 THEN 'deposits_disabled' WHEN n % 20 = 0 THEN 'below_minimum' END, n, date_trunc('milliseconds', ${at(rows)})
         FROM ${owners}`,
        ],
      );
      await pool.query('VACUUM ANALYZE deposits');
    },
    page: (database, cursor) => list(database, {}, cursor),
    deepest: async (database) => ({
      cursor: await cursorAfter(database, 'deposits', 'seen_at'),
      offset: rows - pageRows,
    }),
    byOffset: async (database, offset) =>
      reviewDeposits(
        platformOf(database),
        await listDeposits(
          database.kysely,
          sql`id = any (array(${skipped({ table: 'deposits', time: 'seen_at', offset })})) order by seen_at desc, id desc`,
        ),
      ),
    filtered: each<DepositFilter>(
      {
        held: { stage: 'held', order: 'oldest' },
        heldFor: { reason: 'below_minimum' },
        heldForRare: { reason: 'deposits_disabled' },
        heldForNone: { reason: 'unknown_token' },
        pending: { status: 'pending' },
        failed: { status: 'failed' },
        coin: { currency: 'ETH' },
        network: { network: 'ethereum' },
        coinAndHeld: { currency: 'USDT', stage: 'held' },
        user: { user: 'user7' },
        address: { text: '0x0000' },
        day: middle,
      },
      list,
    ),
  };
}
