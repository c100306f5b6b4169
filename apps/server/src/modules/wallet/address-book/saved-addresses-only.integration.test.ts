import { addressFormats } from '@emporion/chains';
import { SavedAddressesOnly } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountHooks } from '#modules/identity/index.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { tendSavedOnly } from './saved-addresses-only.ts';

let app: WalletApp;
const hooks = new AccountHooks();
let now = new Date('2026-05-01T12:00:00.000Z');
beforeAll(async () => {
  app = await createWalletApp({
    clock: { now: () => now },
    modules: [{ name: 'hooks', register: (server) => void server.decorate('accountHooks', hooks) }],
  });
});
afterAll(() => app.close());

const path = 'wallet/saved-addresses-only';
const postAs = (as: string, part: string, body: object = {}) =>
  app.call({ method: 'POST', path: part, as, body });
const post = (part: string, body: object = {}) => postAs('ann', part, body);
const stands = async () => SavedAddressesOnly.parse((await app.call({ path, as: 'ann' })).body);
const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index }));
const address = outside(77);
let counter = 0;
async function withdraw(): Promise<string | undefined> {
  counter += 1;
  const asked = { currency: 'BTC', network: 'bitcoin', amount: '0.01', address, client_id: `w${counter}` };
  const { body } = await post('wallet/withdrawals', asked);
  if (body.id) await post(`wallet/withdrawals/${body.id}/cancel`);
  return body.code;
}
const hours = (count: number) => {
  now = new Date(now.getTime() + count * 3_600_000);
};
const notices = async (name: string) => {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from messages where recipient = ${`${name}@example.test`} and template = 'identity.notice' order by sequence
  `.execute(app.test.database.kysely);
  return rows;
};
const subjects = async (name: string) => (await notices(name)).map(({ subject }) => subject);
const events = async (name: string) => {
  const { rows } = await sql<{ event: string; label: string }>`
    select event, details ->> 'label' as label from security_events
    where user_id = ${userId(name)} and event in ('saved_address_added', 'saved_address_removed') order by id
  `.execute(app.test.database.kysely);
  return rows.map(({ event, label }) => `${event}: ${label}`);
};
const save = (as: string, label: string, more: object = {}) =>
  postAs(as, 'wallet/addresses', { label, currency: 'BTC', network: 'bitcoin', address, ...more });
const labels = async (as: string): Promise<string[]> => {
  const { body } = await app.call({ path: 'wallet/addresses', as });
  return body.results.map(({ label }: { label: string }) => label);
};

it('counts at once when it is turned on, and is turned off by a code and after a day, each told by mail', async () => {
  await app.person('ann');
  await app.fund('ann', 'BTC', '1');
  expect(await stands()).toEqual({ enabled: false, since: null, ends: null });
  expect(await withdraw()).toBeUndefined();
  for (let times = 0; times < 2; times += 1)
    expect((await post(`${path}/turn-on`)).body).toMatchObject({ enabled: true, ends: null });
  expect(await withdraw()).toBe('address_not_saved');

  // An address counts once it is old enough.
  const confirmation = async () => ({ confirmation: await mailedCode(app, 'ann', 'security') });
  await save('ann', 'Cold', await confirmation());
  expect(await withdraw()).toBe('address_not_saved');
  hours(24);
  expect(await withdraw()).toBeUndefined();
  const { body: saved } = await app.call({ path: 'wallet/addresses', as: 'ann' });
  await app.call({ method: 'DELETE', path: `wallet/addresses/${saved.results[0].id}`, as: 'ann' });

  expect((await post(`${path}/turn-off`)).body.code).toBe('two_factor_required');
  expect((await post(`${path}/turn-off`, await confirmation())).body).toMatchObject({
    enabled: true,
    ends: new Date(now.getTime() + 86_400_000).toISOString(),
  });
  hours(23);
  expect(await withdraw()).toBe('address_not_saved');
  // Asking again does not make it later, and turning it on again ends the wait.
  const before = await stands();
  expect((await post(`${path}/turn-off`, await confirmation())).body).toEqual(before);
  await post(`${path}/turn-on`);
  hours(2);
  expect(await withdraw()).toBe('address_not_saved');
  await post(`${path}/turn-off`, await confirmation());
  hours(24);
  expect(await stands()).toMatchObject({ enabled: false });
  expect(await withdraw()).toBeUndefined();
  expect(await subjects('ann')).toEqual([
    'Withdrawals now go to your saved addresses only',
    'A withdrawal address was saved',
    'A saved withdrawal address was deleted',
    'Withdrawals to any address were requested and will be possible after the waiting time',
    'Withdrawals now go to your saved addresses only',
    'Withdrawals to any address were requested and will be possible after the waiting time',
  ]);
});

it('takes a code for an address that is added while it is on, and tells of each that is added or removed', async () => {
  await app.person('bob');
  const mine = await save('bob', 'My ledger');
  expect(mine.status).toBe(200);
  await postAs('bob', `${path}/turn-on`);
  const remove = { method: 'DELETE', path: `wallet/addresses/${mine.body.id}`, as: 'bob' } as const;
  expect((await app.call(remove)).status).toBe(200);
  const thief = { address: outside(78) };
  const bare = await save('bob', 'My ledger', thief);
  expect([bare.status, bare.body.code]).toEqual([401, 'two_factor_required']);
  const confirmation = await mailedCode(app, 'bob', 'security');
  const wrong = {
    method: 'email',
    code: confirmation.method === 'email' && confirmation.code === '000000' ? '111111' : '000000',
  };
  expect((await save('bob', 'My ledger', { ...thief, confirmation: wrong })).body.code).toBe(
    'two_factor_invalid',
  );
  expect(await labels('bob')).toEqual([]);
  // What is refused for another reason leaves the code as it is.
  expect((await save('bob', 'Bad', { address: 'nonsense', confirmation })).body.code).toBe('wrong_address');
  expect((await save('bob', 'My ledger', { ...thief, confirmation })).status).toBe(200);
  expect(await events('bob')).toEqual([
    'saved_address_added: My ledger',
    'saved_address_removed: My ledger',
    'saved_address_added: My ledger',
  ]);
  const told = (await notices('bob')).filter(({ subject }) => subject.includes('address was'));
  expect(told).toHaveLength(3);
  for (const { text } of told) expect(text).toContain('/account/not-me/');
});

it('saves no address while payouts or the account are frozen', async () => {
  await app.person('cid');
  const freeze = (set: string) => app.change(`update users set ${set} where id = '${userId('cid')}'`);
  await freeze("payouts_frozen_until = '2100-01-01'");
  const paused = await save('cid', 'Cold');
  expect([paused.status, paused.body.code]).toEqual([403, 'payouts_frozen']);
  await freeze('payouts_frozen_until = null, frozen_at = now()');
  expect((await save('cid', 'Cold')).body.code).toBe('account_frozen');
  expect(await labels('cid')).toEqual([]);
});

it('calls off what was queued before it was turned on, also when the process died in between', async () => {
  await app.person('fay');
  await app.fund('fay', 'BTC', '1');
  const asked = { currency: 'BTC', network: 'bitcoin', amount: '0.01', address, client_id: 'before' };
  const { body } = await postAs('fay', 'wallet/withdrawals', asked);
  // As the process left it that wrote the switch down and nothing more.
  await app.change(`insert into saved_addresses_only (user_id, since) values ('${userId('fay')}', now())`);
  await tendSavedOnly(app.platform);
  const read = await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'fay' });
  expect(read.body).toMatchObject({ stage: 'cancelled' });
  const { rows } = await sql`select from saved_addresses_only where enforced_at is null`.execute(
    app.test.database.kysely,
  );
  expect(rows).toEqual([]);
});

it('stays on when its owner says that it was not them who is turning it off', async () => {
  await app.person('gus');
  await postAs('gus', `${path}/turn-on`);
  const confirmation = await mailedCode(app, 'gus', 'security');
  const off = await postAs('gus', `${path}/turn-off`, { confirmation });
  expect(off.body.ends).not.toBeNull();
  await app.test.database.kysely
    .transaction()
    .execute((db) => hooks.removeAddedTo(db, { userId: userId('gus'), since: now }));
  const { body } = await app.call({ path, as: 'gus' });
  expect(body).toMatchObject({ enabled: true, ends: null });
});

it('keeps no young address once its owner says that it was not them', async () => {
  await app.person('dan');
  await save('dan', 'Old');
  hours(49);
  await save('dan', 'Since', { address: outside(79) });
  hours(25);
  await save('dan', 'Waiting', { address: outside(80) });
  const since = new Date(now.getTime() - 48 * 3_600_000);
  const disowned = () =>
    app.test.database.kysely
      .transaction()
      .execute((transaction) => hooks.removeAddedTo(transaction, { userId: userId('dan'), since }));
  await disowned();
  expect(await labels('dan')).toEqual(['Old']);
  expect((await events('dan')).slice(3).sort()).toEqual([
    'saved_address_removed: Since',
    'saved_address_removed: Waiting',
  ]);
  await app.change('update withdrawal_policy set address_delay_hours = 96');
  await disowned();
  await app.change('update withdrawal_policy set address_delay_hours = 24');
  expect(await labels('dan')).toEqual([]);
});
