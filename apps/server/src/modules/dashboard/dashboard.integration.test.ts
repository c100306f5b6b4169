import { dashboardEndpoints } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { dashboardModule } from './index.ts';
import { readFees } from './read-fees.ts';
import { readQueues } from './read-queues.ts';
import { readTrading } from './read-trading.ts';
import { readRefusals, refusalsWriter } from './refusals.ts';

let exchange: StaffedExchange;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [approvalsModule, dashboardModule] });
});
afterAll(() => exchange.close());

const path = 'admin/dashboard';

it('adds up what users have and what lies on chains, coin by coin, each in its own decimals', async () => {
  const { pool } = exchange.test.database;
  const owner = (await exchange.member('trader')).id;
  await pool.query(`insert into balances (account, coin, available, orders, withdrawals, codes)
    values ('${owner}', 'BTC', 150000000, 50000000, 0, 0), ('house:fees', 'BTC', 7, 0, 0, 0)
    on conflict (account, coin) do update set available = excluded.available, orders = excluded.orders`);
  await pool.query(`insert into book_checks
    (network, coin, height, decimals, hot, users, cold, custody, open, in_flight, difference, checked_at)
    select code, 'BTC', 1, 8, 100000000, 150000000, 0, 250000000, 0, 0, 0, now() from blockchains where code = 'bitcoin'`);
  const staff = await exchange.member('admin');
  const { status, body } = await staff.call({ path });
  expect(status).toBe(200);
  expect(body.money.find(({ currency }: { currency: string }) => currency === 'BTC')).toMatchObject({
    ...{ liabilities: '2', on_chain: '2.5', surplus: '0.5', difference: '0', stopped: false },
  });
  expect(body.people.logins).toBeGreaterThanOrEqual(1);
  expect(body.fees.map(({ days }: { days: number }) => days)).toEqual([1, 7, 30]);
  expect(body.trading.hours).toHaveLength(24);
  expect(body.trading.periods).toEqual([1, 7, 30].map((days) => ({ days, trades: 0, volumes: [] })));
});

it('shows a role what it may see and nothing else', async () => {
  const support = await exchange.member('support');
  const { body } = await support.call({ path });
  expect([body.money, body.fees]).toEqual([null, null]);
  expect(body.people).not.toBeNull();
  expect(body.queues.map(({ name }: { name: string }) => name)).not.toContain('stopped_coins');
  expect((await (await exchange.member('trader')).call({ path })).status).toBe(404);
});

it('says of the parts of the exchange what is missing, and what to do about it', async () => {
  const support = await exchange.member('support');
  await exchange.test.database.pool.query(
    `update blockchains set family = 'evm', parameters = '{"chainId":1,"nodes":["http://user:secret@127.0.0.1:1"],
      "fees":{"fallback":{"maxFeePerGas":"1","maxPriorityFeePerGas":"1"},"maxFeePerGas":"1"}}' where code = 'polygon'`,
  );
  const { body } = await support.call({ path: 'admin/health' });
  const { parts, version } = dashboardEndpoints.health.response.parse(body);
  const of = (name: string) => parts.find(({ part }) => part === name);
  expect(of('signer')).toMatchObject({ state: 'warn', text: expect.stringContaining('SIGNER_SOCKET') });
  expect(parts.find(({ name }) => name === 'Polygon')).toMatchObject({
    ...{ part: 'node', state: 'bad', text: expect.stringContaining('cannot be asked') },
  });
  expect(of('journal')?.state).toBe('good');
  expect(of('administrators')?.state).toBe('warn');
  expect(of('clock')).toBeDefined();
  expect(of('disk')).toBeDefined();
  expect(version).toMatch(/^[0-9]+\./);
  expect(JSON.stringify(body)).not.toContain('secret');
});

it('counts the verifications to review and the tickets that wait, with the age of the oldest', async () => {
  const { pool } = exchange.test.database;
  const owner = (await exchange.member('trader')).id;
  await pool.query(`insert into kyc_applications (id, user_id, level, stage, submitted_at, created_at, updated_at)
    values (gen_random_uuid(), '${owner}', 1, 'open', '2026-01-02T03:04:05Z', now(), now())`);
  for (const stage of ['submitted', 'checked', 'review'])
    await pool.query(`update kyc_applications set stage = '${stage}' where user_id = '${owner}'`);
  await pool.query(`insert into support_tickets (user_id, language, subject, category, priority, asked_priority, created_at, changed_at, waiting_since)
    values ('${owner}', 'en', 'Where is it', 'general', 'low', 'low', now(), now(), '2026-01-03T03:04:05Z')`);
  // The route keeps its answer for seconds.
  expect(await readQueues(exchange.test.database.kysely, new Date())).toEqual(
    expect.arrayContaining([
      { name: 'verifications', count: 1, oldest: '2026-01-02T03:04:05.000Z' },
      { name: 'tickets', count: 1, oldest: '2026-01-03T03:04:05.000Z' },
    ]),
  );
  // Whom the provider rejects after they were verified, until staff take the flag off.
  await pool.query(
    `update kyc_applications set stage = 'approved', warned_at = '2026-01-04T03:04:05Z' where user_id = '${owner}'`,
  );
  const verifications = async () =>
    (await readQueues(exchange.test.database.kysely, new Date())).find(
      ({ name }) => name === 'verifications',
    );
  await pool.query(`update users set flagged = true where id = '${owner}'`);
  expect(await verifications()).toMatchObject({ count: 1, oldest: '2026-01-04T03:04:05.000Z' });
  await pool.query(`update users set flagged = false where id = '${owner}'`);
  expect(await verifications()).toMatchObject({ count: 0 });
});

