import { TestCoins } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '#platform/http/testing/test-app.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { addTapRoute } from './take-test-coins.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
  await app.person('ann');
});
afterAll(() => app.close());

const take = (as: string, body: object) => app.call({ method: 'POST', path: 'wallet/tap', as, body });

it('sends test coins to the own address on the chain, which become a deposit as any other', async () => {
  const { status, body } = await take('ann', { currency: 'USDT', network: 'bnb-smart-chain' });
  expect(status).toBe(200);
  const taken = TestCoins.parse(body);
  const { address } = await app.addressOf('ann', 'bnb-smart-chain');
  expect(taken).toMatchObject({ currency: 'USDT', network: 'bnb-smart-chain', amount: '1000', address });
  await app.mine('bnb-smart-chain', 16);
  expect((await app.balance('ann')).USDT?.actual).toBe('1000');
  const list = (await app.call({ path: 'transactions', as: 'ann' })).body.results;
  expect(list).toMatchObject([{ hash: taken.hash, status: 'completed' }]);
  // With a tag where the address is shared, and on the usual network where none is named.
  const tagged = await take('ann', { currency: 'XRP' });
  expect(tagged.body).toMatchObject({ network: 'xrp-ledger', memo: expect.stringMatching(/^\d+$/) });
});

it('gives each coin three times an hour, also when all ask at once', async () => {
  await app.person('bea');
  const at = Array.from({ length: 6 }, () => take('bea', { currency: 'BTC' }));
  const answers = await Promise.all(at);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({
    code: 'rate_limit_exceeded',
    detail: 'You can take test coins of one kind 3 times an hour. Try again later.',
  });
  expect((await take('bea', { currency: 'ETH' })).status).toBe(200);
});

it('refuses a coin and a network that are not listed, and deposits that are switched off', async () => {
  expect((await take('ann', { currency: 'NOPE' })).body.code).toBe('coin_invalid');
  expect((await take('ann', { currency: 'BTC', network: 'tron' })).body.code).toBe('network_invalid');
  await app.change("update coins set deposits_disabled = true where code = 'BNB'");
  expect((await take('ann', { currency: 'BNB' })).body.code).toBe('deposit_disabled');
});

it('does not exist where there is no demo', async () => {
  const other = await createTestApp({
    env: { DEMO: 'false', SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8' },
    modules: [{ name: 'tap', register: addTapRoute }],
  });
  const answer = await other.app.inject({
    method: 'POST',
    url: '/api/v1/wallet/tap/',
    payload: { currency: 'BTC' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  await other.app.close();
});
