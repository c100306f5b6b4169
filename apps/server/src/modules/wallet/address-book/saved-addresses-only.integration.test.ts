import { addressFormats } from '@emporion/chains';
import { SavedAddressesOnly } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
let now = new Date('2026-05-01T12:00:00.000Z');
beforeAll(async () => {
  app = await createWalletApp({ clock: { now: () => now } });
});
afterAll(() => app.close());

const path = 'wallet/saved-addresses-only';
const post = (part: string, body: object = {}) => app.call({ method: 'POST', path: part, as: 'ann', body });
const stands = async () => SavedAddressesOnly.parse((await app.call({ path, as: 'ann' })).body);
const address = addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 77 }));
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
const noticesSent = async () => {
  const { rows } = await sql<{ subject: string }>`
    select subject from messages where recipient = 'ann@example.test' and template = 'identity.notice' order by sequence
  `.execute(app.test.database.kysely);
  return rows.map(({ subject }) => subject);
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
  await post('wallet/addresses', { label: 'Cold', currency: 'BTC', network: 'bitcoin', address });
  expect(await withdraw()).toBe('address_not_saved');
  hours(24);
  expect(await withdraw()).toBeUndefined();
  const { body: saved } = await app.call({ path: 'wallet/addresses', as: 'ann' });
  await app.call({ method: 'DELETE', path: `wallet/addresses/${saved.results[0].id}`, as: 'ann' });

  expect((await post(`${path}/turn-off`)).body.code).toBe('two_factor_required');
  const confirmation = async () => ({ confirmation: await mailedCode(app, 'ann', 'security') });
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
  expect(await noticesSent()).toEqual([
    'Withdrawals now go to your saved addresses only',
    'Withdrawals to any address were asked for and will be possible after the waiting time',
    'Withdrawals now go to your saved addresses only',
    'Withdrawals to any address were asked for and will be possible after the waiting time',
  ]);
});
