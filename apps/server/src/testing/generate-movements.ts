import type { Queryable } from '#platform/database/database.ts';

/** Whose movements are generated. */
export const collector = '00000000-0000-4000-8000-000000000001';

/**
 * Many movements of one user of all kinds, half of them trades, among as many trades of others: to measure questions with. Nothing of them is in a journal.
 * The demo's markets have to be there.
 */
export async function generateMovements(
  database: Queryable,
  count: number,
  owner = collector,
): Promise<void> {
  const share = (percent: number) => `generate_series(1, ${Math.floor((count * percent) / 100)}) AS n`;
  // One movement a minute, each kind at seconds of its own.
  const at = (second: number) => `timestamptz '2025-01-01' + n * interval '${60_000 + second} milliseconds'`;
  const ms = (second: number) => `(extract(epoch FROM ${at(second)}) * 1000)::bigint`;
  const coin = "(ARRAY['BTC', 'ETH', 'USDT'])[1 + n % 3]";
  const token = "(ARRAY['ETH', 'USDT'])[1 + n % 2]";
  const uuid = (kind: number) => `('${kind}0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  /** Far from the numbers of events and trades that a journal has: the followers write those in the same tables. */
  const first = '1000000000000::bigint';
  const user = `'${owner}'`;
  for (const statement of [
    `INSERT INTO users (id, email, username, username_skeleton, password_hash, first_name, last_name, country, birthday, referral_code, terms_accepted_at, privacy_accepted_at)
     VALUES (${user}, 'collector@example.test', 'collector', 'collector', 'x', 'Col', 'Lector', 'PT', '1990-05-17', 'collector', now(), now())`,
    `INSERT INTO order_markets VALUES ('BTC-USDT', 'BTC', 'USDT', 8, 6, 2, 6) ON CONFLICT DO NOTHING`,
    `INSERT INTO fills SELECT ${first} + n, 'taker', ${first} + n, ${user}, 'BTC-USDT', 'buy', 6000000, n % 1000 + 1, (n % 1000 + 1) * 60000, 1, ${ms(0)} FROM ${share(50)}`,
    `INSERT INTO ledger_entries SELECT ${first} + n, 2 + side, ${user}, CASE side WHEN 0 THEN 'USDT' ELSE 'BTC' END, 'trade',
       CASE side WHEN 0 THEN (n % 1000 + 1) * -60000 ELSE (n % 1000 + 1) * 100 - 1 END, side, n, (${first} + n)::text, ${ms(0)}
     FROM ${share(50)}, generate_series(0, 1) AS side`,
    `INSERT INTO ledger_entries SELECT ${first} + n, 1, 'user:' || n % 1000, 'USDT', 'trade', 10, 1, n, (${first} + n)::text, ${ms(0)} FROM ${share(100)}`,
    `INSERT INTO ledger_entries SELECT ${first} + ${count} + n, 0, ${user}, ${coin}, 'transfer', n, 0, n, 'transfer:' || ${uuid(1)}, ${ms(5)} FROM ${share(10)}`,
    `INSERT INTO deposits (id, network, transaction_id, output_index, address, user_id, coin, chain_amount, amount, fee, status, booking, seen_at)
     SELECT ${uuid(2)}, 'ethereum', '0x' || md5(n::text) || md5('b' || n), 0, '0x' || md5('a' || n % 20), ${user}, ${token}, 100 + n, n, 0,
       CASE WHEN n % 5000 = 0 THEN 'pending' ELSE 'completed' END, n, ${at(10)} FROM ${share(20)}`,
    `INSERT INTO ledger_entries SELECT ${first} + ${2 * count} + n, 0, ${user}, ${token}, 'deposit', n, 0, n, 'tx:ethereum:' || n, ${ms(10)} FROM ${share(20)}`,
    `INSERT INTO withdrawals (id, user_id, client_id, coin, network, address, amount, fee, status, books, from_address, from_device, created_at)
     SELECT ${uuid(3)}, ${user}, n::text, ${token}, 'ethereum', '0x' || md5('c' || n % 50), n, 1,
       CASE WHEN n % 5000 = 0 THEN 'cancelled' ELSE 'completed' END, 'settled', '::1', 'x', ${at(15)} FROM ${share(15)}`,
    `INSERT INTO ledger_entries SELECT ${first} + ${3 * count} + n, 0, ${user}, ${token}, 'withdrawal', -n - 1, 1, n, ${uuid(3)}, ${ms(15)} FROM ${share(15)}`,
    `INSERT INTO money_codes (id, maker, client_id, code_hash, hint, coin, amount, status, created_at, expires_at, ended_at)
     SELECT ${uuid(4)}, ${user}, n::text, decode(md5(n::text), 'hex'), right(n::text, 4), 'USDT', n, 'cancelled', ${at(20)}, ${at(30)}, ${at(30)}
     FROM ${share(5)}`,
  ])
    await database.query(statement);
  await database.query('VACUUM ANALYZE');
}
