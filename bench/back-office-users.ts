import { sql } from 'kysely';
import { countUsers, listUsers, type UserFilter } from '../apps/server/src/modules/users-admin/list-users.ts';
import { userColumns } from '../apps/server/src/modules/users-admin/user-rows.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { fillWithoutIndexes } from '../apps/server/src/testing/generate-history.ts';
import { pageRows, type StaffList } from './back-office-list.ts';

const sight = { persons: true, staff: true };

/** Users as an exchange has them: a fifth with a second factor, a twentieth verified, a few in each of the other states. */
export function usersList(rows: number): StaffList {
  const list = ({ kysely }: Database, filter: Partial<UserFilter>, cursor?: string) =>
    listUsers(kysely, { filter: { order: 'registered', ...filter }, sight, limit: pageRows, cursor });
  const filters: Readonly<Record<string, Partial<UserFilter>>> = {
    lastLogin: { order: 'last_login' },
    banned: { status: 'banned' },
    verified: { kyc: 'approved' },
    secondFactor: { second_factor: true },
    country: { country: 'PT' },
    rareCountry: { country: 'LI' },
    restricted: { restriction: 'any' },
    flagged: { flagged: true },
    day: { registered_from: '2025-06-01T00:00:00.000Z', registered_to: '2025-06-02T00:00:00.000Z' },
    loggedInOfDay: { login_from: '2026-06-01T00:00:00.000Z', login_to: '2026-06-02T00:00:00.000Z' },
    email: { search: `user${rows >> 1}@bench.test` },
    beginningOfName: { search: 'Na' },
    nobody: { search: 'there is nobody of this name' },
    severalAtOnce: { status: 'suspended', country: 'PT', second_factor: true, order: 'last_login' },
  };
  return {
    name: 'users',
    rows,
    fill: ({ pool }) => fill(pool, rows),
    page: (database, cursor) => list(database, {}, cursor),
    deepest: async ({ pool }) => {
      const { rows: last } = await pool.query<{ cursor: string }>(
        `SELECT (extract(epoch FROM created_at) * 1000000)::bigint || ':' || id AS cursor FROM users
         WHERE status <> 'closed' ORDER BY created_at, id LIMIT 1 OFFSET ${pageRows}`,
      );
      return { cursor: last[0]?.cursor ?? '', offset: rows - pageRows };
    },
    byOffset: ({ kysely }, offset) =>
      sql`
        select ${userColumns} from users where status <> 'closed' order by created_at desc, id desc limit ${pageRows + 1} offset ${offset}
      `.execute(kysely),
    filtered: {
      ...Object.fromEntries(
        Object.entries(filters).map(([name, filter]) => [
          name,
          (database: Database) => list(database, filter),
        ]),
      ),
      count: ({ kysely }) => countUsers(kysely, { filter: { order: 'registered' }, sight }),
      countOfCountry: ({ kysely }) =>
        countUsers(kysely, { filter: { order: 'registered', country: 'PT' }, sight }),
    },
  };
}

async function fill(pool: Database['pool'], rows: number): Promise<void> {
  await fillWithoutIndexes(
    pool,
    ['users'],
    [
      `INSERT INTO users (email, username, username_skeleton, password_hash, status, first_name, last_name, phone, country, birthday, referral_code, email_factor, second_factor,
       kyc_status, kyc_level, trading_enabled, flagged, terms_accepted_at, privacy_accepted_at, created_at, last_login_at)
     SELECT 'user' || n || '@bench.test', 'user' || n, 'user' || n, 'none',
       CASE WHEN n % 200 = 0 THEN 'banned' WHEN n % 100 = 0 THEN 'suspended' WHEN n % 50 = 0 THEN 'inactive' ELSE 'active' END,
       (ARRAY['Ana', 'Bruno', 'Chiara', 'Dmitri', 'Elena', 'Nadia'])[1 + n % 6], 'Name ' || md5(n::text),
       CASE WHEN n % 3 = 0 THEN '+3460' || lpad(n::text, 7, '0') END,
       CASE WHEN n % 997 = 0 THEN 'LI' ELSE (ARRAY['PT', 'ES', 'IT', 'FR', 'BR', 'KZ', 'AR', 'MX'])[1 + n % 8] END,
       '1990-01-01', 'B' || n, n % 5 = 0, n % 5 = 0, CASE WHEN n % 20 = 0 THEN 'approved' WHEN n % 333 = 0 THEN 'pending' ELSE 'none' END,
       CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END, n % 1500 <> 0, n % 777 = 0, now(), now(),
       '2024-01-01'::timestamptz + n * (interval '900 days' / ${rows}),
       CASE WHEN n % 4 <> 0 THEN '2025-01-01'::timestamptz + ((n * 7919) % ${rows}) * (interval '600 days' / ${rows}) END
     FROM generate_series(1, ${rows}) AS n`,
    ],
  );
  await pool.query('VACUUM ANALYZE users');
}
