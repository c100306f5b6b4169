import { Approval, marketHaltEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { applyDueDrafts, marketOperationsModule } from './index.ts';

let exchange: StaffedExchange;
let otto: Member;
let admin: Member;
let trader: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [exportsModule, auditModule, walletModule, approvalsModule, marketOperationsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  [otto, admin, trader] = [
    await exchange.member('operator'),
    await exchange.member('admin'),
    await exchange.member('trader'),
  ];
});
afterAll(() => exchange.close());

async function change(by: Member, path: string, body: object = {}) {
  const words = { reason: 'prices went wild', confirmation: await by.freshCode() };
  return by.call({ method: 'POST', path, body: { ...words, ...body } });
}
const approve = async (id: string, by = admin) =>
  Approval.parse((await change(by, `admin/approvals/${id}/approve`)).body);
const market = async (pair: string) =>
  marketHaltEndpoints.read.response.parse((await otto.call({ path: `admin/markets/${pair}` })).body);
const coreState = (pair: string) => exchange.runtime.read(({ markets }) => markets.get(pair)?.state);
const place = (price: string, quantity = '0.01') =>
  trader.call({
    ...{ method: 'POST', path: 'orders' },
    body: { pair: 'BTC-USDT', operation: 'buy', price, quantity },
  });

describe('the switch of a market', () => {
  it('closes it by one person, step by step, and opens it by two', async () => {
    expect((await change(otto, 'admin/markets/BTC-USDT/halt')).body).toEqual({
      pair: 'BTC-USDT',
      state: 'halted',
    });
    expect(await coreState('BTC-USDT')).toBe('halted');
    expect((await change(otto, 'admin/markets/BTC-USDT/cancel-only')).status).toBe(200);
    expect(await coreState('BTC-USDT')).toBe('cancel_only');
    expect((await place('50000')).body.code).toBe('market_closed');
    const { body } = await change(otto, 'admin/approvals/market-reopening', { pair: 'BTC-USDT' });
    expect((await change(otto, `admin/approvals/${body.id}/approve`)).body.code).toBe('own_proposal');
    expect(await market('BTC-USDT')).toMatchObject({
      stopped: { by: 'otto', reason: expect.any(String) },
      proposals: [{ id: body.id, kind: 'market_reopening', proposer: 'otto' }],
    });
    expect(await coreState('BTC-USDT')).toBe('cancel_only');
    expect((await approve(body.id)).state).toBe('executed');
    expect(await market('BTC-USDT')).toMatchObject({
      market: { state: 'open', set_state: 'open' },
      stopped: null,
      proposals: [],
    });
    expect((await change(otto, 'admin/approvals/market-reopening', { pair: 'BTC-USDT' })).body.code).toBe(
      'market_not_halted',
    );
  });

  it('stops all of them at once, and two people open all of them', async () => {
    const { halted } = (await change(otto, 'admin/markets/halt')).body;
    const { results } = marketHaltEndpoints.list.response.parse(
      (await otto.call({ path: 'admin/markets' })).body,
    );
    expect(halted).toEqual(results.map(({ pair }) => pair).sort());
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['halted']));
    const { body } = await change(otto, 'admin/approvals/markets-reopening', { pairs: halted });
    expect((await approve(body.id)).state).toBe('executed');
    expect(await coreState('ETH-USDT')).toBe('open');
  });
});

const rules = {
  ...{ tick: '0.5', lot: '0.001', quantity_min: '0.002', quantity_max: '50' },
  ...{ cost_min: '10', cost_max: '1000000', band: '20' },
};
const day = 86_400_000;
const inDays = (days: number) => new Date(exchange.platform.clock.now().getTime() + days * day).toISOString();
const propose = (body: object, by = otto) =>
  change(by, 'admin/approvals/market-rules', { pair: 'BTC-USDT', rules, ...body });

describe('other rules of a market', () => {
  it('show which open orders would not fit them, and leave those alone', async () => {
    await exchange.fund(trader, 'USDT', 100_000_000_000n);
    const [fits, breaks] = [(await place('50000.5', '0.01')).body, (await place('40000.26', '0.00101')).body];
    const preview = async (body: object) =>
      marketHaltEndpoints.previewRules.response.parse(
        (await otto.call({ method: 'POST', path: 'admin/markets/BTC-USDT/rules-preview', body })).body,
      );
    const shown = await preview(rules);
    expect(shown.count).toBe(1);
    expect(shown.results).toMatchObject([{ order: { id: breaks.id }, breaks: ['tick', 'lot', 'minimum'] }]);
    expect(
      (
        await preview({ ...rules, cost_min: '600', lot: '0.00001', quantity_min: '0.00001', tick: '0.01' })
      ).results.map(({ order }) => order.id),
    ).toEqual([breaks.id, fits.id]);
  });

  it('are refused by name where they cannot be', async () => {
    const wrong = await propose({
      effective: inDays(1),
      rules: { ...rules, tick: '0.001', quantity_max: '0.001' },
    });
    expect(wrong.body).toMatchObject({
      code: 'market_rules_invalid',
      fields: { tick: 'Too many decimal places. The maximum is 2.', quantity_max: 'Enter 0.002 or more.' },
    });
    expect((await propose({ effective: inDays(-1) })).body.code).toBe('draft_date_passed');
    expect((await propose({ effective: inDays(1), pair: 'XXX-USDT' })).body.code).toBe(
      'invalid_trading_pair',
    );
  });

  it('wait for their day once two people agreed, of a day there is one draft, and a job applies them once', async () => {
    const { body } = await propose({ effective: inDays(2) });
    expect((await propose({ effective: inDays(2) }, admin)).body.code).toBe('draft_date_taken');
    expect((await approve(body.id)).state).toBe('executed');
    expect((await propose({ effective: inDays(2) })).body.code).toBe('draft_date_taken');
    expect((await market('BTC-USDT')).drafts).toMatchObject([
      { id: body.id, state: 'scheduled', rules: { tick: '0.5' } },
    ]);
    expect(await applyDueDrafts(exchange.platform)).toBe(0);
    await exchange.test.database.pool.query('update market_rule_drafts set effective_at = $1', [inDays(0)]);
    expect(
      await Promise.all([applyDueDrafts(exchange.platform), applyDueDrafts(exchange.platform)]),
    ).toContain(1);
    const { market: now, drafts } = await market('BTC-USDT');
    expect(now.rules).toMatchObject({ tick: '0.5', lot: '0.001', cost_min: '10', band: '20' });
    expect(drafts[0]?.state).toBe('applied');
    expect((await place('45000.26')).body.code).toBe('invalid_order_price');
    const { rows } = await exchange.test.database.pool.query(
      "select before ->> 'tick' as before, after ->> 'tick' as after, approval_id from audit_log where action = 'market_rules_applied'",
    );
    expect(rows).toEqual([{ before: '0.01', after: '0.5', approval_id: body.id }]);
  });

  it('are called off by one person before their day', async () => {
    const { body } = await propose({ effective: inDays(5) });
    await approve(body.id);
    expect((await change(otto, `admin/markets/BTC-USDT/drafts/${body.id}/cancel`)).body.state).toBe(
      'cancelled',
    );
    expect((await change(otto, `admin/markets/BTC-USDT/drafts/${body.id}/cancel`)).body.code).toBe(
      'draft_not_found',
    );
    expect((await propose({ effective: inDays(5) })).status).toBe(200);
  });
});
