import { randomUUID } from 'node:crypto';
import { P2pCode, SavedAddress, Transfer } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { redeemCode, tendCodes } from '../codes/money-codes.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { sendTransfer } from './send-transfer.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const post = (path: string, as: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const actual = async (name: string, coin = 'USDT') => (await app.balance(name))[coin]?.actual;
async function rich(name: string, amount = '100'): Promise<void> {
  await app.person(name);
  await app.fund(name, 'USDT', amount);
}
const confirmation = (name: string, action: 'transfer' | 'p2p_code' | 'p2p_code_show') =>
  mailedCode(app, name, action);
let counter = 0;
const clientId = () => {
  counter += 1;
  return `t${counter}`;
};
const sum = async (...names: string[]) => {
  const parts = await Promise.all(names.map((name) => actual(name)));
  return parts.reduce((all, part) => all + Number(part), 0);
};

describe('a transfer', () => {
  it('goes to an e-mail address, a name or an id, and both see it', async () => {
    await rich('ann');
    await app.person('bea');
    for (const to of ['bea@example.test', 'person-bea', userId('bea')]) {
      const body = { to, currency: 'USDT', amount: '10', client_id: clientId() };
      expect((await post('wallet/transfers', 'ann', body)).body.code).toBe('two_factor_required');
      const sent = await post('wallet/transfers', 'ann', {
        ...body,
        confirmation: await confirmation('ann', 'transfer'),
      });
      expect(Transfer.parse(sent.body)).toMatchObject({
        direction: 'sent',
        counterparty: 'person-bea',
        amount: '10',
      });
    }
    expect([await actual('ann'), await actual('bea')]).toEqual(['70', '30']);
    const page = (await app.call({ path: 'wallet/transfers?limit=2', as: 'bea' })).body;
    expect(page.results).toHaveLength(2);
    expect(page.results[0]).toMatchObject({ direction: 'received', client_id: null });
    const rest = await app.call({ path: `wallet/transfers?limit=2&cursor=${page.next}`, as: 'bea' });
    expect(rest.body).toMatchObject({ results: [{ amount: '10' }], next: null });
  });

  it('says whom it would go to, by a name that is mostly hidden', async () => {
    await app.person('cautious');
    await app.person('known');
    const check = async (to: string) => (await post('wallet/transfer-recipient', 'cautious', { to })).body;
    expect((await check('known@example.test')).name).toMatch(/^\p{L}•••( \p{L}•••)?$/u);
    expect(await check('person-cautious')).toMatchObject({ code: 'same_account_transfer' });
    expect(await check('nobody@example.test')).toMatchObject({ code: 'account_not_found' });
    const tries = await Promise.all(Array.from({ length: 25 }, (_, index) => check(`nobody-${index}`)));
    expect(tries.at(-1)).toMatchObject({ code: 'too_many_withdrawal_attempts' });
  });

  it('says so of sixty that are nobody in a day, then of those alone who were paid before', async () => {
    await rich('prober');
    for (const name of ['friend', 'unpaid']) await app.person(name);
    await app.change('update withdrawal_policy set attempts_per_minute = 1000');
    const proof = { confirmation: await confirmation('prober', 'transfer') };
    const paid = { to: 'person-friend', currency: 'USDT', amount: '1', client_id: clientId(), ...proof };
    expect((await post('wallet/transfers', 'prober', paid)).status).toBe(200);
    const check = async (to: string) => (await post('wallet/transfer-recipient', 'prober', { to })).body;
    for (let times = 1; times <= 59; times += 1)
      expect((await check(`nobody-${times}@example.test`)).code).toBe('account_not_found');
    const { code } = (
      await post('wallet/transfers', 'prober', { ...paid, to: 'no-60', client_id: clientId() })
    ).body;
    expect(code).toBe('account_not_found');
    for (const to of ['nobody-61@example.test', 'person-unpaid']) {
      expect(await check(to)).toMatchObject({
        code: 'too_many_withdrawal_attempts',
        detail: expect.stringContaining('tomorrow'),
      });
      const sent = await post('wallet/transfers', 'prober', { ...paid, to, client_id: clientId() });
      expect(sent.body.code).toBe('too_many_withdrawal_attempts');
    }
    expect((await check('person-friend')).name).toBeDefined();
    await app.change('update withdrawal_policy set attempts_per_minute = 20');
  });

  it('whose recipient has another account by now is refused as by a wrong code', async () => {
    await rich('payer');
    for (const name of ['shop', 'taker']) await app.person(name);
    const rename = (name: string, to: string) =>
      app.change(
        `update users set username = '${to}', username_skeleton = '${to}' where id = '${userId(name)}'`,
      );
    await rename('shop', 'coffeebar');
    const money = { currency: 'USDT', amount: '5', to: 'coffeebar' };
    const { boundCode } = await import('../testing/mailed-code.ts');
    const { confirmation: given } = await boundCode(app, 'payer', { action: 'transfer', about: money });
    await rename('shop', 'teabar');
    await rename('taker', 'coffeebar');
    const send = (to: string) =>
      post('wallet/transfers', 'payer', { ...money, to, client_id: clientId(), confirmation: given });
    expect((await send('coffeebar')).body.code).toBe('two_factor_invalid');
    expect(await actual('payer')).toBe('100');
    // The code is for whoever was meant, by whatever name.
    expect((await send('teabar')).status).toBe(200);
  });

  it('gets no code about somebody whom there is not, and no mail of ours says so', async () => {
    await app.person('writer');
    const { boundCode } = await import('../testing/mailed-code.ts');
    const about = { currency: 'USDT', amount: '5', to: 'Call +1 555 0100 now' };
    await expect(boundCode(app, 'writer', { action: 'transfer', about })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    const { rows } = await sql`select from messages where recipient = 'writer@example.test'`.execute(
      app.test.database.kysely,
    );
    expect(rows).toHaveLength(0);
  });

  it.each(['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z'])(
    'is in no list after %s, which is no moment',
    async (moment) => {
      const cursor = `${moment}~${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`;
      for (const list of ['transactions', 'wallet/transfers', 'wallet/codes']) {
        const { status, body } = await app.call({ path: `${list}?cursor=${cursor}`, as: 'ann' });
        expect([status, Object.keys(body.fields)]).toEqual([422, ['cursor']]);
      }
    },
  );

  it('of one balance goes out once, of two hundred at once', async () => {
    await rich('many', '10');
    await app.person('taker');
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const { insertTransfer, bookTransfer } = await import('./transfer.ts');
        const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
        await ensureAccount(app.platform, await liveExchange(app.platform), userId('taker'));
        const written = await insertTransfer(app.test.database.kysely, {
          ...{ fromUser: userId('many'), toUser: userId('taker'), clientId: clientId(), coin: 'USDT' },
          ...{ amount: '10', value: '10', now: new Date() },
        });
        return (await bookTransfer(app.platform, written)).status;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(199);
    expect([await actual('many'), await actual('taker')]).toEqual(['0', '10']);
  });

  it('is one under one client id, and other words are refused', async () => {
    await rich('same');
    await app.person('other');
    const body = { to: 'person-other', currency: 'USDT', amount: '5', client_id: clientId() };
    const first = await post('wallet/transfers', 'same', {
      ...body,
      confirmation: await confirmation('same', 'transfer'),
    });
    expect((await post('wallet/transfers', 'same', body)).body.id).toBe(first.body.id);
    expect((await post('wallet/transfers', 'same', { ...body, amount: '6' })).body.code).toBe(
      'duplicate_transaction',
    );
    expect(await sum('same', 'other')).toBe(100);
  });

  it.each([
    [{ to: 'nobody@example.test' }, 'account_not_found'],
    [{ to: 'person-self' }, 'same_account_transfer'],
    [{ currency: 'NOPE' }, 'coin_invalid'],
    [{ amount: '0' }, 'amount_too_small', 'The amount is too small. The minimum is 0.000001.'],
    [{ amount: '0.0000001' }, 'amount_too_many_decimals'],
    [{ amount: '1000' }, 'insufficient_funds'],
  ])('of %j is refused as %s', async (more: object, code: string, sentence?: string) => {
    await rich('self');
    await app.person('friend');
    const before = await actual('self');
    const body = { to: 'person-friend', currency: 'USDT', amount: '1', client_id: clientId(), ...more };
    const given = { ...body, confirmation: await confirmation('self', 'transfer') };
    const { body: refused } = await post('wallet/transfers', 'self', given);
    expect(refused).toMatchObject({ code, detail: sentence ?? refused.detail });
    expect(await actual('self')).toBe(before);
  });

  it('that the exchange itself refused leaves its client id to the next one', async () => {
    await rich('raced', '1');
    await app.person('other');
    const { insertTransfer, bookTransfer, findTransfer } = await import('./transfer.ts');
    const { kysely } = app.test.database;
    const of = { fromUser: userId('raced'), clientId: clientId() };
    const row = { ...of, toUser: userId('other'), coin: 'USDT', amount: '2', value: '2', now: new Date() };
    const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
    await ensureAccount(app.platform, await liveExchange(app.platform), userId('other'));
    expect((await bookTransfer(app.platform, await insertTransfer(kysely, row))).status).toBe('refused');
    expect(await findTransfer(kysely, of)).toBeUndefined();
    await app.fund('raced', 'USDT', '1');
    expect((await bookTransfer(app.platform, await insertTransfer(kysely, row))).status).toBe('completed');
    expect(await actual('raced')).toBe('0');
  });

  it('that a crash cut off is taken up, and moves the money once', async () => {
    await rich('crash');
    await app.person('heir');
    const { insertTransfer, bookTransfer, listOnTheirWay } = await import('./transfer.ts');
    const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
    await ensureAccount(app.platform, await liveExchange(app.platform), userId('heir'));
    const { kysely } = app.test.database;
    const written = await insertTransfer(kysely, {
      ...{ fromUser: userId('crash'), toUser: userId('heir'), clientId: clientId(), coin: 'USDT' },
      ...{ amount: '40', value: '40', now: new Date() },
    });
    // The exchange has carried it out, and nobody wrote that down.
    await bookTransfer(app.platform, written);
    await sql`update transfers set status = 'transferring' where id = ${written.id}`.execute(kysely);
    for (const transfer of await listOnTheirWay(kysely)) await bookTransfer(app.platform, transfer);
    expect([await actual('crash'), await actual('heir')]).toEqual(['60', '40']);
  });

  it('needs a thawed account and payouts that are free', async () => {
    await rich('frozen-one');
    await rich('reset');
    await sql`update users set payouts_frozen_until = now() + interval '1 year' where id = ${userId('reset')}`.execute(
      app.test.database.kysely,
    );
    const body = { to: 'person-ann', currency: 'USDT', amount: '1', client_id: clientId() };
    expect((await post('wallet/transfers', 'frozen-one', body)).body.code).toBe('account_frozen');
    const asked = {
      userId: userId('reset'),
      sessionId: 'of-reset',
      recipient: 'person-ann',
      coin: 'USDT',
      amount: '1',
      clientId: 'x',
    };
    const origin = { address: '203.0.113.7', place: null, device: 'Firefox on Linux' };
    await expect(
      sendTransfer(app.platform, { ...asked, confirmation: undefined, origin }),
    ).rejects.toMatchObject({
      code: 'payouts_frozen',
    });
  });
});

describe('a code', () => {
  async function made(name: string, amount = '10') {
    const body = { currency: 'USDT', amount, client_id: clientId() };
    const { body: code } = await post('wallet/codes', name, {
      ...body,
      confirmation: await confirmation(name, 'p2p_code'),
    });
    return P2pCode.parse(code);
  }

  it('is made, shown to its maker, redeemed once by one of a hundred, and told the same to that one again', async () => {
    await rich('maker');
    const code = await made('maker');
    expect(await actual('maker')).toBe('90');
    expect(code.code?.endsWith(code.ending ?? '-')).toBe(true);
    expect((await app.call({ path: 'wallet/codes', as: 'maker' })).body.results[0]).toMatchObject({
      ...{ code: null, ending: code.ending },
    });
    await Promise.all(Array.from({ length: 5 }, (_, index) => app.person(`r${index}`)));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        redeemCode(app.platform, { userId: userId(`r${index % 5}`), text: code.code ?? '' }).then(
          (row) => row.redeemer,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const winners = new Set(outcomes.filter((outcome) => outcome !== 'code_already_redeemed'));
    expect(winners.size).toBe(1);
    // Each of the winner's twenty calls is told the same.
    expect(outcomes.filter((outcome) => outcome !== 'code_already_redeemed')).toHaveLength(20);
    expect(await sum('r0', 'r1', 'r2', 'r3', 'r4')).toBe(10);
    expect((await app.call({ path: 'wallet/codes', as: 'maker' })).body.results[0]).toMatchObject({
      ...{ status: 'redeemed', code: null },
    });
  });

  it('is shown again for a fresh code alone: neither a list, a cancel nor a repetition tells a stolen session', async () => {
    await rich('careful-maker');
    await app.person('stranger');
    const body = { currency: 'USDT', amount: '10', client_id: clientId() };
    const first = await confirmation('careful-maker', 'p2p_code');
    const create = async (more: object) =>
      (await post('wallet/codes', 'careful-maker', { ...body, ...more })).body;
    const code = P2pCode.parse(await create({ confirmation: first }));
    expect(code.code).not.toBeNull();
    // Whoever lost the answer asks again with the same words.
    expect((await create({ confirmation: first })).code).toBe(code.code);
    expect((await create({})).code).toBeNull();
    expect((await create({ confirmation: { method: 'email', code: '000000' } })).code).toBeNull();
    await app.change(
      `update money_codes set created_at = created_at - interval '6 minutes' where id = '${code.id}'`,
    );
    expect((await create({ confirmation: first })).code).toBeNull();

    const show = (as: string, more: object = {}) => post(`wallet/codes/${code.id}/show`, as, more);
    expect((await show('stranger')).status).toBe(404);
    expect((await show('careful-maker')).body.code).toBe('two_factor_required');
    const fresh = await confirmation('careful-maker', 'p2p_code_show');
    expect((await show('careful-maker', { confirmation: first })).body.code).toMatch(/^two_factor_/);
    expect((await show('careful-maker', { confirmation: fresh })).body.code).toBe(code.code);
    await post('wallet/codes/redeem', 'stranger', { code: code.code });
    expect((await show('careful-maker')).body.code).toBe('code_already_redeemed');
  });

  it('of more than there is locks nothing', async () => {
    await rich('poor', '5');
    const body = { currency: 'USDT', amount: '6', client_id: clientId() };
    const given = { ...body, confirmation: await confirmation('poor', 'p2p_code') };
    expect((await post('wallet/codes', 'poor', given)).body.code).toBe('not_enough_funds');
    expect(await actual('poor')).toBe('5');
  });

  it('is cancelled by its maker alone, and cannot be redeemed after it', async () => {
    await rich('regret');
    await app.person('thief');
    const { id, code } = await made('regret');
    for (const other of [id, randomUUID()])
      expect((await post(`wallet/codes/${other}/cancel`, 'thief')).status).toBe(404);
    const atOnce = Array.from({ length: 5 }, () => post(`wallet/codes/${id}/cancel`, 'regret'));
    const outcomes = (await Promise.all(atOnce)).map(({ status, body }) => [status, body.status]);
    expect(outcomes).toEqual(outcomes.map(() => [200, 'cancelled']));
    expect((await post(`wallet/codes/${id}/cancel`, 'regret')).status).toBe(200);
    expect((await post('wallet/codes/redeem', 'thief', { code })).body.code).toBe('invalid_code');
    expect(await actual('regret')).toBe('100');
  });

  it('gives its money back after thirty days', async () => {
    await rich('slow');
    const { id, code } = await made('slow');
    await sql`update money_codes set expires_at = created_at where id = ${id}`.execute(
      app.test.database.kysely,
    );
    await app.person('late');
    expect((await post('wallet/codes/redeem', 'late', { code })).body.code).toBe('code_expired');
    await tendCodes(app.platform);
    expect(await actual('slow')).toBe('100');
    expect((await post('wallet/codes/redeem', 'late', { code })).body.code).toBe('code_expired');
  });

  it('of a maker who is switched off waits, and is not used up by trying', async () => {
    await rich('off');
    await app.person('patient');
    const { code } = await made('off');
    const change = { kind: 'ChangeAccount', account: userId('off') } as const;
    await app.runtime.execute({ ...change, key: 'off', withdrawalEnabled: false });
    const another = { currency: 'USDT', amount: '1', client_id: clientId() };
    const refused = await post('wallet/codes', 'off', {
      ...another,
      confirmation: await confirmation('off', 'p2p_code'),
    });
    expect(refused.body.code).toBe('withdrawal_disabled');
    for (let times = 0; times < 2; times += 1)
      expect((await post('wallet/codes/redeem', 'patient', { code })).body.code).toBe('invalid_code');
    await app.runtime.execute({ ...change, key: 'on', withdrawalEnabled: true });
    expect((await post('wallet/codes/redeem', 'patient', { code })).status).toBe(200);
    expect(await actual('patient')).toBe('10');
  });

  it('that nobody made is invalid, whatever is typed', async () => {
    await app.person('guesser');
    for (const code of ['x', '0'.repeat(32), 'EMP-7K2M-9QXT-4HVB-W3RN-C6DP', "' or 1=1 --"])
      expect((await post('wallet/codes/redeem', 'guesser', { code })).body.code).toBe('invalid_code');
  });
});

describe.each([
  ['transfer', 'wallet/transfers'],
  ['p2p_code', 'wallet/codes'],
] as const)('money that leaves by a %s', (action, path) => {
  let refusal = '';
  async function send(name: string, amount: string, currency = 'USDT'): Promise<string | undefined> {
    await app.person('receiver');
    const to = action === 'transfer' ? { to: 'person-receiver' } : {};
    const asked = { ...to, currency, amount, client_id: clientId() };
    const answer = await post(path, name, { ...asked, confirmation: await confirmation(name, action) });
    refusal = answer.body.detail;
    return answer.status === 200 ? undefined : answer.body.code;
  }

  it('counts in the day as a withdrawal does, and is refused above what a person would look at', async () => {
    const name = `day-${action}`;
    await rich(name, '20000');
    expect(await send(name, '600')).toBeUndefined();
    expect(await send(name, '500')).toBe('out_of_limit');
    expect(refusal).toContain('in 24 hours');
    const quote = await app.call({ path: 'wallet/withdrawal-quote?currency=USDT&network=tron', as: name });
    expect(quote.body.level).toMatchObject({ used: '600', left: '400' });
    await app.change('update withdrawal_policy set level = 2');
    expect(await send(name, '10000.01')).toBe('out_of_limit');
    expect(refusal).toBe(
      'Transfers and codes can be worth up to 10000 USDT each. Send less at a time, or make a withdrawal to the recipient’s address: we review larger ones.',
    );
    await app.fund(name, 'ETH', '1');
    expect(await send(name, '1', 'ETH')).toBe('out_of_limit');
    expect(refusal).toBe(
      'There’s no market price for ETH yet, so transfers and codes in it aren’t available. Make a withdrawal to the recipient’s address instead: we review it first.',
    );
    expect(await send(name, '10000')).toBeUndefined();
    await app.change('update withdrawal_policy set level = 0');
    expect(await actual(name)).toBe('9400');
  });

  it('counts among the many at once that a person looks at, with withdrawals, and is refused then', async () => {
    const name = `quick-${action}`;
    await rich(name);
    await app.person('receiver');
    const { address } = await app.addressOf('receiver', 'tron');
    const request = { currency: 'USDT', network: 'tron', address };
    const asked = await post('wallet/withdrawals', name, { ...request, amount: '10', client_id: clientId() });
    expect(asked.status).toBe(200);
    for (let times = 0; times < 4; times += 1) expect(await send(name, '1')).toBeUndefined();
    expect(await send(name, '1')).toBe('out_of_limit');
    expect(refusal).toBe(
      'You can make up to 5 withdrawals, transfers and codes in 60 minutes. Try again later, or make a withdrawal: we review it first.',
    );
    const { kysely } = app.test.database;
    const { reasonToHold } = await import('../withdrawals/policy.ts');
    const now = app.platform.clock.now();
    expect(await reasonToHold(kysely, { id: asked.body.id, now })).toBeUndefined();
    await app.change('update withdrawal_policy set velocity_requests = 4');
    expect(await reasonToHold(kysely, { id: asked.body.id, now })).toBe('velocity');
    await app.change('update withdrawal_policy set velocity_requests = 5');
  });

  it('is confirmed by a code whose mail says what it moves, and by that code nothing else', async () => {
    const name = `about-${action}`;
    await rich(name);
    await app.person('receiver');
    const to = action === 'transfer' ? { to: 'person-receiver' } : {};
    const money = { ...to, currency: 'USDT', amount: '3.5' };
    const { kysely } = app.test.database;
    const { boundCode } = await import('../testing/mailed-code.ts');
    const { confirmation: given, text } = await boundCode(app, name, { action, about: money });
    for (const fact of ['3.5 USDT', ...Object.values(to)]) expect(text).toContain(fact);
    const other = { ...money, amount: '4', client_id: clientId(), confirmation: given };
    expect((await post(path, name, other)).body.code).toBe('two_factor_invalid');
    const meant = { ...money, client_id: clientId(), confirmation: given };
    expect((await post(path, name, meant)).status).toBe(200);
    expect(await actual(name)).toBe('96.5');
    await sql`delete from sent_codes`.execute(kysely);
  });

  it('is refused on a device that the account has not known for a day', async () => {
    const name = `device-${action}`;
    await rich(name);
    const { kysely } = app.test.database;
    await sql`update users set created_at = now() - interval '1 year' where id = ${userId(name)}`.execute(
      kysely,
    );
    const { rows } = await sql<{ id: string }>`
      insert into user_sessions (user_id, refresh_hash, address, device, expires_at)
      values (${userId(name)}, 'x', '203.0.113.7', 'Firefox on Linux', now() + interval '1 day') returning id
    `.execute(kysely);
    const asked = { userId: userId(name), sessionId: rows[0]?.id ?? '', coin: 'USDT', amount: '1' };
    const given = { clientId: clientId(), origin: { address: '203.0.113.7', place: null, device: 'x' } };
    const proof = { confirmation: await confirmation(name, action) };
    const { createCode } = await import('../codes/money-codes.ts');
    await app.person('receiver');
    const sending =
      action === 'transfer'
        ? sendTransfer(app.platform, { ...asked, ...given, ...proof, recipient: 'person-receiver' })
        : createCode(app.platform, { ...asked, ...given, ...proof });
    await expect(sending).rejects.toMatchObject({
      ...{ code: 'out_of_limit', sentence: { code: 'transfer_from_new_device', params: { hours: 24 } } },
    });
  });

  it('that is refused for want of funds leaves its code and its client id to be used again', async () => {
    const name = `again-${action}`;
    await rich(name, '5');
    await app.person('receiver');
    const to = action === 'transfer' ? { to: 'person-receiver' } : {};
    const body = { ...to, currency: 'USDT', amount: '6', client_id: clientId() };
    const given = { ...body, confirmation: await confirmation(name, action) };
    const short = action === 'transfer' ? 'insufficient_funds' : 'not_enough_funds';
    for (const _ of [1, 2]) expect((await post(path, name, given)).body.code).toBe(short);
    await app.fund(name, 'USDT', '1');
    expect((await post(path, name, given)).status).toBe(200);
    expect((await post(path, name, given)).status).toBe(200);
    expect(await actual(name)).toBe('0');
  });

  it('does not for whoever pays out to saved addresses only', async () => {
    const name = `saved-${action}`;
    await rich(name);
    await post('wallet/saved-addresses-only/turn-on', name);
    expect(await send(name, '1')).toBe('address_not_saved');
    expect(await actual(name)).toBe('100');
  });

  it('is told to its sender by mail once it is done, and written into the log', async () => {
    const name = `told-${action}`;
    await rich(name);
    expect(await send(name, '1000')).toBeDefined();
    expect(await send(name, '7')).toBeUndefined();
    const { kysely } = app.test.database;
    const { rows: mails } = await sql<{ text: string }>`
      select text from messages where recipient = ${`${name}@example.test`} and template = 'wallet.sent'
    `.execute(kysely);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('7 USDT');
    expect(mails[0]?.text).toContain('/account/not-me/');
    const { rows: events } = await sql<{ event: string }>`
      select event from security_events where user_id = ${userId(name)} order by id desc limit 1
    `.execute(kysely);
    expect(events[0]?.event).toBe(action === 'transfer' ? 'transfer_confirmed' : 'code_confirmed');
  });
});

it.each([
  ['transactions?currency=NOPE', 'coin_invalid', 'currency'],
  ['transactions?network=nowhere', 'network_invalid', 'network'],
  ['transactions?type=trade', 'unprocessable_entity', 'type'],
  ['wallet-history?currency=NOPE', 'coin_invalid', 'currency'],
  ['wallet-history?type=nonsense', 'unprocessable_entity', 'type'],
  ['wallet/transfers?currency=NOPE', 'coin_invalid', 'currency'],
  ['wallet/codes?status=gone', 'unprocessable_entity', 'status'],
  ['wallet/deposit-addresses?network=nowhere', 'network_invalid', 'network'],
])('the list %s is refused, not empty', async (path, code, field) => {
  await app.person('lister');
  const { status, body } = await app.call({ path, as: 'lister' });
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, code, [field]]);
});

describe('the address book', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const add = (as: string, more: object = {}) =>
    post('wallet/addresses', as, { label: 'Cold', currency: 'ETH', network: 'ethereum', address, ...more });

  it('keeps addresses in their one spelling, each once and under one label', async () => {
    await app.person('book');
    const saved = await add('book', { address: address.toLowerCase() });
    expect(SavedAddress.parse(saved.body)).toMatchObject({ address, label: 'Cold', last_used: null });
    expect((await add('book', { label: 'Other' })).body.code).toBe('address_not_unique');
    for (const label of ['Cold', 'cOLD', ' cold '])
      expect((await add('book', { network: 'arbitrum', label })).body.code).toBe('label_not_unique');
    expect((await add('book', { label: 'Bad', address: 'nonsense' })).status).toBe(422);
    const nobody = `0x${'0'.repeat(40)}`;
    expect((await add('book', { label: 'Bad', address: nobody })).body.code).toBe('wrong_address');
    const path = `wallet/addresses/${saved.body.id}`;
    const renamed = await app.call({ method: 'PATCH', path, as: 'book', body: { label: 'Ledger' } });
    expect(renamed.body.label).toBe('Ledger');
    const cased = await app.call({ method: 'PATCH', path, as: 'book', body: { label: 'LEDGER' } });
    expect(cased.body.label).toBe('LEDGER');
    const other = (await add('book', { network: 'arbitrum', label: 'Cold' })).body.id;
    const taken = {
      method: 'PATCH',
      path: `wallet/addresses/${other}`,
      as: 'book',
      body: { label: 'ledger' },
    };
    expect((await app.call(taken as Parameters<typeof app.call>[0])).body.code).toBe('label_not_unique');
    await app.call({ method: 'DELETE', path: `wallet/addresses/${other}`, as: 'book' });
    await app.person('nosy');
    expect((await app.call({ method: 'DELETE', path, as: 'nosy' })).status).toBe(404);
    expect((await app.call({ path: 'wallet/addresses', as: 'nosy' })).body.results).toEqual([]);
    expect((await app.call({ method: 'DELETE', path, as: 'book' })).status).toBe(200);
    expect((await app.call({ path: 'wallet/addresses', as: 'book' })).body.results).toEqual([]);
  });
});
