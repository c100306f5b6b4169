import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { cardsModule } from '#modules/cards/index.ts';
import { type DemoCase, layDown, missingCases } from '#modules/demo-office/fill-office.ts';
import { demoOfficeModule } from '#modules/demo-office/index.ts';
import { openOfficeAccounts } from '#modules/demo-office/people.ts';
import { exchangeSettingsModule } from '#modules/exchange-settings/index.ts';
import { kycModule } from '#modules/kyc/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { policyModule } from '#modules/policy/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { supportModule } from '#modules/support/index.ts';
import { swapModule } from '#modules/swap/index.ts';
import { usersAdminModule } from '#modules/users-admin/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { folders } from '#platform/folders.ts';
import { createTestApp, productionEnv } from '#platform/http/testing/test-app.ts';
import { openStaffedExchange, type StaffedExchange } from './staffed-exchange.ts';

let exchange: StaffedExchange;
let dataFolder: string;
beforeAll(async () => {
  for (const sandbox of ['kyc-sandbox', 'acquirer-sandbox'])
    execFileSync(process.execPath, [join(folders.root, 'scripts', 'build.mjs'), sandbox]);
  dataFolder = mkdtempSync(join(tmpdir(), 'emporion-office-'));
  exchange = await openStaffedExchange({
    modules: [
      ...[auditModule, staffModule, notificationsModule, walletModule, usersAdminModule, supportModule],
      ...[approvalsModule, exchangeSettingsModule, policyModule, kycModule, swapModule, cardsModule],
    ],
    env: { DATA_DIR: dataFolder, KYC_SANDBOX_PORT: '0', CARD_SANDBOX_PORT: '0', DEMO: 'true' },
    clock: { now: () => new Date() },
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  await exchange.app.listen({ port: 0, host: '127.0.0.1' });
  await seedDemoBank(exchange.test.database.kysely);
});
afterAll(async () => {
  await exchange?.close();
  if (dataFolder) rmSync(dataFolder, { recursive: true, force: true });
});

const query = async (statement: string) => (await exchange.test.database.pool.query(statement)).rows;

/** What lies on the desk; what the sandboxes tell comes a moment later. */
const desk = async () => ({
  tickets: await query('select state, count(*)::int from support_tickets group by 1 order by 1'),
  withdrawals: await query('select status, hold_reason from withdrawals'),
  verifications: await query('select stage, count(*)::int from kyc_applications group by 1'),
  purchases: await query('select stage, count(*)::int from card_orders group by 1 order by 1'),
  approvals: await query('select kind, state from approvals'),
  audit: await query('select action from audit_log order by action'),
  administrators: await query(
    "select email from users where 'administrator' = any (roles) and status = 'active' order by email",
  ),
});

const filled = {
  tickets: [
    { state: 'open', count: 1 },
    { state: 'pending', count: 1 },
  ],
  withdrawals: [{ status: 'held', hold_reason: 'new_device' }],
  verifications: [{ stage: 'review', count: 2 }],
  purchases: [
    { stage: 'completed', count: 1 },
    { stage: 'refused', count: 1 },
  ],
  approvals: [{ kind: 'balance_adjustment', state: 'open' }],
  audit: [{ action: 'proposal_made' }, { action: 'ticket_answered' }, { action: 'user_note_added' }],
  administrators: [{ email: 'admin2@emporion.test' }, { email: 'admin@emporion.test' }],
};

/** Enough of every coin, however finely the ledger counts it. */
const plenty = 10n ** 18n;

/** Offers for what is bought with a card, and a trade that gives ETH a price. */
async function openMarkets(): Promise<void> {
  const [maker, taker] = [await exchange.enrol('seller'), await exchange.enrol('buyer')];
  for (const coin of ['BTC', 'ETH']) await exchange.fund(maker, coin, plenty);
  await exchange.fund(taker, 'USDT', plenty);
  const place = (by: typeof maker, pair: string, operation: string, price: string) =>
    by.call({ method: 'POST', path: 'orders', body: { type: 0, pair, operation, quantity: '0.1', price } });
  for (const [pair, price] of [
    ['BTC-USD', '50000'],
    ['BTC-USDT', '50000'],
    ['ETH-USDT', '3000'],
  ] as const) {
    expect(await place(maker, pair, 'sell', price), pair).toMatchObject({ status: 200 });
    if (pair !== 'BTC-USD')
      expect(await place(taker, pair, 'buy', price), pair).toMatchObject({ status: 200 });
  }
  for (const pair of ['BTC-USD', 'BTC-USDT']) await place(maker, pair, 'sell', '50000');
}

it('fills the desk of a demo once, through the API, and adds nothing when it is asked again', async () => {
  const { app, platform } = exchange;
  await openMarkets();
  const open = () => platform.database.kysely.transaction().execute((db) => openOfficeAccounts(db, platform));
  const office = {
    ...{ app, platform },
    fund: async (id: string, coins: Readonly<Record<string, string>>) => {
      for (const coin of Object.keys(coins)) await exchange.fund({ id }, coin, plenty);
    },
  };
  await open();
  const cases = await missingCases(office);
  for (const name of cases) await layDown(office, name);
  await expect.poll(desk, { interval: 100 }).toEqual(filled);
  expect(await missingCases(office)).toEqual([]);
  // A crash between a case and its note: the case is laid down again.
  await query("delete from demo_seeds where name like 'demo-office%'");
  await query("update sent_codes set sent_at = sent_at - interval '2 minutes'");
  await open();
  for (const name of cases satisfies DemoCase[]) await layDown(office, name);
  expect(await desk()).toEqual(filled);
});

it.each([
  ['in production', productionEnv],
  ['without the market of the demo', { DEMO: 'true', DEMO_MARKET: 'false' }],
])('leaves the desk alone %s', async (_where, env) => {
  const hooks: string[] = [];
  const { platform } = await createTestApp({ env });
  await demoOfficeModule.register?.({ addHook: (name: string) => hooks.push(name) } as never, platform);
  expect(hooks).toEqual([]);
});
