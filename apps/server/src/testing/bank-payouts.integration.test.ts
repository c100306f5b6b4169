import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { bankModule } from '#modules/bank/index.ts';
import { restPayouts } from '#modules/wallet/payouts/payout-rest.ts';
import { runPayouts } from '#modules/wallet/payouts/run-payouts.ts';
import { mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { giveSecondFactor } from '#modules/wallet/testing/second-factor.ts';
import { testSigner } from '#modules/wallet/testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '#modules/wallet/testing/wallet-app.ts';
import { userId } from '#testing/trading-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp({
    modules: [approvalsModule, bankModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  await seedDemoBank(app.test.database.kysely);
  await app.change(
    'update withdrawal_policy set velocity_requests = 1000, attempts_per_minute = 1000, level = 2, hold_on_new_device = false',
  );
  await app.change('update treasury_policy set payout_two_people_above = 15000');
  for (const name of ['operator', 'operator-two', 'ann', 'ben', 'cid']) {
    await app.person(name);
    await giveSecondFactor(app, name);
    await app.fund(name, 'EUR', '100000');
  }
});
afterAll(() => app.close());

const iban = 'DE89370400440532013000';
let counter = 0;
const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as === undefined ? {} : { as }), body });
const request = (as: string, more: object = {}) => {
  counter += 1;
  const usual = { currency: 'EUR', network: 'bank', address: iban, holder: 'Theo Test', amount: '250.5' };
  return post('wallet/withdrawals', as, { ...usual, client_id: `b${counter}`, ...more });
};
async function lastMail(name: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(app.test.database.kysely);
  return rows[0]?.text ?? '';
}
/** Asked for, and confirmed by its code and by its link. */
async function confirmed(as: string, more: object = {}) {
  const { body } = await request(as, more);
  await sql`delete from sent_codes where user_id = ${userId(as)}`.execute(app.test.database.kysely);
  await post(`wallet/withdrawals/${body.id}/send-code`, as, { method: 'email' });
  const said = await lastMail(as);
  // Of a bank neither a network nor an address is spoken of.
  if (!('address' in more)) expect(said).toMatch(/Account: DE89 3704 0044 0532 0130 00/);
  expect(said).not.toMatch(/Network:|Address:/);
  const code = /(?<!\d)\d{6}(?!\d)/.exec(said)?.[0] ?? '';
  await post(`wallet/withdrawals/${body.id}/confirm`, as, { confirmation: { method: 'email', code } });
  const token = /confirm-withdrawal-request\/(\S+)/.exec(await lastMail(as))?.[1] ?? '';
  return (await post('withdrawal/confirm-withdrawal-request', undefined, { token })).body;
}
async function staff(id: string, step: string, more: object = {}, as = 'operator') {
  const confirmation = await mailedCode(app, as, 'back_office');
  return post(`admin/withdrawals/${id}/${step}`, as, { reason: 'At the bank', confirmation, ...more });
}
const sent = (id: string, number: string, as?: string) =>
  staff(id, 'bank-sent', { bank_transaction: number }, as);
const read = async (id: string, as: string) =>
  (await app.call({ path: `wallet/withdrawals/${id}`, as })).body;
const balance = async (name: string) => (await app.balance(name)).EUR?.actual ?? '0';
const inHouse = (kind: 'in-flight' | 'bank', name: string) =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, name), 'EUR'));

