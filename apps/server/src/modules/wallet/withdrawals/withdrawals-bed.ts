import { addressFormats } from '@emporion/chains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { AccountHooks } from '#modules/identity/index.ts';
import { testKeys } from '#testing/test-keys.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

export let app: WalletApp;
export const hooks = new AccountHooks();
export const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 500 + index }));
export let counter = 0;
export const asked = (more: object = {}) => {
  counter += 1;
  return {
    ...{ currency: 'BTC', network: 'bitcoin', amount: '0.01', client_id: `c${counter}` },
    address: outside(counter),
    ...more,
  };
};
export const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as === undefined ? {} : { as }), body });
/** Staff withdraw nothing: what they own was asked for before they became that. */
export const asTrader = (name: string) => (name.startsWith('operator') ? `private ${name}` : name);
export const request = (as: string, more: object = {}) =>
  post('wallet/withdrawals', asTrader(as), asked(more));
export async function rich(name: string, amount = '5'): Promise<void> {
  await mailOnly(name, amount);
  await giveSecondFactor(app, name);
}
/** The same without a second factor: one mail confirms their withdrawals. */
export async function mailOnly(name: string, amount = '5'): Promise<void> {
  await app.person(name);
  await app.fund(name, 'BTC', amount);
}
export const mailsTo = async (name: string) => {
  const { rows } = await sql<{ text: string; template: string }>`
    select text, template from messages where recipient = ${`${name}@example.test`} order by sequence
  `.execute(app.test.database.kysely);
  return rows;
};
/** The code stands on a line of its own; addresses and links have digits too. */
export const codeIn = (text = ''): string => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';
export async function codeFor(name: string, id: string): Promise<string> {
  const sent = await post(`wallet/withdrawals/${id}/send-code`, asTrader(name), { method: 'email' });
  expect(sent.status).toBe(200);
  return codeIn((await mailsTo(name)).at(-1)?.text);
}
export async function confirm(name: string, id: string) {
  const confirmation = { method: 'email', code: await codeFor(name, id) };
  return post(`wallet/withdrawals/${id}/confirm`, asTrader(name), { confirmation });
}
export const linkOf = async (name: string) =>
  /confirm-withdrawal-request\/(\S+)/.exec((await mailsTo(name)).at(-1)?.text ?? '')?.[1] ?? '';
export async function throughLink(name: string, more: object = {}) {
  const { body } = await request(name, more);
  const confirmed = await confirm(name, body.id);
  // Of an account whose mailbox is its only factor, the code was all.
  if (confirmed.body.confirmation === null) return confirmed;
  return post('withdrawal/confirm-withdrawal-request', undefined, { token: await linkOf(name) });
}
export const actual = async (name: string, coin = 'BTC') => (await app.balance(name))[coin]?.actual;
export const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, ['bitcoin', 'xrp-ledger']),
    sign: testSigner(app.platform),
  });
export async function decide(id: string, decision: 'approve' | 'reject' | 'call-off', as = 'operator') {
  const confirmation = await mailedCode(app, as, 'back_office');
  return post(`admin/withdrawals/${id}/${decision}`, as, { reason: 'The owner was called', confirmation });
}

/** An exchange where somebody has traded, so that there is a price; nothing of it runs by itself. */
export function useWithdrawalApp(): void {
  beforeAll(async () => {
    app = await createWalletApp({
      modules: [{ name: 'hooks', register: (server) => void server.decorate('accountHooks', hooks) }],
    });
    await app.change(
      'update withdrawal_policy set velocity_requests = 1000, attempts_per_minute = 1000, level = 2, hold_above = 20000',
    );
    // Somebody has traded, so that there is a price.
    await app.fund('seller', 'BTC', '1');
    await app.fund('buyer', 'USDT', '60000');
    const order = { type: 0, pair: 'BTC-USDT', quantity: '0.01', price: '60000' };
    await post('orders', 'seller', { ...order, operation: 'sell' });
    await post('orders', 'buyer', { ...order, operation: 'buy' });
  });
  afterAll(() => app.close());
}
