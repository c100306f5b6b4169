import { dashboardEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { dashboardModule } from './index.ts';
import { readQueues } from './read-queues.ts';

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
  expect(body.trading.hours).toHaveLength(24);
  expect(body.trading.periods).toEqual([1, 7, 30].map((days) => ({ days, trades: 0, volumes: [] })));
});

it('shows a role what it may see and nothing else', async () => {
  const support = await exchange.member('support');
  const { body } = await support.call({ path });
  expect(body.money).toBeNull();
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
