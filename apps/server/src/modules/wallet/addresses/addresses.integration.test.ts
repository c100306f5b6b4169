import { DepositAddress } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const of = (currency: string, network: string) => `currency=${currency}&network=${network}`;
const current = async (as: string, currency: string, network: string) =>
  app.call({ path: `wallet/deposit-address?${of(currency, network)}`, as });
const fresh = (as: string, currency: string, network: string) =>
  app.call({ method: 'POST', path: 'wallet/deposit-address', as, body: { currency, network } });

it('gives one address to whoever asks ten times at once, the same for all coins of the network', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => current('ann', 'ETH', 'ethereum')));
  const addresses = answers.map(({ body }) => DepositAddress.parse(body).address);
  expect(new Set(addresses).size).toBe(1);
  expect((await current('ann', 'USDT', 'ethereum')).body.address).toBe(addresses[0]);
  expect((await current('ann', 'USDT', 'tron')).body.address).not.toBe(addresses[0]);
});

it('gives many who ask at once an address each, in numbers without a hole', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `many${index}`);
  const answers = await Promise.all(names.map((name) => current(name, 'BTC', 'bitcoin')));
  expect(new Set(answers.map(({ body }) => body.address)).size).toBe(names.length);
  const { rows } = await app.test.database.pool.query(
    `select count(*)::int as count, max(index) as last, next_index as next from chain_addresses
     join wallet_accounts on wallet_accounts.id = account where network = 'bitcoin' and branch = 0 group by next_index`,
  );
  expect(rows).toEqual([{ count: names.length, last: names.length - 1, next: names.length }]);
});

it('gives fresh ones as long as fewer than twenty are unused, also when they are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 23 }, () => fresh('bob', 'TRX', 'tron')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
    Array(3).fill('422 deposit_limit_exceeded'),
  );
  expect(refused[0]?.body.detail).toContain('20');
  const { body } = await app.call({ path: 'wallet/deposit-addresses?limit=15&network=tron', as: 'bob' });
  expect(body.results).toHaveLength(15);
  expect(body.results[0].current).toBe(true);
  const second = await app.call({
    path: `wallet/deposit-addresses?network=tron&cursor=${body.next}`,
    as: 'bob',
  });
  expect(second.body.results).toHaveLength(5);
  expect(second.body.next).toBeNull();
});

it('makes room again with what is used, and keeps the old one working', async () => {
  const { body: old } = await current('used', 'BTC', 'bitcoin');
  await app.pay('used', { network: 'bitcoin', coin: 'BTC', amount: '0.01' });
  await fresh('used', 'BTC', 'bitcoin');
  await app.pay('-', {
    network: 'bitcoin',
    coin: 'BTC',
    amount: '0.02',
    to: { address: old.address, memo: null },
  });
  await app.mine('bitcoin', 3);
  expect((await app.balance('used')).BTC?.actual).toBe('0.03');
  const { body } = await app.call({ path: 'wallet/deposit-addresses', as: 'used' });
  expect(body.results.map(({ first_used }: DepositAddress) => first_used !== null)).toEqual([false, true]);
});

it('shares one address among the users of a network with tags', async () => {
  const { body } = await current('tag', 'XRP', 'xrp-ledger');
  expect(DepositAddress.parse(body)).toMatchObject({
    memo_kind: 'tag',
    memo: expect.stringMatching(/^\d{1,10}$/),
  });
  const found = await app.call({
    path: `wallet/deposit-address/look-up?network=xrp-ledger&address=${body.address}&memo=${body.memo}`,
    as: 'tag',
  });
  expect(found.body).toMatchObject({ address: body.address, currencies: ['XRP'] });
});

it('finds one’s own address in any spelling, and nobody else’s', async () => {
  const { body } = await current('look', 'ETH', 'ethereum');
  const lookUp = (as: string, address: string) =>
    app.call({ path: `wallet/deposit-address/look-up?network=ethereum&address=${address}`, as });
  expect((await lookUp('look', body.address.toLowerCase())).body.address).toBe(body.address);
  // Networks of one format share their keys: what is sent there over a sibling reaches the same person.
  const { body: sibling } = await fresh('look', 'ETH', 'arbitrum');
  expect((await lookUp('look', sibling.address)).body).toMatchObject({
    ...{ network: 'ethereum', address: sibling.address },
  });
  for (const answer of [await lookUp('other', body.address), await lookUp('look', 'nonsense')])
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_deposit_address' } });
});

it('says why no address is given', async () => {
  expect((await current('why', 'ZZZ', 'bitcoin')).body.code).toBe('coin_invalid');
  expect((await current('why', 'BTC', 'tron')).body.code).toBe('network_invalid');
  await app.change("update blockchains set deposits_disabled = true where code = 'bitcoin'");
  expect((await current('why', 'BTC', 'bitcoin')).body.code).toBe('deposits_disabled');
  await app.change("update blockchains set deposits_disabled = false where code = 'bitcoin'");
  await app.change("update coins set deposits_disabled = true where code = 'BTC'");
  expect((await current('why', 'BTC', 'bitcoin')).body.code).toBe('deposit_disabled');
  await app.change("update coins set deposits_disabled = false where code = 'BTC'");
  await app.change(
    "delete from chain_addresses where network = 'rootstock'; delete from wallet_keys where network = 'rootstock'",
  );
  expect((await current('why', 'RBTC', 'rootstock')).body.code).toBe('wallet_service_error');
});
