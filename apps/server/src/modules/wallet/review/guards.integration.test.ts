import { addressFormats } from '@emporion/chains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from '#platform/http/problem.ts';
import { adoptSettings, defaultSettings } from '#platform/settings/exchange-settings.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { payoutBed } from '../testing/payout-bed.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import { createOperator } from '../testing/staff.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { checkPayout } from './propose-payout.ts';

let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  app = await createWalletApp({ jobs: { add: async () => undefined, stop: async () => undefined } });
  operator = await createOperator(app);
  await app.change(
    'update withdrawal_policy set velocity_requests = 1000, attempts_per_minute = 1000, level = 2',
  );
  await app.change('update treasury_policy set payout_two_people_above = 1000000');
  await app.fund('seller', 'BTC', '1');
  await app.fund('buyer', 'USDT', '60000');
  const order = { type: 0, pair: 'BTC-USDT', quantity: '0.01', price: '60000' };
  await post('orders', 'seller', { ...order, operation: 'sell' });
  await post('orders', 'buyer', { ...order, operation: 'buy' });
});
afterAll(() => app.close());

let version = 0;
const require = (requirement: object) =>
  adoptSettings(app.platform, {
    version: ++version,
    settings: {
      ...defaultSettings,
      requirements: { kyc: false, twoFactor: false, email: false, phone: false, ...requirement },
    },
  });

const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as === undefined ? {} : { as }), body });
const newestMail = async (name: string) => {
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(app.test.database.kysely);
  return rows[0]?.text ?? '';
};

let counter = 0;
const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 900 + index }));
async function ask(name: string): Promise<string> {
  counter += 1;
  const address = outside(counter);
  const asked = { currency: 'BTC', network: 'bitcoin', amount: '0.01', client_id: `r${counter}`, address };
  return (await post('wallet/withdrawals', name, asked)).body.id;
}
async function codeFor(name: string, id: string) {
  await app.change("update sent_codes set sent_at = sent_at - interval '2 minutes'");
  await post(`wallet/withdrawals/${id}/send-code`, name, { method: 'email' });
  return { method: 'email', code: /(?<!\d)\d{6}(?!\d)/.exec(await newestMail(name))?.[0] ?? '' };
}
async function linkFor(name: string): Promise<string> {
  const id = await ask(name);
  await post(`wallet/withdrawals/${id}/confirm`, name, { confirmation: await codeFor(name, id) });
  return /confirm-withdrawal-request\/(\S+)/.exec(await newestMail(name))?.[1] ?? '';
}

/** Three withdrawals, of which one waits for its code, one for its link and one for a person, by approval and by proposal: how each goes on. */
async function waiting(name: string) {
  await app.person(name);
  await giveSecondFactor(app, name);
  await app.fund(name, 'BTC', '5');
  await app.change('update withdrawal_policy set hold_above = 0');
  const held = await post('withdrawal/confirm-withdrawal-request', undefined, { token: await linkFor(name) });
  expect(held.body.stage).toBe('held');
  await app.change('update withdrawal_policy set hold_above = 20000');
  const token = await linkFor(name);
  const id = await ask(name);
  const confirmation = await codeFor(name, id);
  return async () => {
    // What staff may propose is asked first: once approved, there is nothing left to propose.
    const proposed = await checkPayout(app.platform, held.body.id).then(
      () => 'goes on',
      ({ code }: Problem) => code,
    );
    const answers = await Promise.all([
      post(`wallet/withdrawals/${id}/confirm`, name, { confirmation }),
      post('withdrawal/confirm-withdrawal-request', undefined, { token }),
      operator.call('POST', `admin/withdrawals/${held.body.id}/approve`),
    ]);
    return [...answers.map(({ body }) => body.code ?? 'goes on'), proposed];
  };
}

it.each([
  ['twoFactor', 'two_factor_setup_required', 'second_factor = false', 'second_factor = true'],
  ['phone', 'phone_not_verified', 'phone_verified_at = null', 'phone_verified_at = now()'],
  ['email', 'email_not_verified', 'email_verified_at = null', 'email_verified_at = now()'],
  // It becomes approved from pending, and from nothing else.
  ['kyc', 'kyc_pending', "kyc_status = 'pending'", "kyc_status = 'approved'"],
])(
  '%s holds up code, link, approval and proposal from the moment of the switch, until it is met',
  async (name, code, unmet, met) => {
    const owner = `owner of ${name}`.replaceAll(' ', '-');
    const own = (set: string) => app.change(`update users set ${set} where id = '${userId(owner)}'`);
    require({});
    const goOn = await waiting(owner);
    await own(unmet);
    require({ [name]: true });
    // Staff are told of the owner, not as if it were their own account.
    expect(await goOn()).toEqual([code, code, 'owner_unproved', 'owner_unproved']);
    await own(met);
    expect(await goOn()).toEqual(['goes on', 'goes on', 'goes on', 'goes on']);
  },
);