it('leaves in steps, each booked once, and its owner is told', async () => {
  const quote = await app.call({
    path: 'wallet/withdrawal-quote?currency=EUR&network=bank&amount=250',
    as: 'ann',
  });
  expect(quote.body).toMatchObject({ fee: '1', min: '10', max: '250000', available: '100000' });
  const bankBefore = await inHouse('bank', 'demo');
  const made = await confirmed('ann', { address: 'de89 3704 0044 0532 0130 00' });
  expect(made).toMatchObject({
    ...{ stage: 'queued', network: 'bank', address: iban, memo: null, holder: 'Theo Test', total: '251.5' },
    ...{ cancellable: true, internal: false, confirmations_required: 0 },
  });
  const { id } = made;
  expect(await lastMail('ann')).toContain('DE89 3704 0044 0532 0130 00');
  expect(await balance('ann')).toBe('99748.5');
  // Nothing is sent before somebody has taken it in hand.
  expect((await sent(id, 'P-1')).body.code).toBe('payout_not_waiting');
  expect((await staff(id, 'bank-start')).body).toMatchObject({ stage: 'built', holder: 'Theo Test' });
  expect((await post(`wallet/withdrawals/${id}/cancel`, 'ann')).body.code).toBe('withdrawal_already_sent');
  expect(await inHouse('in-flight', 'bank')).toBe(25_050n);
  expect((await sent(id, 'P-1')).body).toMatchObject({ stage: 'broadcast', hash: 'P-1' });
  expect(await read(id, 'ann')).toMatchObject({ status: 'confirming', hash: 'P-1' });
  expect((await staff(id, 'bank-booked')).body).toMatchObject({ stage: 'completed' });
  expect(await inHouse('in-flight', 'bank')).toBe(0n);
  expect((await inHouse('bank', 'demo')) - bankBefore).toBe(25_050n);
  for (const step of ['bank-booked', 'bank-returned', 'call-off'])
    expect((await staff(id, step)).status).toBe(409);
  expect(await balance('ann')).toBe('99748.5');
  const { rows } = await sql<{ template: string }>`
    select template from user_notifications where user_id = ${userId('ann')} order by id
  `.execute(app.test.database.kysely);
  expect(rows.map(({ template }) => template)).toEqual(['withdrawal_bank_sent', 'withdrawal_bank_completed']);
  const log = await sql<{ action: string }>`
    select action from audit_log where object = ${`withdrawal:${id}`} order by number
  `.execute(app.test.database.kysely);
  expect(log.rows.map(({ action }) => action)).toEqual([
    'bank_payout_started',
    'bank_payout_sent',
    'bank_payout_settled',
  ]);
});

it('refuses a number of the bank that has paid another one, also when two type it at once', async () => {
  const ids = [(await confirmed('ann')).id, (await confirmed('ben')).id];
  for (const id of ids) await staff(id, 'bank-start');
  const [one, two] = await Promise.all([
    sent(ids[0] ?? '', 'P-2'),
    sent(ids[1] ?? '', 'P-2', 'operator-two'),
  ]);
  expect([one, two].map(({ body }) => body.code ?? body.stage).sort()).toEqual([
    'broadcast',
    'duplicate_transaction',
  ]);
  const other = ids.find((id) => id !== (one.body.id ?? two.body.id)) ?? '';
  for (const number of ['P-1', 'p-1'])
    expect((await sent(other, number)).body.code).toBe('duplicate_transaction');
});

it('gives amount and fee back when the bank returns it, or staff calls it off before it is sent', async () => {
  const before = await balance('cid');
  const { id } = await confirmed('cid');
  await staff(id, 'bank-start');
  await sent(id, 'P-3');
  expect((await staff(id, 'bank-returned')).body).toMatchObject({ stage: 'failed' });
  expect(await read(id, 'cid')).toMatchObject({ status: 'failed', reason: 'returned_by_bank' });
  expect(await lastMail('cid')).toContain('DE89 3704 0044 0532 0130 00');
  const other = await confirmed('cid');
  await staff(other.id, 'bank-start');
  expect((await staff(other.id, 'call-off')).body).toMatchObject({ stage: 'rejected' });
  const third = await confirmed('cid');
  expect((await post(`wallet/withdrawals/${third.id}/cancel`, 'cid')).body.stage).toBe('cancelled');
  expect(await balance('cid')).toBe(before);
});

it('takes two people for much money, and staff for every step', async () => {
  const { id, stage } = await confirmed('cid', { amount: '20000' });
  expect(stage).toBe('held');
  expect((await staff(id, 'bank-start')).body.code).toBe('withdrawal_not_queued');
  expect((await staff(id, 'approve')).body.code).toBe('second_person_required');
  const confirmation = await mailedCode(app, 'operator', 'back_office');
  const proposal = { withdrawal: id, reason: 'They were called', confirmation };
  const { body: proposed } = await post('admin/approvals/large-payout', 'operator', proposal);
  const vote = { reason: 'Looked it up', confirmation: await mailedCode(app, 'operator-two', 'back_office') };
  expect((await post(`admin/approvals/${proposed.id}/approve`, 'operator-two', vote)).body.state).toBe(
    'executed',
  );
  expect((await staff(id, 'bank-start')).body.stage).toBe('built');
  // An operator's own, asked for before they became that.
  await app.change(`update withdrawals set status = 'broadcast' where id = '${id}'`);
  expect((await staff(id, 'bank-booked', {}, 'ann')).status).toBe(404);
});

