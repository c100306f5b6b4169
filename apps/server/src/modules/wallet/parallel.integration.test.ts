import type { AddressInfo } from 'node:net';
import { addressFormats } from '@emporion/chains';
import { apiBase } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '#testing/extent.ts';
import { testKeys } from '#testing/test-keys.ts';
import { mailedCode } from './testing/mailed-code.ts';
import { giveSecondFactor } from './testing/second-factor.ts';
import { createWalletApp, type WalletApp } from './testing/wallet-app.ts';

// Through sockets, the parser and the door, as programs send them: at once, and again when no answer came. The pool has eight connections,
// so beyond a few dozen the same eight meet again.
const same = extent({ usual: 20, all: 50 });
const many = extent({ usual: 40, all: 200 });

let app: WalletApp;
let url: string;
beforeAll(async () => {
  app = await createWalletApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}${apiBase}`;
  await app.change(
    'update withdrawal_policy set velocity_requests = 1000, level = 2, attempts_per_minute = 1000',
  );
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly code?: string };
}

async function post(path: string, as: string, body: object): Promise<Answer> {
  const answer = await fetch(`${url}${path}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}
const times = (count: number, ask: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
async function rich(name: string, coin: string, amount: string): Promise<void> {
  await app.person(name);
  await app.fund(name, coin, amount);
}
const outside = addressFormats.bitcoin.fromPublicKey(
  testKeys('bitcoin').publicKey({ branch: 1, index: 900 }),
);
const withdrawal = { currency: 'BTC', network: 'bitcoin', amount: '0.01', address: outside };
const codesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ body }) => body.code))].sort();

/** Each kind of movement, by whom it takes the code of. */
const kinds = [
  { path: 'wallet/withdrawals', body: withdrawal, coin: 'BTC', left: '0.9899' },
  {
    path: 'wallet/transfers',
    body: { to: 'person-taker', currency: 'USDT', amount: '0.01' },
    coin: 'USDT',
    left: '0.99',
    action: 'transfer',
  },
  {
    path: 'wallet/codes',
    body: { currency: 'USDT', amount: '0.01' },
    coin: 'USDT',
    left: '0.99',
    action: 'p2p_code',
  },
] as const;

describe.each(kinds)('many of the same to $path at once', ({ path, body, coin, left, ...more }) => {
  const name = `same-${path.slice(7)}`;

  it('get equal answers and move the money once; other words under the id are refused', async () => {
    await rich(name, coin, '1');
    await app.person('taker');
    const confirmation = 'action' in more ? await mailedCode(app, name, more.action) : undefined;
    const sent = { ...body, client_id: 'rent', ...(confirmation && { confirmation }) };
    const answers = await times(same, () => post(path, name, sent));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { client_id: 'rent' } });
    expect(await actual(name, coin)).toBe(left);
    // Without the code that it was made with, a P2P code is not shown again.
    const again = answers[0]?.body && 'ending' in answers[0].body ? { code: null } : {};
    expect(await post(path, name, { ...body, client_id: 'rent' })).toEqual({
      ...{ status: 200, body: { ...answers[0]?.body, ...again } },
    });
    const other = await post(path, name, { ...sent, amount: '0.02' });
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_transaction']);
    expect(await actual(name, coin)).toBe(left);
  });
});

