import { Approval, type CoinTerms, listingEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { applyDueTerms, marketOperationsModule } from '../index.ts';

const day = 86_400_000;
const place = { network: 'ethereum', deposit_fee: '0.01', deposit_max: '50' };
const terms: CoinTerms = { withdrawal_daily_max: '100', networks: [place] };
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
beforeEach(async () => {
  await query('delete from coin_term_drafts');
  await query("update approvals set state = 'withdrawn', closed_at = now() where state = 'open'");
});
afterAll(() => exchange.close());

const query = async (statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows;
const inDays = (days: number) => new Date(exchange.platform.clock.now().getTime() + days * day).toISOString();

async function change(by: Member, path: string, body: object = {}) {
  const words = { reason: 'costs of the network rose', confirmation: await by.freshCode() };
  return by.call({ method: 'POST', path, body: { ...words, ...body } });
}
const propose = (body: object = {}, by = otto) =>
  change(by, 'admin/approvals/coin-terms', { currency: 'ETH', effective: inDays(2), terms, ...body });
const approve = async (id: string) =>
  Approval.parse((await change(admin, `admin/approvals/${id}/approve`)).body);
async function coins() {
  const { body } = await otto.call({ path: 'admin/coins' });
  expect(body).toHaveProperty('results');
  return listingEndpoints.coins.response.parse(body);
}
const eth = async () => (await coins()).results.find(({ code }) => code === 'ETH');
/** The terms of a deposit that is first seen so many days from now. */
const seenIn = async (id: string, days: number) => {
  await query(
    `insert into deposits (network, transaction_id, output_index, address, coin, chain_amount, status, seen_at)
     values ('ethereum', $1, 0, 'x', 'ETH', 1, 'pending', $2)`,
    [id, inDays(days)],
  );
  const [row] = await query(
    `delete from deposits where transaction_id = $1
     returning trim_scale(fee_when_seen)::text as fee, trim_scale(max_when_seen)::text as max`,
    [id],
  );
  return row;
};

describe('other terms of a coin', () => {
  it('take two people and a moment, count for deposits seen from then on, and stand in the audit log', async () => {
    const before = await eth();
    const { body } = await propose();
    expect(body).toMatchObject({ state: 'open', current: { terms: { networks: [{ deposit_fee: '0' }] } } });
    expect((await change(otto, `admin/approvals/${body.id}/approve`)).body.code).toBe('own_proposal');
    expect((await approve(body.id)).state).toBe('executed');
    expect((await coins()).term_drafts).toEqual([
      { id: body.id, currency: 'ETH', effective: body.payload.effective, terms },
    ]);
    expect(await applyDueTerms(exchange.platform)).toBe(0);
    expect(await eth()).toEqual(before);
    expect(await seenIn('before', 1.99)).toEqual({ fee: '0', max: null });
    // Before the job comes to it.
    expect(await seenIn('at once', 2)).toEqual({ fee: '0.01', max: '50' });
    await query('update coin_term_drafts set effective_at = $1', [inDays(0)]);
    expect(await applyDueTerms(exchange.platform)).toBe(1);
    expect(await applyDueTerms(exchange.platform)).toBe(0);
    const after = await eth();
    expect(after?.withdrawal_daily_max).toBe('100');
    expect(after?.networks.find(({ network }) => network === 'ethereum')).toMatchObject(place);
    expect(after?.networks.filter(({ network }) => network !== 'ethereum')).toEqual(
      before?.networks.filter(({ network }) => network !== 'ethereum'),
    );
    expect(await seenIn('after', 3)).toEqual({ fee: '0.01', max: '50' });
    const { body: shown } = await trader.call({ path: 'limits' });
    expect(shown.limits.find(({ code }: { code: string }) => code === 'ETH')).toMatchObject({
      ...{ fee: { deposit: '0.01' }, limits: { deposit: { max: '50' }, withdrawal: { daily: '100' } } },
    });
    const rows = await query(
      "select action, approval_id as id from audit_log where action like 'coin_terms%' order by number",
    );
    expect(rows).toEqual([
      { action: 'coin_terms_scheduled', id: body.id },
      { action: 'coin_terms_applied', id: body.id },
    ]);
  });

  it.each([
    ['coin_invalid', { currency: 'NONE' }],
    ['draft_date_passed', { effective: '2020-01-01T00:00:00Z' }],
    ['network_not_of_coin', { terms: { ...terms, networks: [{ ...place, network: 'tron' }] } }],
    ['network_not_of_coin', { terms: { ...terms, networks: [place, place] } }],
    ['unprocessable_entity', { terms: { ...terms, networks: [{ ...place, deposit_max: '0.009' }] } }],
    ['unprocessable_entity', { terms: { ...terms, withdrawal_daily_max: '0' } }],
    ['unprocessable_entity', { terms: { ...terms, networks: [{ ...place, deposit_fee: '-1' }] } }],
  ])('are refused by name: %s (%#)', async (code, wrong) => {
    expect((await propose({ terms: { ...terms, withdrawal_daily_max: '99' }, ...wrong })).body.code).toBe(
      code,
    );
  });

  it('of a day are one, are called off by one person, and can then be proposed anew', async () => {
    const other = { ...terms, withdrawal_daily_max: '77' };
    const { body } = await propose({ terms: other });
    expect(
      (await propose({ terms: terms.networks && { ...other, withdrawal_daily_max: '78' } }, admin)).body.code,
    ).toBe('draft_date_taken');
    await approve(body.id);
    const path = `admin/coins/ETH/drafts/${body.id}/cancel`;
    expect((await change(trader, path)).status).toBe(404);
    expect((await otto.call({ method: 'POST', path, body: { reason: 'a typing error' } })).status).toBe(401);
    expect((await change(otto, path)).status).toBe(200);
    expect((await change(otto, path)).body.code).toBe('draft_not_found');
    expect((await coins()).term_drafts).toEqual([]);
    expect((await propose({ terms: other })).status).toBe(200);
  });

  it('of a currency are its daily maximum alone', async () => {
    const wished = { withdrawal_daily_max: '25000', networks: [] };
    const { body } = await propose({ currency: 'EUR', terms: wished });
    expect((await approve(body.id)).state).toBe('executed');
  });
});
