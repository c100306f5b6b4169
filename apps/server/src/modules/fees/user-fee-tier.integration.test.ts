import { userFeeTierEndpoints } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { feesModule } from './index.ts';

let exchange: StaffedExchange;
let admin: Member;
let trader: Member;
let maker: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [feesModule] });
  admin = await exchange.member('admin');
  trader = await exchange.member('trader');
  maker = await exchange.member('second');
  await fund(trader, 'USDT', '10000');
  await fund(maker, 'BTC', '1');
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await takeBack();
});

const pathOf = (id: string) => `admin/users/${id}/fee-tier`;
const give = async (tier: string, { by = admin, to = trader.id } = {}) =>
  by.call({
    method: 'PUT',
    path: pathOf(to),
    body: { tier, reason: 'a contract', confirmation: await by.freshCode() },
  });
const takeBack = async ({ by = admin, to = trader.id } = {}) => {
  const confirmation = await by.freshCode();
  return by.call({
    method: 'POST',
    path: `${pathOf(to)}/take-back`,
    body: { reason: 'it ended', confirmation },
  });
};

async function fund({ id }: Member, coin: string, amount: string): Promise<void> {
  const { runtime } = exchange;
  await runtime.execute({ kind: 'OpenAccount', key: `account:${id}:open`, account: id });
  const units = parseDecimal(amount, await runtime.read(({ coins }) => coins.get(coin) ?? 0));
  if (!units.ok) throw new Error(`${amount} is finer than ${coin}.`);
  await runtime.execute({
    ...testDeposit,
    ...booked(`deposit:${id}:${coin}`),
    account: id,
    coin,
    amount: units.value,
  });
}

/** What the trader pays for 0.01 BTC that they take from the book, in BTC. */
async function feeOfNextFill(): Promise<string> {
  const order = { type: 0, pair: 'BTC-USDT', quantity: '0.01', price: '50000' };
  await maker.call({ method: 'POST', path: 'orders', body: { ...order, operation: 'sell' } });
  const { body } = await trader.call({
    method: 'POST',
    path: 'orders',
    body: { ...order, operation: 'buy' },
  });
  expect(body.status).toBe('filled');
  return body.fee;
}