it('counts bank money that waits, chargebacks and open incidents, each as its list does', async () => {
  const { pool } = exchange.test.database;
  const owner = (await exchange.member('trader')).id;
  await pool.query(`insert into bank_accounts (currency, name, holder, account, bank)
    values ('USD', 'first', 'The exchange', '1', 'First bank') on conflict do nothing`);
  await pool.query(`insert into bank_deposits (id, user_id, currency, amount, reference, created_at)
    values (gen_random_uuid(), '${owner}', 'USD', 25000, 'EMP-AAAA-BBBB', now())`);
  await pool.query(`insert into bank_arrivals
    (id, bank, bank_transaction, currency, amount, sender, stage, recorded_by, recorded_at, reason)
    values (gen_random_uuid(), 'first', 'T-1', 'USD', 25000, 'Somebody', 'waiting', '${owner}', '2026-01-02T03:04:05Z', 'On the statement')`);
  await pool.query(`insert into incidents (title, impact, parts, state, started_at)
    values ('{"en":"Slow"}', 'minor', '{trading}', 'investigating', '2026-01-02T03:04:05Z')`);
  const oldest = '2026-01-02T03:04:05.000Z';
  const queues = await readQueues(exchange.test.database.kysely, new Date());
  expect(queues).toEqual(
    expect.arrayContaining([
      { name: 'bank_arrivals', count: 1, oldest },
      { name: 'announced_transfers', count: 1, oldest: expect.any(String) },
      { name: 'chargebacks', count: 0, oldest: null },
      { name: 'incidents', count: 1, oldest },
    ]),
  );
});

it('counts what was charged back of late or still keeps its owner suspended, and nothing that is long settled', async () => {
  const { pool, kysely } = exchange.test.database;
  const owner = (await exchange.member('trader')).id;
  const add = (at: string, suspended = false) =>
    pool.query(`insert into card_orders (id, user_id, side, client_id, system, method, currency, coin, amount, fee, expected, least, value, stage, suspended_owner, created_at, updated_at)
      values (gen_random_uuid(), '${owner}', 'buy', '${at}', 'cauri', 'card', 'USD', 'BTC', 10, 1, 1, 1, 10, 'charged_back', ${suspended}, '${at}', '${at}')`);
  await add('2026-01-02T03:04:05Z');
  await add('2025-01-02T03:04:05Z', true);
  await add('2025-01-03T03:04:05Z');
  const count = async () =>
    (await readQueues(kysely, new Date('2026-01-10'))).find(({ name }) => name === 'chargebacks');
  expect(await count()).toEqual({ name: 'chargebacks', count: 1, oldest: '2026-01-02T03:04:05.000Z' });
  await pool.query(`update users set status = 'suspended' where id = '${owner}'`);
  expect(await count()).toEqual({ name: 'chargebacks', count: 2, oldest: '2025-01-02T03:04:05.000Z' });
  await pool.query(`update users set status = 'active' where id = '${owner}'`);
});

it('says the same volume of a day and of its hours: what was traded, without the generated history of a demo', async () => {
  const { pool } = exchange.test.database;
  const now = new Date('2026-02-10T12:30:00Z');
  const add = (table: string, [timeframe, time]: [string, string], more = '') =>
    pool.query(`insert into ${table} select code, '${timeframe}', ${Date.parse(time) / 1_000}, 1, 1, 1, 1, 5${more}
      from pairs where code = 'BTC-USDT'`);
  const { rows } = await pool.query(`select decimals from coins where code = 'USDT'`);
  const traded = `, ${12n * 10n ** BigInt(rows[0].decimals)}, 3`;
  await add('candles', ['1h', '2026-02-10T11:00:00Z'], traded);
  await add('candles', ['1d', '2026-02-10T00:00:00Z'], traded);
  await add('candles', ['1h', '2026-02-09T12:00:00Z'], traded);
  await add('candle_seeds', ['1h', '2026-02-10T10:00:00Z']);
  const { trades, volumes, periods } = await readTrading(exchange.test, now);
  const volume = [{ currency: 'USDT', amount: '12' }];
  expect([trades, volumes]).toEqual([3, volume]);
  expect(periods[0]).toEqual({ days: 1, trades, volumes: volume });
  await pool.query('delete from candles where time < 1800000000');
});