it('refuses accounts that are mistyped, of others, paused, denied or not saved', async () => {
  const wrong = await request('ben', { address: 'DE89370400440532013001' });
  expect(wrong.body).toMatchObject({
    code: 'invalid_withdrawal_address',
    fields: { address: expect.any(String) },
  });
  expect((await request('ben', { holder: ' ' })).body.fields).toHaveProperty('holder');
  expect((await request('ben', { network: 'ethereum' })).body.code).toBe('coin_invalid');
  expect((await request('ben', { currency: 'BTC' })).body.code).toBe('network_invalid');
  expect((await request('ben', { amount: '9.99' })).body.code).toBe('amount_too_small');
  expect((await request('ben', { amount: '10.001' })).body.code).toBe('amount_too_many_decimals');
  expect((await request('ben', { amount: '100000.01' })).body.code).toBe('insufficient_funds');
  for (const status of ['pending', 'approved'])
    await app.change(`update users set kyc_status = '${status}' where id = '${userId('ben')}'`);
  expect((await request('ben', { holder: 'Somebody Else' })).body.code).toBe('holder_differs');
  const own = await request('ben', { holder: 'TEST, Théo' });
  expect(own.body).toMatchObject({ stage: 'requested', holder: 'TEST, Théo' });
  await post(`wallet/withdrawals/${own.body.id}/cancel`, 'ben');
  await app.change(`update bank_accounts set withdrawals_disabled = true where currency = 'EUR'`);
  expect((await request('ben')).body.code).toBe('withdrawals_disabled');
  await app.change(`update bank_accounts set withdrawals_disabled = false where currency = 'EUR'`);
  const save = { label: 'My bank', currency: 'EUR', network: 'bank', address: iban, holder: 'Theo Test' };
  expect((await post('wallet/addresses', 'ben', { ...save, address: 'DE00' })).body.code).toBe(
    'invalid_withdrawal_address',
  );
  expect((await post('wallet/addresses', 'ben', save)).body).toMatchObject({
    holder: 'Theo Test',
    memo: null,
  });
  await post('wallet/saved-addresses-only/turn-on', 'ben');
  // Saved, and too young.
  expect((await request('ben')).body.code).toBe('address_not_saved');
  await app.change(`update saved_addresses set created_at = created_at - interval '2 days'`);
  expect((await request('ben')).body.stage).toBe('requested');
});

it.each([
  ['SendWithdrawal', 'bank-start'],
  ['MoveHouseMoney', 'bank-booked'],
  ['ReturnPayout', 'bank-returned'],
])('is booked once when the server dies around %s', async (kind, step) => {
  const { id } = await confirmed('cid', { amount: '30' });
  if (step !== 'bank-start') {
    await staff(id, 'bank-start');
    await sent(id, `K-${step}`);
  }
  const [flying, there] = [await inHouse('in-flight', 'bank'), await inHouse('bank', 'demo')];
  const mine = Number(await balance('cid'));
  const { runtime } = app.platform;
  const execute = runtime.execute.bind(runtime);
  const dying = vi.spyOn(runtime, 'execute').mockImplementation(async (command) => {
    await (command.kind === kind ? execute(command) : undefined);
    throw new Error('killed');
  });
  expect((await staff(id, step)).status).toBe(500);
  dying.mockRestore();
  for (let times = 0; times < 2; times += 1)
    await runPayouts(app.platform, { networks: [], sign: testSigner(app.platform) });
  const moved = [(await inHouse('in-flight', 'bank')) - flying, (await inHouse('bank', 'demo')) - there];
  const expected = {
    'bank-start': [3_000n, 0n],
    'bank-booked': [-3_000n, 3_000n],
    'bank-returned': [-3_000n, 0n],
  };
  expect(moved).toEqual(expected[step as keyof typeof expected]);
  expect(Number(await balance('cid')) - mine).toBe(step === 'bank-returned' ? 31 : 0);
});

it('says the same for the same client id, and refuses other words under it', async () => {
  const words = {
    client_id: 'twice',
    amount: '200',
    currency: 'USD',
    address: '000123456789',
    memo: '021000021',
  };
  await app.fund('ann', 'USD', '300');
  const first = await request('ann', words);
  expect(first.body).toMatchObject({ stage: 'requested', memo: '021000021' });
  expect((await request('ann', { ...words, address: '0001 2345 6789' })).body.id).toBe(first.body.id);
  expect((await request('ann', { ...words, holder: 'Another Name' })).body.code).toBe(
    'duplicate_transaction',
  );
});

it('is not started while payouts rest after the recovery of a staff account', async () => {
  const { id } = await confirmed('cid');
  await restPayouts(app.test.database.kysely, app.platform, {
    cause: 'recovery_begun',
    userId: userId('operator'),
  });
  expect((await staff(id, 'bank-start')).body.code).toBe('payouts_resting');
  expect(await read(id, 'cid')).toMatchObject({ status: 'pending', cancellable: true });
  await app.change('delete from payout_rests');
  expect((await staff(id, 'bank-start')).body).toMatchObject({ stage: 'built' });
});
