import { addressFormats } from '@emporion/chains';
import { ReviewedWithdrawal, Withdrawal } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountHooks } from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from './book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from './store.ts';

let app: WalletApp;
const hooks = new AccountHooks();
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

const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 500 + index }));
let counter = 0;
const asked = (more: object = {}) => {
  counter += 1;
  return {
    ...{ currency: 'BTC', network: 'bitcoin', amount: '0.01', client_id: `c${counter}` },
    address: outside(counter),
    ...more,
  };
};
const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as === undefined ? {} : { as }), body });
/** Staff withdraw nothing: what they own was asked for before they became that. */
const asTrader = (name: string) => (name.startsWith('operator') ? `private ${name}` : name);
const request = (as: string, more: object = {}) => post('wallet/withdrawals', asTrader(as), asked(more));
async function rich(name: string, amount = '5'): Promise<void> {
  await app.person(name);
  await app.fund(name, 'BTC', amount);
}
const mailsTo = async (name: string) => {
  const { rows } = await sql<{ text: string; template: string }>`
    select text, template from messages where recipient = ${`${name}@example.test`} order by sequence
  `.execute(app.test.database.kysely);
  return rows;
};
async function codeFor(name: string, id: string): Promise<string> {
  const sent = await post(`wallet/withdrawals/${id}/send-code`, asTrader(name), { method: 'email' });
  expect(sent.status).toBe(200);
  return /(?<!\d)\d{6}(?!\d)/.exec((await mailsTo(name)).at(-1)?.text ?? '')?.[0] ?? '';
}
async function confirm(name: string, id: string) {
  const confirmation = { method: 'email', code: await codeFor(name, id) };
  return post(`wallet/withdrawals/${id}/confirm`, asTrader(name), { confirmation });
}
const linkOf = async (name: string) =>
  /confirm-withdrawal-request\/(\S+)/.exec((await mailsTo(name)).at(-1)?.text ?? '')?.[1] ?? '';
async function throughLink(name: string, more: object = {}) {
  const { body } = await request(name, more);
  await confirm(name, body.id);
  return post('withdrawal/confirm-withdrawal-request', undefined, { token: await linkOf(name) });
}
const actual = async (name: string, coin = 'BTC') => (await app.balance(name))[coin]?.actual;
const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, ['bitcoin', 'xrp-ledger']),
    sign: testSigner(app.platform),
  });