it('lets nobody withdraw without a proved address, whether or not it is required to log in', async () => {
  require({});
  const goOn = await waiting('unproved');
  await app.change(`update users set email_verified_at = null where id = '${userId('unproved')}'`);
  expect(await goOn()).toEqual([
    ...['email_not_verified', 'email_not_verified', 'owner_unproved', 'owner_unproved'],
  ]);
});

it('refuses an address that staff denied at every step, holds what is queued for it, and tells who decides', async () => {
  require({});
  const before = counter;
  const goOn = await waiting('denied');
  const addresses = Array.from({ length: counter - before }, (_, index) => outside(before + 1 + index));
  await app.person('queuer');
  await giveSecondFactor(app, 'queuer');
  await app.fund('queuer', 'BTC', '1');
  const token = await linkFor('queuer');
  const queued = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
  expect(queued.body.stage).toBe('queued');
  const list = (address: string, verdict = 'deny') =>
    operator.call('POST', 'admin/listed-addresses', { network: 'bitcoin', address, verdict });
  for (const address of [...addresses, outside(counter)]) expect((await list(address)).status).toBe(200);
  expect((await list(outside(counter), 'allow')).body.code).toBe('address_listed');
  expect((await list('nowhere')).body.code).toBe('invalid_withdrawal_address');
  expect(await goOn()).toEqual(Array(4).fill('address_denied'));
  const review = await operator.get(`admin/withdrawals/${queued.body.id}`);
  expect(review.body).toMatchObject({
    ...{ stage: 'held', hold_reasons: ['staff'] },
    address_history: { listed: { verdict: 'deny', reason: 'looked into it' } },
  });
  await app.person('tempted');
  await giveSecondFactor(app, 'tempted');
  await app.fund('tempted', 'BTC', '1');
  const asked = {
    currency: 'BTC',
    network: 'bitcoin',
    amount: '0.01',
    client_id: 'x1',
    address: outside(counter),
  };
  expect((await post('wallet/withdrawals', 'tempted', asked)).body.code).toBe('address_denied');
  const { rows } = await sql<{ event: string }>`
    select event from security_events where user_id = ${userId('tempted')} and event = 'denied_address_refused'
  `.execute(app.test.database.kysely);
  expect(rows).toHaveLength(1);
  await operator.call('POST', 'admin/listed-addresses/remove', { address: outside(counter) });
  expect((await post('wallet/withdrawals', 'tempted', asked)).status).toBe(200);
  const released = await operator.call('POST', `admin/withdrawals/${queued.body.id}/release`);
  expect(released.body.stage).toBe('queued');
});

it('hands lists of withdrawals and deposits out as files, each with a row of the audit log', async () => {
  const download = async (path: string) => {
    const confirmation = await mailedCode(app, 'operator', 'back_office');
    const answer = await app.app.inject({
      ...{ method: 'POST', url: `/api/v1/admin/${path}`, headers: { authorization: 'Bearer operator' } },
      payload: { reason: 'looked into it', confirmation },
    });
    return answer.body.trim().split('\r\n');
  };
  const [head, ...lines] = await download(`withdrawals/export/?user=${userId('denied')}`);
  expect(head).toContain('user,username,currency,network,amount');
  expect(lines).toHaveLength(3);
  expect(await download('deposits/export/?status=failed')).toHaveLength(1);
  const { rows } = await sql<{ action: string; after: object }>`
    select action, after from audit_log where action like '%_exported' order by number
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([
    { action: 'withdrawals_exported', after: { user: userId('denied'), order: 'newest' } },
    { action: 'deposits_exported', after: { status: 'failed', order: 'newest' } },
  ]);
});

it('sweeps what is not worth it when somebody asks, and is done after that', async () => {
  const bed = payoutBed(app, 'bitcoin');
  await app.change('update coin_blockchains set deposit_min = 0');
  await app.change("update blockchains set sweep_worth = 1000000000 where code = 'bitcoin'");
  await app.pay('saver', { network: 'bitcoin', coin: 'BTC', amount: '0.01' });
  await app.mine('bitcoin', 3);
  const { address } = await app.addressOf('saver', 'bitcoin');
  const sweeps = async () =>
    (
      await sql`select from payouts where kind = 'sweep' and from_address = ${address}`.execute(
        app.test.database.kysely,
      )
    ).rows.length;
  await bed.turn();
  expect(await sweeps()).toBe(0);
  expect((await operator.call('POST', 'admin/networks/bitcoin/sweep')).status).toBe(200);
  expect((await operator.call('POST', 'admin/networks/nowhere/sweep')).body.code).toBe('network_invalid');
  for (let turns = 0; turns < 3; turns += 1) await bed.turn();
  expect(await sweeps()).toBe(1);
  const { rows } = await sql`select from sweep_requests`.execute(app.test.database.kysely);
  expect(rows).toEqual([]);
});