describe('many at once of one balance', () => {
  it('of withdrawals: one goes out', async () => {
    await rich('leaver', 'BTC', '0.0101');
    const answers = await times(many, (index) =>
      post('wallet/withdrawals', 'leaver', { ...withdrawal, client_id: `w${index}` }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codesOf(answers)).toEqual(['confirmation_required', undefined]);
    expect(await actual('leaver', 'BTC')).toBe('0');
  });

  it('of transfers with one code: one goes out', async () => {
    await rich('giver', 'USDT', '10');
    await app.person('getter');
    const confirmation = await mailedCode(app, 'giver', 'transfer');
    const sent = { to: 'person-getter', currency: 'USDT', amount: '10', confirmation };
    const answers = await times(many, (index) =>
      post('wallet/transfers', 'giver', { ...sent, client_id: `t${index}` }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect([await actual('giver', 'USDT'), await actual('getter', 'USDT')]).toEqual(['0', '10']);
  });

  it('of redemptions by twenty users: one of them gets it', async () => {
    await rich('maker', 'USDT', '10');
    const confirmation = await mailedCode(app, 'maker', 'p2p_code');
    const made = await post('wallet/codes', 'maker', {
      currency: 'USDT',
      amount: '10',
      client_id: 'gift',
      confirmation,
    });
    const { code } = made.body;
    const names = Array.from({ length: 20 }, (_, index) => `redeemer${index}`);
    await Promise.all(names.map((name) => app.person(name)));
    const answers = await times(many, (index) =>
      post('wallet/codes/redeem', names[index % 20] ?? '', { code }),
    );
    // Whoever got it asked several times, and may have been told so each time.
    expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))).size).toBe(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const got = await Promise.all(names.map((name) => actual(name, 'USDT')));
    expect(got.filter((amount) => amount !== '0' && amount !== undefined)).toEqual(['10']);
    expect(await actual('maker', 'USDT')).toBe('0');
  });
});

it('many at once of the right code for one withdrawal get the same answer, and count as no wrong ones', async () => {
  await rich('hasty', 'BTC', '1');
  await giveSecondFactor(app, 'hasty');
  const asked = await post('wallet/withdrawals', 'hasty', { ...withdrawal, client_id: 'hasty' });
  const confirmation = await mailedCode(app, 'hasty', 'withdrawal');
  const path = `wallet/withdrawals/${asked.body.id}/confirm`;
  const answers = await times(same, () => post(path, 'hasty', { confirmation }));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  // Whoever came when it was over was told so.
  expect(
    codesOf(answers).filter((code) => code !== undefined && code !== 'withdrawal_already_confirmed'),
  ).toEqual([]);
  const { rows } = await app.test.database.pool.query(
    `select wrong_codes, status, (select count(*)::int from security_events
       where user_id = withdrawals.user_id and event in ('confirmation_refused', 'codes_guessed')) as noted
     from withdrawals where id = $1`,
    [asked.body.id],
  );
  expect(rows).toEqual([{ wrong_codes: 0, status: 'requested', noted: 0 }]);
});

it('who begins more than the policy allows in a minute is told to wait, and a repetition is no other', async () => {
  await rich('busy', 'BTC', '1');
  await app.change('update withdrawal_policy set attempts_per_minute = 2');
  const ask = (id: string) =>
    post('wallet/codes', 'busy', { currency: 'BTC', amount: '0.01', client_id: id });
  for (const id of ['a', 'a', 'b', 'a']) expect((await ask(id)).body.code).toBe('two_factor_required');
  const late = await ask('c');
  expect([late.status, late.body.code]).toEqual([429, 'too_many_withdrawal_attempts']);
  const transfer = { to: 'person-taker', currency: 'BTC', amount: '0.01', client_id: 'd' };
  expect((await post('wallet/transfers', 'busy', transfer)).status).toBe(429);
  expect((await post('wallet/withdrawals', 'busy', { ...withdrawal, client_id: 'e' })).status).toBe(429);
});

it('nobody finds out who has an account with one client id and an amount that cannot be', async () => {
  await app.change('update withdrawal_policy set attempts_per_minute = 2');
  await app.person('curious');
  const sent = { currency: 'USDT', amount: '0.00000000001', client_id: 'probe' };
  const ask = (to: string, more: object = {}) =>
    post('wallet/transfers', 'curious', { ...sent, to, ...more });
  const [unknown, known] = [await ask('nobody@example.test'), await ask('person-curious')];
  expect(unknown).toEqual(known);
  expect(unknown.body.code).toBe('amount_too_many_decimals');
  for (const more of [{}, { amount: '1' }, { currency: 'BTC' }])
    expect((await ask('person-taker', more)).body.code).toBe('too_many_withdrawal_attempts');
  // What was asked before is not another one.
  expect((await ask('nobody@example.test')).status).toBe(422);
  await app.change('update withdrawal_policy set attempts_per_minute = 1000');
});
