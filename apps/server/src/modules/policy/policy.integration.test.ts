import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { applyDueFeeTiers, policyModule } from './index.ts';

let exchange: StaffedExchange;
let admin: Member;
let treasurer: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, walletModule, approvalsModule, policyModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  admin = await exchange.member('admin');
  treasurer = await exchange.member('operator');
});
afterAll(() => exchange.close());

const post = async (by: Member, path: string, body: object) =>
  by.call({
    method: 'POST',
    path: `admin/approvals/${path}`,
    body: { ...body, reason: 'As decided', confirmation: await by.freshCode() },
  });
async function publish(path: string, body: object) {
  const proposed = await post(admin, path, body);
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(200);
  expect((await post(admin, `${proposed.body.id}/approve`, {})).body.code).toBe('own_proposal');
  const { body: done } = await post(treasurer, `${proposed.body.id}/approve`, {});
  expect(done.state, JSON.stringify(done)).toBe('executed');
}
const now = () => exchange.platform.clock.now();
const read = async () => (await admin.call({ path: 'admin/policy' })).body;

it('simulates rules on the last 30 days, and two people publish them', async () => {
  const { pool } = exchange.test.database;
  const { rows } = await pool.query<{ id: string }>(
    "select id from users where email = 'trader@emporion.test'",
  );
  await pool.query(
    `insert into withdrawals (user_id, client_id, coin, network, address, amount, fee, value, status, books, from_new_device, from_address, from_device, created_at)
     select $1, 'w' || n, 'BTC', 'bitcoin', 'a', 1, 0, n * 1000, 'completed', 'settled', n = 3, '127.0.0.1', 'x', $2::timestamptz - n * interval '1 day'
     from generate_series(1, 12) as n`,
    [rows[0]?.id, now()],
  );
  const { rules } = await read();
  expect(rules).toMatchObject({ hold_above: '10000', hold_on_new_device: true });
  const draft = { ...rules, hold_above: '5000', hold_on_new_device: false };
  const { body } = await admin.call({
    method: 'POST',
    path: 'admin/policy/withdrawal-rules/simulate',
    body: { rules: draft },
  });
  expect(body).toEqual({
    withdrawals: 12,
    now: { held: 3, value: '26000', by_reason: { large_amount: 2, new_device: 1 } },
    draft: { held: 7, value: '63000', by_reason: { large_amount: 7 } },
    newly_held: 5,
    newly_free: 1,
  });
  expect((await post(admin, 'withdrawal-rules', { rules })).body.code).toBe('draft_unchanged');
  await publish('withdrawal-rules', { rules: draft });
  expect((await read()).rules).toEqual(draft);
  const log = await pool.query(
    "select before, after from audit_log where action = 'withdrawal_rules_changed'",
  );
  expect(log.rows).toMatchObject([{ before: { hold_above: '10000' }, after: { hold_above: '5000' } }]);
});

it('changes what may leave within a day by level, and refuses levels that fall or go', async () => {
  const levels = (...values: string[]) => ({
    levels: values.map((value_a_day, level) => ({ level, value_a_day })),
  });
  expect((await post(admin, 'level-limits', levels('2000', '1000', '500000'))).body.code).toBe(
    'level_limits_invalid',
  );
  expect((await post(admin, 'level-limits', levels('2000', '60000'))).body.code).toBe('level_limits_invalid');
  await publish('level-limits', levels('2000', '60000', '600000', '6000000'));
  expect((await read()).levels.map(({ value_a_day }: { value_a_day: string }) => value_a_day)).toEqual([
    '2000',
    '60000',
    '600000',
    '6000000',
  ]);
});

it('puts fee tiers into force when their day comes, one draft a day', async () => {
  const { fee_tiers: tiers } = await read();
  const changed = tiers.map((tier: { taker: number }) => ({ ...tier, taker: tier.taker - 100 }));
  const effective = new Date(now().getTime() + 86_400_000).toISOString();
  const wrong = changed.map((tier: object, at: number) => (at === 2 ? { ...tier, volume: '1' } : tier));
  expect((await post(admin, 'fee-tiers', { effective, tiers: wrong })).body.code).toBe('fee_tiers_invalid');
  const past = new Date(now().getTime() - 1_000).toISOString();
  expect((await post(admin, 'fee-tiers', { effective: past, tiers: changed })).body.code).toBe(
    'draft_date_passed',
  );
  await publish('fee-tiers', { effective, tiers: changed });
  expect((await post(treasurer, 'fee-tiers', { effective, tiers: changed })).body.code).toBe(
    'draft_date_taken',
  );
  expect(await read()).toMatchObject({ fee_tiers: tiers, fee_tier_drafts: [{ effective, tiers: changed }] });
  await applyDueFeeTiers(exchange.platform);
  expect((await read()).fee_tiers).toEqual(tiers);
  await exchange.test.database.pool.query('update fee_tier_drafts set effective_at = $1', [now()]);
  await applyDueFeeTiers(exchange.platform);
  expect(await read()).toMatchObject({ fee_tiers: changed, fee_tier_drafts: [] });
});