describe('a withdrawal', () => {
  it('is asked for, confirmed by code and link, sent, and shown all the way', async () => {
    await app.person('ann');
    await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '1' });
    await app.mine('bitcoin', 3);
    for (let times = 0; times < 3; times += 1) {
      await turn();
      await app.mine('bitcoin', 3);
    }
    const { status, body } = await request('ann', { amount: '0.25' });
    expect(status).toBe(200);
    expect(Withdrawal.parse(body)).toMatchObject({
      ...{ stage: 'requested', status: 'pending', reason: 'code', total: '0.2501', cancellable: true },
      confirmation: { step: 'code', methods: ['email'], attempts_left: 5 },
    });
    expect(await actual('ann')).toBe('0.7499');
    const confirmed = await confirm('ann', body.id);
    expect(confirmed.body).toMatchObject({ reason: 'link', confirmation: { step: 'link' } });
    const token = await linkOf('ann');
    const linked = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
    expect(linked.body).toMatchObject({ stage: 'queued', confirmation: null });
    // Pressed twice, its owner is told the same twice.
    expect((await post('withdrawal/confirm-withdrawal-request', 'ann', { token })).status).toBe(200);
    await turn();
    const read = () => app.call({ path: `wallet/withdrawals/${body.id}`, as: 'ann' });
    expect((await read()).body).toMatchObject({
      stage: 'broadcast',
      status: 'confirming',
      cancellable: false,
    });
    await app.mine('bitcoin', 3);
    await turn();
    const done = (await read()).body;
    expect(done).toMatchObject({ stage: 'completed', status: 'completed', confirmations: 2 });
    expect(done.hash).toMatch(/^[0-9a-f]{64}$/);
    const told = (await mailsTo('ann')).filter(({ template }) => template === 'wallet.withdrawal');
    expect(told.map(({ text }) => text.includes(done.hash))).toEqual([true, true]);
    const { rows } = await sql<{ template: string }>`
      select template from user_notifications where user_id = ${userId('ann')} and template like 'withdrawal%' order by id
    `.execute(app.test.database.kysely);
    expect(rows.map(({ template }) => template)).toEqual(['withdrawal_sent', 'withdrawal_completed']);
    expect(await actual('ann')).toBe('0.7499');
  });

  it('has its recipient checked before, by the rules of the request', async () => {
    await rich('careful');
    await app.person('friend');
    const check = (more: object) =>
      post('wallet/withdrawal-recipient', 'careful', { currency: 'BTC', network: 'bitcoin', ...more });
    const { address } = await app.addressOf('friend', 'bitcoin');
    const known = await check({ address: ` ${address.toUpperCase()} ` });
    expect(known.body).toEqual({ address, memo: null, internal: true });
    const own = await check({ address: (await app.addressOf('careful', 'bitcoin')).address });
    expect(own.body).toMatchObject({ code: 'wrong_address', fields: { address: expect.any(String) } });
    const wrong = await check({ address: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}` });
    expect(wrong.body).toMatchObject({ code: 'invalid_withdrawal_address' });
    expect((await check({ address, memo: '7' })).body.code).toBe('invalid_memo');
    await post('wallet/saved-addresses-only/turn-on', 'careful');
    expect((await check({ address })).body.code).toBe('address_not_saved');
  });

  it('is read by the link of its mail, by its owner alone, and nothing happens', async () => {
    await rich('reader');
    await app.person('stranger');
    const { body } = await request('reader');
    await confirm('reader', body.id);
    const token = await linkOf('reader');
    const read = (name: string) => post('withdrawal/read-withdrawal-request', name, { token });
    expect((await read('reader')).body).toMatchObject({ id: body.id, stage: 'requested', reason: 'link' });
    const other = await read('stranger');
    expect([other.status, other.body.code]).toEqual([403, 'link_of_another_account']);
    expect(Object.keys(other.body).sort()).toEqual(['code', 'detail']);
    await post('withdrawal/cancel-withdrawal-request', undefined, { token });
    expect((await read('reader')).body).toMatchObject({ stage: 'cancelled', confirmation: null });
  });

  it('has its mail sent once more after a minute, to its owner alone, and only the last link works', async () => {
    await rich('waiting');
    await app.person('curious');
    const { body } = await request('waiting');
    const again = (name: string) => post(`wallet/withdrawals/${body.id}/send-link`, name);
    expect((await again('waiting')).body.code).toBe('confirmation_required');
    const confirmed = await confirm('waiting', body.id);
    const first = await linkOf('waiting');
    expect(await again('waiting')).toMatchObject({ status: 429, body: { code: 'already_sent' } });
    expect((await again('curious')).body.code).toBe('transaction_not_found');
    await sql`
      update withdrawals set link_sent_at = link_sent_at - interval '61 seconds' where id = ${body.id}
    `.execute(app.test.database.kysely);
    const sent = await again('waiting');
    expect(sent.status).toBe(200);
    // The time to confirm goes on.
    expect(sent.body.confirmation.expires).toBe(confirmed.body.confirmation.expires);
    const { resend_from: before } = confirmed.body.confirmation;
    expect(Date.parse(sent.body.confirmation.resend_from)).toBeGreaterThanOrEqual(Date.parse(before));
    const last = await linkOf('waiting');
    const press = (token: string) => post('withdrawal/confirm-withdrawal-request', undefined, { token });
    expect((await press(first)).body.code).toBe('invalid_token');
    expect((await press(last)).body).toMatchObject({ stage: 'queued' });
    expect((await again('waiting')).body.code).toBe('withdrawal_already_confirmed');
  });

  it('is neither confirmed nor cancelled by its link with the login of another, and who pressed is written down', async () => {
    await rich('presser');
    await app.person('thief');
    const { body } = await request('presser');
    await confirm('presser', body.id);
    const token = await linkOf('presser');
    const press = (what: 'confirm' | 'cancel', as: string | undefined) =>
      post(`withdrawal/${what}-withdrawal-request`, as, { token });
    const saysOnly = async (as: string | undefined, code: string) => {
      for (const what of ['confirm', 'cancel'] as const) {
        const told = await press(what, as);
        expect([Object.keys(told.body).sort(), told.body.code]).toEqual([['code', 'detail'], code]);
      }
    };
    await saysOnly('thief', 'link_of_another_account');
    const read = async () => (await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'presser' })).body;
    expect(await read()).toMatchObject({ stage: 'requested', reason: 'link' });
    const { kysely } = app.test.database;
    const shift = (minutes: number) =>
      sql`update withdrawals set link_expires_at = link_expires_at + ${minutes} * interval '1 minute' where id = ${body.id}`.execute(
        kysely,
      );
    await shift(-31);
    await saysOnly(undefined, 'invalid_token');
    await shift(31);
    expect((await press('confirm', undefined)).body.stage).toBe('queued');
    await saysOnly(undefined, 'withdrawal_already_confirmed');
    expect((await read()).stage).toBe('queued');
    expect((await press('cancel', 'presser')).body.stage).toBe('cancelled');
    await saysOnly(undefined, 'withdrawal_already_cancelled');
    await saysOnly('thief', 'link_of_another_account');
    const { rows } = await sql<object>`
      select event, actor_id as actor, address is not null and device is not null as "hasOrigin", details from security_events
      where user_id = ${userId('presser')} and event like 'withdrawal_link%' order by id
    `.execute(kysely);
    expect(rows).toEqual([
      {
        ...{ event: 'withdrawal_link_confirmed', actor: null, hasOrigin: true },
        details: { withdrawal: body.id, logged_in: false },
      },
      {
        ...{ event: 'withdrawal_link_cancelled', actor: userId('presser'), hasOrigin: true },
        details: { withdrawal: body.id, logged_in: true },
      },
    ]);
  });

  it('ends after five wrong codes, and the money comes back', async () => {
    await rich('wrong');
    const { body } = await request('wrong');
    const right = await codeFor('wrong', body.id);
    const wrong = { method: 'email', code: right === '000000' ? '111111' : '000000' };
    // The mail says what the code confirms.
    const mail = (await mailsTo('wrong')).at(-1)?.text;
    for (const fact of ['0.01 BTC', 'Bitcoin', body.address]) expect(mail).toContain(fact);
    for (let times = 1; times <= 5; times += 1) {
      const refused = await post(`wallet/withdrawals/${body.id}/confirm`, 'wrong', { confirmation: wrong });
      expect([refused.status, refused.body.code]).toEqual([401, 'two_factor_invalid']);
      expect(refused.body.detail.includes('this withdrawal has ended')).toBe(times === 5);
    }
    const late = await post(`wallet/withdrawals/${body.id}/confirm`, 'wrong', {
      confirmation: { method: 'email', code: right },
    });
    expect(late.body.code).toBe('withdrawal_already_cancelled');
    expect(await actual('wrong')).toBe('5');
  });

  it('is confirmed by no code that was sent for another', async () => {
    await rich('switch');
    const first = (await request('switch')).body;
    const code = await codeFor('switch', first.id);
    await post(`wallet/withdrawals/${first.id}/cancel`, 'switch');
    const second = (await request('switch', { amount: '4' })).body;
    const given = { confirmation: { method: 'email', code } };
    const refused = await post(`wallet/withdrawals/${second.id}/confirm`, 'switch', given);
    expect(refused.body.code).toBe('two_factor_invalid');
  });

  it('is called off by its owner or by the link, and not any more once it has left', async () => {
    await rich('off');
    const first = await request('off');
    const atOnce = Array.from({ length: 5 }, () => post(`wallet/withdrawals/${first.body.id}/cancel`, 'off'));
    const outcomes = (await Promise.all(atOnce)).map(({ status, body }) => [status, body.stage, body.status]);
    expect(outcomes).toEqual(outcomes.map(() => [200, 'cancelled', 'cancelled']));
    expect(await actual('off')).toBe('5');
    const second = await request('off');
    await confirm('off', second.body.id);
    const token = await linkOf('off');
    expect((await post('withdrawal/cancel-withdrawal-request', undefined, { token })).status).toBe(200);
    const late = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
    expect(late.body.code).toBe('withdrawal_already_cancelled');
    expect(await actual('off')).toBe('5');
  });

  it('that nobody confirms in time ends by itself', async () => {
    await rich('late');
    const { body } = await request('late');
    await sql`update withdrawals set created_at = created_at - interval '31 minutes' where id = ${body.id}`.execute(
      app.test.database.kysely,
    );
    await turn();
    const { body: ended } = await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'late' });
    expect(ended).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(await actual('late')).toBe('5');
  });

  it('to an address of another user never leaves, and costs nothing; to an own one it is refused', async () => {
    await rich('giver');
    await app.person('taker');
    const { address } = await app.addressOf('taker', 'bitcoin');
    const linked = await throughLink('giver', { address, amount: '0.2' });
    expect(linked.body).toMatchObject({ stage: 'completed', internal: true, fee: '0', hash: null });
    expect([await actual('giver'), await actual('taker')]).toEqual(['4.8', '0.2']);
    const own = await request('giver', { address: (await app.addressOf('giver', 'bitcoin')).address });
    expect(own.body.code).toBe('wrong_address');
  });

  it('to an address that another user or the house has on another network of the kind never leaves either', async () => {
    await app.person('roamer');
    await app.fund('roamer', 'USDT', '50');
    await app.person('settler');
    const { address } = await app.addressOf('settler', 'ethereum');
    const elsewhere = { currency: 'USDT', network: 'bnb-smart-chain', amount: '20' };
    const sent = await throughLink('roamer', { ...elsewhere, address });
    expect(sent.body).toMatchObject({ stage: 'completed', internal: true, fee: '0', hash: null });
    expect([await actual('roamer', 'USDT'), await actual('settler', 'USDT')]).toEqual(['30', '20']);
    const own = await app.addressOf('roamer', 'arbitrum');
    expect((await request('roamer', { ...elsewhere, address: own.address })).body.code).toBe('wrong_address');
    const { coins } = await readNetworks(app.platform);
    const contract = coins.find(({ coin, network }) => coin === 'USDT' && network === 'ethereum')?.contract;
    expect((await request('roamer', { ...elsewhere, address: contract })).body.code).toBe('wrong_address');
  });

  it('to an address of an account that is closed is refused, also when it was closed since', async () => {
    await rich('late-giver');
    await app.person('leaver');
    const { address } = await app.addressOf('leaver', 'bitcoin');
    const { body } = await request('late-giver', { address });
    await confirm('late-giver', body.id);
    await app.change(
      `update users set status = 'closed', closed_at = now() where id = '${userId('leaver')}'`,
    );
    const token = await linkOf('late-giver');
    const linked = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
    expect(linked.body.code).toBe('wrong_address');
    expect((await request('late-giver', { address })).body.code).toBe('wrong_address');
    expect(await actual('late-giver')).toBe('5');
  });

  it("is nobody else's business", async () => {
    await rich('mine');
    await app.person('nosy');
    const { body } = await request('mine');
    for (const path of ['confirm', 'cancel', 'send-code'])
      expect(
        (await post(`wallet/withdrawals/${body.id}/${path}`, 'nosy', { method: 'email' })).status,
      ).not.toBe(200);
    const seen = await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'nosy' });
    expect([seen.status, seen.body.code]).toEqual([404, 'transaction_not_found']);
  });
});

async function decide(id: string, decision: 'approve' | 'reject' | 'call-off', as = 'operator') {
  const confirmation = await mailedCode(app, as, 'back_office');
  return post(`admin/withdrawals/${id}/${decision}`, as, { reason: 'The owner was called', confirmation });
}

describe('a held withdrawal', () => {
  const lastEventOf = async (name: string) => {
    const { rows } = await sql<{ event: string; id: string }>`
      select event, details ->> 'withdrawal' as id from security_events where actor_id = ${userId(name)}
      order by security_events.id desc limit 1
    `.execute(app.test.database.kysely);
    return rows[0];
  };

  it('is listed to staff, let go or rejected once, with a code and a reason, and never by its owner', async () => {
    await rich('held');
    await rich('held-too');
    await rich('operator');
    await app.person('operator-two');
    await app.change('update withdrawal_policy set hold_above = 1');
    const [first, second] = [await throughLink('held'), await throughLink('held-too')];
    const own = await throughLink('operator');
    await app.change('update withdrawal_policy set hold_above = 20000');
    expect(first.body).toMatchObject({ stage: 'held', reason: 'review' });
    const listed = await app.call({ path: 'admin/withdrawals?stage=held&limit=1', as: 'operator' });
    expect(ReviewedWithdrawal.parse(listed.body.results[0])).toMatchObject({ hold_reasons: ['amount'] });
    expect((await app.call({ path: 'admin/withdrawals', as: 'held' })).status).toBe(404);
    expect((await decide(own.body.id, 'approve')).body.code).toBe('own_withdrawal');
    expect(await lastEventOf('operator')).toMatchObject({ event: 'own_withdrawal_refused', id: own.body.id });
    const decided = await decide(first.body.id, 'approve');
    expect(decided.body).toMatchObject({ stage: 'queued', decision: { approved: true } });
    expect((await decide(first.body.id, 'reject')).body.code).toBe('withdrawal_not_held');
    expect((await decide(second.body.id, 'reject')).body).toMatchObject({ stage: 'rejected' });
    expect((await decide(own.body.id, 'reject', 'operator-two')).status).toBe(200);
    expect(await actual('held')).toBe('4.9899');
    // What was decided stays as it was said, whatever comes of it.
    await post(`wallet/withdrawals/${first.body.id}/cancel`, 'held');
    const ended = await app.call({ path: 'admin/withdrawals?status=cancelled&limit=100', as: 'operator' });
    const shown = ended.body.results.find(({ id }: { id: string }) => id === first.body.id);
    expect(shown).toMatchObject({ reason: 'cancelled_by_user', decision: decided.body.decision });
    expect(shown.decision.reason).toBe('The owner was called');
    expect([await actual('held-too'), await actual('operator')]).toEqual(['5', '5']);
  });

  it('that is on its way is called off by nobody whose own one its transaction pays too', async () => {
    await app.person('whale');
    await app.pay('whale', { network: 'bitcoin', coin: 'BTC', amount: '5' });
    await app.mine('bitcoin', 3);
    for (let times = 0; times < 2; times += 1) {
      await turn();
      await app.mine('bitcoin', 3);
    }
    await rich('operator');
    const [other, own] = [await throughLink('whale'), await throughLink('operator')];
    await turn();
    const { rows } = await sql<{ payouts: string }>`
      select count(distinct payout_id)::text as payouts from withdrawals
      where id in (${other.body.id}, ${own.body.id}) and status = 'broadcast'
    `.execute(app.test.database.kysely);
    expect(rows[0]?.payouts).toBe('1');
    expect((await decide(other.body.id, 'call-off')).body.code).toBe('own_withdrawal');
    expect(await lastEventOf('operator')).toMatchObject({
      ...{ event: 'own_withdrawal_refused', id: other.body.id },
    });
    expect((await decide(own.body.id, 'call-off', 'operator-two')).status).toBe(200);
    expect(await lastEventOf('operator-two')).toMatchObject({
      ...{ event: 'withdrawal_called_off', id: own.body.id },
    });
  });
});

describe('a withdrawal that the hot address can pay', () => {
  async function queued(name: string, amount: string) {
    counter += 1;
    const { kysely } = app.test.database;
    const key = testKeys('xrp').publicKey({ branch: 1, index: 500 + counter });
    const written = await insertWithdrawal(kysely, {
      ...{ userId: userId(name), clientId: `q${counter}`, coin: 'XRP', network: 'xrp-ledger', memo: '7' },
      ...{ address: addressFormats.xrp.fromPublicKey(key), amount, fee: '0', value: null, recipient: null },
      ...{ isNewDevice: false, now: app.platform.clock.now() },
      origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
    });
    const held = written && (await book(app.platform, written));
    const confirmed = held && (await changeWithdrawal(kysely, held, { status: 'confirmed' }));
    return confirmed && changeWithdrawal(kysely, confirmed, { status: 'queued' });
  }

  it('goes out, however many before it wait for more than there is', async () => {
    await app.change('update withdrawal_policy set batch_max = 2');
    await app.person('queue');
    await app.fund('queue', 'XRP', '10000');
    const large = [
      await queued('queue', '1000'),
      await queued('queue', '1000'),
      await queued('queue', '900'),
    ];
    const small = await queued('queue', '50');
    const stands = async () => {
      for (let times = 0; times < 3; times += 1) await turn();
      const { kysely } = app.test.database;
      const found = await Promise.all(
        [...large, small].map((each) => findWithdrawal(kysely, each?.id ?? '')),
      );
      return found.map((each) => each?.waitsFor ?? each?.status);
    };
    expect(await stands()).toEqual(['funds', 'funds', 'funds', 'funds']);
    await app.person('payer');
    await app.pay('payer', { network: 'xrp-ledger', coin: 'XRP', amount: '120' });
    await app.mine('xrp-ledger', 5);
    expect(await stands()).toEqual(['funds', 'funds', 'funds', 'broadcast']);
    large.push(await queued('queue', '30'));
    expect((await stands()).slice(2)).toEqual(['funds', 'broadcast', 'broadcast']);
    await app.change('update withdrawal_policy set batch_max = 100');
  });
});

describe('what a stranger began', () => {
  /** One that a person looks at, one that is queued, and a code. */
  async function begun(name: string) {
    await rich(name);
    await app.person('operator');
    await app.person('accomplice');
    await app.change('update withdrawal_policy set hold_above = 1');
    const { body: held } = await throughLink(name);
    await app.change('update withdrawal_policy set hold_above = 20000');
    await app.change(`delete from sent_codes where user_id = '${userId(name)}'`);
    const { body: queued } = await throughLink(name);
    const code = await post('wallet/codes', name, {
      ...{ currency: 'BTC', amount: '0.01', client_id: `code-${name}` },
      confirmation: await mailedCode(app, name, 'p2p_code'),
    });
    expect([held.stage, queued.stage, code.status]).toEqual(['held', 'queued', 200]);
    return { held, queued, code: code.body.code };
  }
  const freeze = (name: string, until: string) =>
    app.change(`update users set payouts_frozen_until = ${until} where id = '${userId(name)}'`);
  const seen = async (name: string, id: string) =>
    (await app.call({ path: `wallet/withdrawals/${id}`, as: name })).body;
  const redeem = (code: string) => post('wallet/codes/redeem', 'accomplice', { code });

  it('is called off when its owner says that it was not them', async () => {
    const { held, queued, code } = await begun('robbed');
    const { body: asked } = await request('robbed');
    await freeze('robbed', "now() + interval '1 day'");
    await hooks.stopEverythingOf(userId('robbed'));
    for (const { id } of [held, queued, asked])
      expect(await seen('robbed', id)).toMatchObject({ stage: 'cancelled' });
    expect(await actual('robbed')).toBe('5');
    expect((await redeem(code)).body.code).toBe('invalid_code');
    expect((await app.call({ path: 'wallet/codes', as: 'robbed' })).body.results[0].status).toBe('cancelled');
    // Pressed twice.
    await hooks.stopEverythingOf(userId('robbed'));
  });

  it('waits for as long as payouts are frozen, as after a reset of the password', async () => {
    const { held, queued, code } = await begun('reset');
    await freeze('reset', "now() + interval '1 day'");
    expect((await decide(held.id, 'approve')).body.code).toBe('payouts_frozen');
    await turn();
    expect(await seen('reset', queued.id)).toMatchObject({ stage: 'queued', reason: 'payouts_frozen' });
    for (let times = 0; times < 2; times += 1) expect((await redeem(code)).body.code).toBe('invalid_code');
    await freeze('reset', 'null');
    expect((await decide(held.id, 'approve')).body).toMatchObject({ stage: 'queued' });
    expect((await redeem(code)).body.status).toBe('redeemed');
    await turn();
    expect((await seen('reset', queued.id)).reason).not.toBe('payouts_frozen');
  });

  const onlySaved = 'wallet/saved-addresses-only/turn-on';

  it('is called off when its owner turns on saved addresses only, but what goes to an old one of these', async () => {
    const { held, queued, code } = await begun('saver');
    const { body: asked } = await request('saver');
    await app.change(
      `insert into saved_addresses (user_id, coin, network, address, label, created_at)
       select user_id, coin, network, address, 'Old', '2020-01-01'::timestamptz from withdrawals where id = '${held.id}'
       union select user_id, coin, network, address, 'Young', now() from withdrawals where id = '${queued.id}'`,
    );
    // Pressed twice.
    for (const _ of [1, 2]) expect((await post(onlySaved, 'saver')).body.enabled).toBe(true);
    for (const { id } of [queued, asked])
      expect(await seen('saver', id)).toMatchObject({ stage: 'cancelled', reason: 'cancelled_by_user' });
    expect(await actual('saver')).toBe('4.9899');
    expect((await redeem(code)).body.code).toBe('invalid_code');
    expect((await app.call({ path: 'wallet/codes', as: 'saver' })).body.results[0].status).toBe('cancelled');
    expect((await decide(held.id, 'approve')).body).toMatchObject({ stage: 'queued' });
  });

  it('is neither confirmed, approved nor redeemed under saved addresses only, also where it was not called off', async () => {
    const { held, code } = await begun('late');
    await app.change(`delete from sent_codes where user_id = '${userId('late')}'`);
    const { body: first } = await request('late');
    await confirm('late', first.id);
    const token = await linkOf('late');
    await app.change(`delete from sent_codes where user_id = '${userId('late')}'`);
    const { body: second } = await request('late');
    const confirmation = { method: 'email', code: await codeFor('late', second.id) };
    await app.change(`insert into saved_addresses_only (user_id) values ('${userId('late')}')`);
    const refused = [
      await post(`wallet/withdrawals/${second.id}/confirm`, 'late', { confirmation }),
      await post('withdrawal/confirm-withdrawal-request', undefined, { token }),
      await decide(held.id, 'approve'),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'address_not_saved']),
    );
    expect((await redeem(code)).body.code).toBe('invalid_code');
    expect(await seen('late', second.id)).toMatchObject({ stage: 'requested', reason: 'code' });
    expect(await seen('late', first.id)).toMatchObject({ stage: 'requested', reason: 'link' });
  });
});

describe('what cannot be', () => {
  it('what is confirmed, on its way or refused takes no other code, and is not called off', async () => {
    await rich('twice');
    const { body } = await request('twice');
    await confirm('twice', body.id);
    const again = (id: string) => post(`wallet/withdrawals/${id}/send-code`, 'twice', { method: 'email' });
    expect((await again(body.id)).body.code).toBe('withdrawal_already_confirmed');
    await post('withdrawal/confirm-withdrawal-request', undefined, { token: await linkOf('twice') });
    await app.change(`update withdrawals set books = 'leaving' where id = '${body.id}'`);
    const late = await post(`wallet/withdrawals/${body.id}/cancel`, 'twice');
    expect([late.status, late.body.code]).toEqual([409, 'withdrawal_already_sent']);
    await app.change(`update withdrawals set books = 'held' where id = '${body.id}'`);
    await post(`wallet/withdrawals/${body.id}/cancel`, 'twice');
    const wanted = asked({ amount: '6' });
    for (const _ of [1, 2])
      expect((await post('wallet/withdrawals', 'twice', wanted)).body.code).toBe('insufficient_funds');
    // Somebody else was quicker, and the exchange itself refused.
    const refused = await insertWithdrawal(app.test.database.kysely, {
      ...{ userId: userId('twice'), clientId: 'refused', coin: 'BTC', network: 'bitcoin', memo: null },
      ...{ address: outside(1), amount: '6', fee: '0', value: null, recipient: null, isNewDevice: false },
      ...{ origin: { address: '203.0.113.7', device: 'x' }, now: new Date() },
    });
    if (refused) await book(app.platform, refused);
    expect((await again(refused?.id ?? '')).body.code).toBe('transaction_failed');
    await app.fund('twice', 'BTC', '2');
    const { body: paid } = await post('wallet/withdrawals', 'twice', wanted);
    expect(paid.stage).toBe('requested');
    await post(`wallet/withdrawals/${paid.id}/cancel`, 'twice');
    const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '6.9', price: '90000' };
    expect((await post('orders', 'twice', order)).status).toBe(200);
    expect((await request('twice', { amount: '4' })).body.code).toBe('not_enough_in_holds');
  });

  it.each([
    ['-1', 422],
    ['0', 422],
    ['1e-9', 422],
    ['NaN', 422],
    ['1,5', 422],
    ['０.１', 422],
    ['0.000000001', 422],
    ['9'.repeat(500), 422],
  ])('an amount of %.20s is refused, and nothing changes', async (amount, status) => {
    await rich('bad', '1');
    const before = await actual('bad');
    expect((await request('bad', { amount })).status).toBe(status);
    expect(await actual('bad')).toBe(before);
  });

  it.each([
    [
      { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx' },
      'invalid_withdrawal_address',
      /^There’s a typo in this address/,
    ],
    [
      { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
      'invalid_withdrawal_address',
      /^This is a test network address/,
    ],
    [
      { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      'invalid_withdrawal_address',
      /^This is an address on another network \(.*Ethereum, .*Polygon/,
    ],
    [{ address: 'somebody' }, 'invalid_withdrawal_address', /^We can’t send to this address/],
    [{ network: 'ethereum' }, 'network_invalid', 'Choose a network that carries BTC: bitcoin.'],
    [{ currency: 'NOPE' }, 'coin_invalid'],
    [{ memo: '12' }, 'invalid_memo'],
    [{ amount: '0' }, 'amount_too_small', 'The amount is too small. The minimum is 0.0005.'],
    [{ amount: '0.0001' }, 'amount_too_small', 'The amount is too small. The minimum is 0.0005.'],
    [{ amount: '11' }, 'amount_too_large', 'The amount is too large. The maximum is 10.'],
    [{ amount: '4.99995' }, 'not_enough_for_fee'],
    [{ amount: '6' }, 'insufficient_funds'],
  ])('%j is refused as %s', async (more: object, code: string, sentence: string | RegExp = '') => {
    counter += 1;
    const name = `no${counter}`;
    await rich(name);
    const { body, status } = await request(name, more);
    expect([body.code, status >= 400 && status < 500]).toEqual([code, true]);
    expect(body.fields?.address ?? body.detail).toMatch(sentence);
    expect(await actual(name)).toBe('5');
  });

  it('an address that nobody has the key of, and the contract of a token', async () => {
    await app.person('burner');
    await app.fund('burner', 'USDT', '500');
    const { rows } = await sql<{ contract: string }>`
      select contract from coin_blockchains where blockchain = 'ethereum' and contract is not null
    `.execute(app.test.database.kysely);
    const contracts = rows.map(({ contract }) => contract.toLowerCase());
    expect(contracts).not.toEqual([]);
    for (const address of [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`, ...contracts]) {
      const to = { currency: 'USDT', network: 'ethereum', address, amount: '100' };
      expect((await request('burner', to)).body.code).toBe('wrong_address');
    }
  });

  it('no price that a trade with oneself made for a moment: what counts is the day’s, if that is higher', async () => {
    const valueNow = async () => {
      const path = 'wallet/withdrawal-quote?currency=BTC&network=bitcoin&amount=0.1';
      return Number((await app.call({ path, as: 'ann' })).body.value);
    };
    expect(await valueNow()).toBe(6_000);
    const hourAgo = Math.floor(Date.now() / 3_600_000) * 3_600 - 3_600;
    const closes = (close: number, from: number, count: number) =>
      sql`
        insert into candle_seeds (market, timeframe, time, open, high, low, close, volume)
        select market, '1h', ${hourAgo}::bigint - 3600 * hour, price, price, price, price, 1
        from generate_series(${from}::int, ${from + count - 1}::int) hour,
          (select market, close * ${close}::bigint / 60000 price from candles where market = 'BTC-USDT' and timeframe = '1h' limit 1) traded
      `.execute(app.test.database.kysely);
    await closes(80_000, 0, 3);
    expect(await valueNow()).toBe(8_000);
    // A dear hour among many says nothing.
    await closes(70_000, 3, 19);
    await closes(500_000, 22, 1);
    expect(await valueNow()).toBe(7_000);
    await app.change("delete from candle_seeds where market = 'BTC-USDT'");
  });

  it('a quote of an amount that is finer than the coin', async () => {
    const quote = (amount: string) =>
      app.call({ path: `wallet/withdrawal-quote?currency=BTC&network=bitcoin&amount=${amount}`, as: 'ann' });
    expect((await quote('0.00000001')).status).toBe(200);
    const { status, body } = await quote('0.000000001');
    expect([status, body.code]).toEqual([422, 'amount_too_many_decimals']);
  });

  it('a memo is optional where its network knows memos, and a tag is not', async () => {
    await app.person('memo');
    await app.fund('memo', 'XRP', '100');
    const key = testKeys('xrp').publicKey({ branch: 1, index: 900 });
    const address = addressFormats.xrp.fromPublicKey(key);
    const body = { currency: 'XRP', network: 'xrp-ledger', address, amount: '20', client_id: 'memo' };
    expect((await post('wallet/withdrawals', 'memo', body)).body.code).toBe('destination_tag_required');
    await app.change("update blockchains set memo = 'memo' where code = 'xrp-ledger'");
    expect((await post('wallet/withdrawals', 'memo', body)).body.stage).toBe('requested');
    await app.change("update blockchains set memo = 'tag' where code = 'xrp-ledger'");
  });

  it('a tag that its network wants is asked for', async () => {
    await app.person('xrp');
    await app.fund('xrp', 'XRP', '1000');
    const address = addressFormats.xrp.fromPublicKey(testKeys('xrp').publicKey({ branch: 1, index: 9 }));
    const to = { currency: 'XRP', network: 'xrp-ledger', address, amount: '100' };
    expect((await request('xrp', to)).body.code).toBe('destination_tag_required');
    expect((await request('xrp', { ...to, memo: '4294967296' })).body.code).toBe('invalid_memo');
    expect((await request('xrp', { ...to, memo: '7' })).status).toBe(200);
  });

  it('payouts that are frozen, a coin that is switched off and a day that is spent', async () => {
    await rich('cold');
    await sql`update users set payouts_frozen_until = now() + interval '1 year' where id = ${userId('cold')}`.execute(
      app.test.database.kysely,
    );
    expect((await request('cold')).body.code).toBe('payouts_frozen');
    await rich('day', '60');
    await app.change("update coin_blockchains set withdrawals_disabled = true where coin = 'BTC'");
    expect((await request('day')).body.code).toBe('withdrawals_disabled');
    await app.change("update coin_blockchains set withdrawals_disabled = false where coin = 'BTC'");
    await app.change("update coins set withdrawal_daily_max = 0.015 where code = 'BTC'");
    expect((await throughLink('day')).status).toBe(200);
    expect((await request('day')).body).toMatchObject({
      code: 'withdrawal_limit_exceeded',
      detail: expect.stringContaining('You can still withdraw 0.005 BTC.'),
    });
    await app.change("update coins set withdrawal_daily_max = 20 where code = 'BTC'");
    await app.change('update withdrawal_levels set value_a_day = 700 where level = 2');
    expect((await request('day')).body).toMatchObject({
      code: 'out_of_limit',
      detail: expect.stringContaining('You can still withdraw coins worth 100 USDT.'),
    });
    await app.change('update withdrawal_levels set value_a_day = 500000 where level = 2');
  });
});