/** Does something while the database refuses some rows of a table. */
async function whileRefused<Value>(
  { table, rows }: { table: string; rows: string },
  work: () => Promise<Value>,
): Promise<Value> {
  const { pool } = exchange.platform.database;
  await pool.query(`ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (NOT (${rows})) NOT VALID`);
  try {
    return await work();
  } finally {
    await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT refused`);
  }
}

async function eventsOf(userId: string): Promise<Record<string, unknown>[]> {
  const { body } = await admin.call({ path: 'admin/security-events?staff=true' });
  return body.results.filter(({ user, event }: { user: string; event: string }) => {
    return user === userId && event.startsWith('fee_tier_');
  });
}

describe('a fee tier given by hand', () => {
  it('is what the next fill pays, until it is taken back', async () => {
    expect(await feeOfNextFill()).toBe('0.000015');
    const given = await give('VIP');
    expect(given).toEqual({ status: 200, body: { tier: 'VIP', by_hand: true } });
    expect(userFeeTierEndpoints.give.response.parse(given.body)).toEqual(given.body);
    expect(await feeOfNextFill()).toBe('0.000005');
    const { body: own } = await trader.call({ path: 'my-fees' });
    expect(own.tier).toBe('VIP');
    expect((await admin.call({ path: pathOf(trader.id) })).body).toEqual({ tier: 'VIP', by_hand: true });

    expect(await takeBack()).toEqual({ status: 200, body: { tier: '1', by_hand: false } });
    expect(await feeOfNextFill()).toBe('0.000015');
  });

  it('waits for somebody who has never traded', async () => {
    const { id } = await exchange.member('support');
    expect(await give('3', { to: id })).toEqual({ status: 200, body: { tier: '3', by_hand: true } });
  });

  it('is in the audit log with who gave it from where and what was before, and shows the user no address of staff', async () => {
    const before = (await eventsOf(trader.id)).length;
    await give('2');
    await give('5');
    await takeBack();
    // There is nothing left to take back.
    await takeBack();
    const events = await eventsOf(trader.id);
    const by = { actor: admin.id, address: '127.0.0.1', device: 'Firefox on Linux' };
    expect(events.slice(0, events.length - before)).toMatchObject([
      { event: 'fee_tier_taken_back', ...by, details: { tier_before: '5' } },
      { event: 'fee_tier_given', ...by, details: { tier: '5', tier_before: '2' } },
      { event: 'fee_tier_given', ...by, details: { tier: '2', tier_before: '1' } },
    ]);
    const { body: own } = await trader.call({ path: 'settings/history' });
    expect(own.results[0]).toMatchObject({
      event: 'fee_tier_taken_back',
      address: '',
      device: '',
      place: null,
    });
    const { body: exported } = await trader.call({ path: 'settings/export' });
    expect(exported.security_events[0]).toMatchObject({ event: 'data_exported', address: '127.0.0.1' });
    expect(exported.security_events[1]).toMatchObject({
      event: 'fee_tier_taken_back',
      address: null,
      device: null,
    });
  });

  it('takes a fresh code, which counts once and for nothing else', async () => {
    const put = (body: object) =>
      admin.call({ method: 'PUT', path: pathOf(trader.id), body: { reason: 'a contract', ...body } });
    expect((await put({ tier: 'VIP' })).body.code).toBe('two_factor_required');
    const wrong = { method: 'email', code: '000000' };
    expect((await put({ tier: 'VIP', confirmation: wrong })).body.code).toBe('two_factor_invalid');
    const other = { action: 'password', method: 'email' };
    await admin.call({ method: 'POST', path: 'security/confirmation/send-code', body: other });
    const confirmation = await admin.freshCode();
    expect((await put({ tier: 'VIP', confirmation })).status).toBe(200);
    expect((await put({ tier: '2', confirmation })).body.code).toBe('two_factor_used');
    const path = `${pathOf(trader.id)}/take-back`;
    expect((await admin.call({ method: 'POST', path, body: { reason: 'it ended' } })).body.code).toBe(
      'two_factor_required',
    );
    expect((await admin.call({ path: pathOf(trader.id) })).body).toEqual({ tier: 'VIP', by_hand: true });
  });

  it('is in no log when it did not come about', async () => {
    const before = (await eventsOf(trader.id)).length;
    const failed = await whileRefused({ table: 'manual_fee_tiers', rows: 'true' }, () => give('4'));
    expect(failed.status).toBe(500);
    expect((await eventsOf(trader.id)).length).toBe(before);
  });

  it('is neither given nor taken back when the log cannot hear of it', async () => {
    const silence = { table: 'security_events', rows: "event LIKE 'fee_tier_%'" };
    expect((await whileRefused(silence, () => give('4'))).status).toBe(500);
    expect((await admin.call({ path: pathOf(trader.id) })).body.by_hand).toBe(false);
    await give('4');
    expect((await whileRefused(silence, () => takeBack())).status).toBe(500);
    expect((await admin.call({ path: pathOf(trader.id) })).body).toEqual({ tier: '4', by_hand: true });
  });

  it('is taken back once by two who do it together', async () => {
    await give('4');
    const before = (await eventsOf(trader.id)).length;
    const body = { reason: 'it ended', confirmation: await admin.freshCode() };
    const again = { method: 'POST', path: `${pathOf(trader.id)}/take-back`, body } as const;
    const answers = await Promise.all([admin.call(again), admin.call(again)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await eventsOf(trader.id)).length).toBe(before + 1);
  });

  it.each(['trader', 'support', 'operator'])('is not for %s to read, give or take back', async (name) => {
    const by = await exchange.member(name);
    for (const answer of [
      await by.call({ path: pathOf(trader.id) }),
      await give('VIP', { by }),
      await takeBack({ by }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await admin.call({ path: pathOf(trader.id) })).body.by_hand).toBe(false);
  });

  it('is for nobody to give themselves or to take back from themselves, and who tries is in the audit log', async () => {
    const refused = { status: 403, body: { code: 'own_account' } };
    expect(await give('VIP', { to: admin.id })).toMatchObject(refused);
    expect(await takeBack({ to: admin.id })).toMatchObject(refused);
    expect((await admin.call({ path: pathOf(admin.id) })).body).toEqual({ tier: '1', by_hand: false });
    const { body } = await admin.call({ path: 'admin/security-events' });
    const row = { event: 'own_fee_tier_refused', user: admin.id, actor: admin.id, address: '127.0.0.1' };
    expect(body.results.filter(({ event }: typeof row) => event === row.event)).toMatchObject([row, row]);
  });

  it('is for nobody to give to a second account of their own', async () => {
    const { kysely } = exchange.test.database;
    const phone = (value: string | null) =>
      sql`update users set phone = ${value}, phone_verified_at = now() where id in (${admin.id}, ${trader.id})`.execute(
        kysely,
      );
    await phone('+351910000000');
    expect((await give('VIP')).body.code).toBe('own_account');
    await phone(null);
    expect((await give('VIP')).status).toBe(200);
  });

  it('is refused for nobody, and leaves no account behind', async () => {
    const to = '00000000-0000-4000-8000-000000000000';
    const missing = { status: 404, body: { code: 'account_not_found' } };
    expect(await give('VIP', { to })).toMatchObject(missing);
    expect(await admin.call({ path: pathOf(to) })).toMatchObject(missing);
    expect(await takeBack({ to })).toMatchObject(missing);
    expect(await exchange.runtime.read((core) => core.findAccount(to))).toBeUndefined();
  });

  it.each(['0', '6', 'vip', ''])('is refused when no tier is called %j', async (tier) => {
    expect(await give(tier)).toMatchObject({ status: 422, body: { fields: { tier: expect.any(String) } } });
    expect(
      (await eventsOf(trader.id)).some(({ details }) => (details as { tier: string }).tier === tier),
    ).toBe(false);
  });
});
