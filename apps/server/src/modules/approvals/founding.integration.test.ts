import type { Approval, StaffRole } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { approvalsModule } from './index.ts';

// An installation on its first day: one administrator, and no market that is open.
let exchange: StaffedExchange;
let founder: Member;
const events: { kind: string; actor?: string }[] = [];

const query = async (statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows;
const idOf = async (name: string): Promise<string> =>
  (await query('select id from users where email = $1', [`${name}@emporion.test`]))[0].id;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [exportsModule, auditModule, staffModule, walletModule, approvalsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  exchange.runtime.onCommitted((batch) => void events.push(...(batch.events as never[])));
  await query("update users set roles = '{}' where email <> 'admin@emporion.test'");
  await query("update pairs set state = 'cancel_only'");
  founder = await exchange.member('admin');
});
afterAll(() => exchange.close());

async function propose(path: string, body: object): Promise<{ body: Approval & { code?: string } }> {
  const words = { reason: 'the first day', confirmation: await founder.freshCode() };
  return founder.call({ method: 'POST', path: `admin/approvals/${path}`, body: { ...words, ...body } });
}
const grant = async (name: string, role: StaffRole) =>
  (await propose('role-grant', { user: await idOf(name), role })).body;

it('opens the first market alone, and no other one', async () => {
  expect((await propose('market-reopening', { pair: 'ETH-USDT' })).body).toMatchObject({
    ...{ state: 'executed', votes: [], votes_needed: 0 },
  });
  expect(await query("select code from pairs where state = 'open'")).toEqual([{ code: 'ETH-USDT' }]);
  expect((await propose('market-reopening', { pair: 'BTC-USDT' })).body.state).toBe('open');
  await query("update pairs set state = 'halted' where code = 'ETH-USDT'");
  expect((await propose('market-reopening', { pair: 'ETH-USDT' })).body.state).toBe('open');
});

it('enters the first rate of a currency alone, and no other one', async () => {
  const rate = async (currency: string, value: string) =>
    (await propose('fiat-rate', { currency, rate: value })).body.state;
  expect([await rate('EUR', '0.92'), await rate('USD', '1'), await rate('EUR', '9.2')]).toEqual([
    ...['executed', 'executed', 'open'],
  ]);
  expect(await query("select trim_scale(rate)::text as rate from fiat_rates where currency = 'EUR'")).toEqual(
    [{ rate: '0.92' }],
  );
});

it('makes the second administrator alone, who is another person, and nobody else', async () => {
  await query("update users set email = 'admin+two@emporion.test' where email = 'second@emporion.test'");
  expect((await grant('admin+two', 'administrator')).code).toBe('same_person');
  expect((await grant('trader', 'treasury')).state).toBe('open');
  const made = await grant('trader', 'administrator');
  expect(made.state).toBe('executed');
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'DigestAnchored', actor: `proposer:${founder.id} founder` }),
  );
  const [told] = await query(
    "select after from audit_log where action = 'proposal_made' and approval_id = $1",
    [made.id],
  );
  expect(told.after).toMatchObject({ founding: true });
  expect((await grant('support', 'administrator')).state).toBe('open');
  // One who goes again makes no second founding.
  await query("update users set roles = '{}' where email = 'trader@emporion.test'");
  expect((await grant('operator', 'administrator')).state).toBe('open');
});