it('adds up fees by days of UTC, less those given back and whatever the house spent of them', async () => {
  const { pool, kysely } = exchange.test.database;
  const now = new Date('2026-02-10T12:00:00Z');
  let event = 9_000_000_000;
  let balance = 0;
  const line = (at: string, amount: number, kind = 'trade') => {
    balance += amount;
    event += 1;
    return pool.query(`insert into ledger_entries (event, line, account, coin, kind, amount, fee, balance, reference, at)
      values (${event}, 0, 'house:fees', 'ETH', '${kind}', ${amount}, 0, ${balance}, 'x', ${Date.parse(at)})`);
  };
  await line('2025-12-01T00:00:00Z', 1_000);
  await line('2026-01-12T00:00:00Z', 300);
  await line('2026-02-03T23:59:59.999Z', 40);
  await line('2026-02-04T00:00:00Z', 5);
  await line('2026-02-05T00:00:00Z', -800, 'loss_covered');
  await line('2026-02-09T00:00:00Z', -1, 'payout_returned');
  await line('2026-02-10T00:00:00Z', 7);
  await pool.query(`insert into balances (account, coin, available, orders, withdrawals, codes)
    values ('house:fees', 'ETH', ${balance}, 0, 0, 0)
    on conflict (account, coin) do update set available = excluded.available`);
  const { rows } = await pool.query<{ decimals: number }>("select decimals from coins where code = 'ETH'");
  const shown = (units: number) => formatDecimal(BigInt(units), rows[0]?.decimals ?? 0);
  const earned = (await readFees(kysely, now)).map(({ days, from, earned: all }) => [
    ...[days, from, all.find(({ currency }) => currency === 'ETH')?.amount],
  ]);
  expect(earned).toEqual([
    [1, '2026-02-10T00:00:00.000Z', shown(7)],
    [7, '2026-02-04T00:00:00.000Z', shown(11)],
    [30, '2026-01-12T00:00:00.000Z', shown(351)],
  ]);
});

it('counts by code what people were refused, across restarts, and lets a day go by', async () => {
  const { kysely } = exchange.test.database;
  const platform = { ...exchange.platform, clock: { now: () => new Date('2026-01-10T12:10:00Z') } };
  const write = refusalsWriter(platform);
  const trader = await exchange.member('trader');
  for (const count of [1, 2]) {
    const refused = await trader.call({
      method: 'POST',
      path: 'admin/approvals/balance-adjustment',
      body: {},
    });
    expect([count, refused.body.code]).toEqual([count, 'not_found']);
    await write();
  }
  // A read that is refused is no change, and what was written is not written again.
  await trader.call({ path });
  await write();
  const of = async (at: string) => (await readRefusals(kysely, new Date(at))).codes;
  expect(await of('2026-01-10T12:20:00Z')).toEqual([{ code: 'not_found', count: 2 }]);
  expect(await of('2026-01-11T11:59:00Z')).toEqual([{ code: 'not_found', count: 2 }]);
  expect(await of('2026-01-11T12:00:00Z')).toEqual([]);
});

it('takes the note of a backup and none of the future', async () => {
  const { pool } = exchange.test.database;
  await pool.query("call note_backup('dump', now() - interval '2 hours')");
  await expect(pool.query("call note_backup('dump', now() + interval '1 hour')")).rejects.toThrow(
    /begins before/,
  );
  await expect(pool.query("call note_backup('copy', now())")).rejects.toThrow(/check/);
  expect((await pool.query('select kind from backups')).rows).toEqual([{ kind: 'dump' }]);
});

it('lists what was not delivered without what it said, masked, page by page', async () => {
  const { pool } = exchange.test.database;
  for (const at of ['1 hour', '2 hours', '900 days'])
    await pool.query(`insert into messages (channel, recipient, language, template, text, status, attempts, last_error, created_at)
      values ('mail', 'wanda@example.org', 'en', 'welcome', 'code 123456', 'failed', 5, '550 wanda@example.org unknown', now() - interval '${at}')`);
  const support = await exchange.member('support');
  const list = async (query = '') =>
    dashboardEndpoints.undelivered.response.parse(
      (await support.call({ path: `admin/messages/undelivered?limit=1${query}` })).body,
    );
  const first = await list();
  expect(first.results).toMatchObject([
    { recipient: 'w***@example.org', template: 'welcome', error: '550 w***@example.org unknown' },
  ]);
  const second = await list(`&cursor=${first.next}`);
  expect(second.results).toHaveLength(1);
  expect(second.results[0]?.id).not.toBe(first.results[0]?.id);
  expect(second.next).toBeNull();
  expect((await support.call({ path: 'admin/messages/undelivered?cursor=x' })).body.code).toBe(
    'unprocessable_entity',
  );
});
