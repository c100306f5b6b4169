import { FundLine, HouseAccount, NetworkState } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { checkBooks } from '../books/check-books.ts';
import { createOperator } from '../testing/staff.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  app = await createWalletApp();
  operator = await createOperator(app);
  await app.person('ann');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '2' });
  await app.mine('bitcoin', 3);
});
afterAll(() => app.close());

it('shows what lies where, against its limits and what was paid', async () => {
  const network = (await readNetworks(app.platform)).networks.get('bitcoin');
  if (network) await checkBooks(app.platform, network);
  const line = async () => {
    const { body } = await operator.get('admin/funds');
    return FundLine.parse(body.results.find(({ currency }: FundLine) => currency === 'BTC'));
  };
  expect(await line()).toMatchObject({
    ...{ network: 'bitcoin', users: '2', hot: '0', queued: '0', paid: '0', cover_hours: null },
    ...{ limits: null, level: 'unlimited', refill: null, stopped: false },
  });
  await app.change("insert into hot_limits values ('bitcoin', 'BTC', 1, 2, 4)");
  expect(await line()).toMatchObject({
    ...{ level: 'below_floor', limits: { floor: '1', target: '2', ceiling: '4' } },
  });
});

it('lists the accounts of the house, which come to nothing with those of users', async () => {
  const { body } = await operator.get('admin/house-accounts');
  const custody = body.results.find(({ account }: HouseAccount) => account === 'house:custody:bitcoin');
  expect(HouseAccount.parse(custody)).toMatchObject({
    ...{ kind: 'custody', name: 'bitcoin', currency: 'BTC', balance: '-2' },
  });
  expect(body.trial).toContainEqual({ currency: 'BTC', users: '2', house: '-2', sum: '0' });
  const lines = await operator.get('admin/house-lines?account=house:custody:bitcoin');
  expect(lines.body.results).toMatchObject([{ kind: 'deposit', amount: '-2', balance: '-2' }]);
  expect((await operator.get('admin/house-lines?account=ann')).status).toBe(422);
});

it('switches coins and networks off and on with a reason, at once', async () => {
  const state = async () => {
    const { body } = await operator.get('admin/networks');
    return NetworkState.parse(body.results.find(({ network }: NetworkState) => network === 'bitcoin'));
  };
  expect(await state()).toMatchObject({
    ...{ deposits: true, withdrawals: true, keys: true, error: null, lag: 0, waits: [] },
    coins: [{ currency: 'BTC', deposits: true, coin_withdrawals: true, stopped: false }],
  });
  const off = { deposits: true, withdrawals: false };
  const quote = () => app.call({ path: 'wallet/withdrawal-quote?currency=BTC&network=bitcoin', as: 'ann' });
  expect((await quote()).status).toBe(200);
  for (const path of [
    'admin/networks/bitcoin/switches',
    'admin/networks/bitcoin/coins/BTC/switches',
    'admin/coins/BTC/switches',
  ]) {
    expect((await operator.call('PUT', path, off)).body).toEqual(off);
    const { coins } = await readNetworks(app.platform);
    expect(coins.find(({ coin }) => coin === 'BTC')).toMatchObject({
      ...{ depositsDisabled: false, withdrawalsDisabled: true },
    });
    await operator.call('PUT', path, { deposits: true, withdrawals: true });
  }
  expect((await operator.call('PUT', 'admin/networks/nowhere/switches', off)).body.code).toBe(
    'network_invalid',
  );
  expect((await operator.call('PUT', 'admin/coins/NONE/switches', off)).body.code).toBe('coin_invalid');
  const chain = await app.chain('bitcoin');
  await chain.setAway(true);
  expect(await state()).toMatchObject({ node_height: null, lag: null, error: expect.any(String) });
  await chain.setAway(false);
});
