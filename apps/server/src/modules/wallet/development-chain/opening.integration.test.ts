import { houseAccount, houseAccounts } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { booked } from '#runtime/testing/booked.ts';
import { userId } from '#testing/trading-app.ts';
import { bookMovement } from '../bookings.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { formerSeries, giveFromTap } from './gifts.ts';
import { openBooks } from './opening.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const of = (account: string, coin: string) =>
  app.runtime.read(({ ledger }) => ledger.available(account, coin));

/** As the demo gave money before its coins came over chains. */
async function creditAsBefore(name: string, coin: string, amount: bigint): Promise<void> {
  const account = userId(name);
  await app.runtime.execute({ kind: 'OpenAccount', key: `account:${account}:open`, account });
  const reference = `demo:begin:${account}:${coin}`;
  const booking = await app.test.database.kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series: formerSeries, reference }));
  const source = houseAccount('custody', 'demo');
  const words = { reference, actor: 'demo' };
  await app.runtime.execute({
    kind: 'CreditDeposit',
    booking,
    ...words,
    account,
    coin,
    source,
    amount,
    fee: 0n,
  });
}

it('puts what a demo of before holds on the chains, once, and gives nobody their money a second time', async () => {
  await creditAsBefore('old', 'USDT', 5_000_000n);
  await creditAsBefore('old', 'BTC', 7n);
  await app.runtime.execute({
    kind: 'CreditDeposit',
    ...booked('older'),
    ...{ account: userId('old'), coin: 'BTC', source: houseAccounts.custody, amount: 3n, fee: 0n },
  });
  for (const _ of [1, 2]) await openBooks(app.platform);
  expect(await of(houseAccount('custody', 'demo'), 'USDT')).toBe(0n);
  expect(await of(houseAccounts.custody, 'BTC')).toBe(0n);
  const usdtOfHouse = 1_000_000n * 1_000_000n;
  expect(await of(houseAccount('custody', 'tron'), 'USDT')).toBe(-5_000_000n - usdtOfHouse);
  const capital = await of(houseAccounts.capital, 'BTC');
  expect(capital).toBeGreaterThan(0n);
  expect(await of(houseAccount('custody', 'bitcoin'), 'BTC')).toBe(-10n - capital);
  // The books have moved, and the block is still to come.
  for (const network of ['tron', 'bitcoin']) await app.watcher.follow(network);
  expect(await app.differences()).toEqual([]);
  for (const network of ['tron', 'bitcoin']) await app.mine(network, 20);
  expect(await app.differences()).toEqual([]);
  const begin = (name: string, coin: string) => ({
    ...{ key: `demo:begin:${userId(name)}:${coin}`, userId: userId(name), coin, amount: '100' },
  });
  for (const _ of [1, 2])
    await giveFromTap(app.platform, [begin('old', 'USDT'), begin('new', 'USDT'), begin('old', 'ETH')]);
  expect((await app.balance('old')).USDT?.actual).toBe('5');
  expect((await app.balance('old')).ETH?.actual).toBe('100');
  expect((await app.balance('new')).USDT?.actual).toBe('100');
  expect(await app.differences()).toEqual([]);
});

it('puts money of the house on the hot address for every coin of every network, so that each can be paid out', async () => {
  await openBooks(app.platform);
  const { networks, coins } = await readNetworks(app.platform);
  const empty: string[] = [];
  for (const network of networks.values()) {
    await app.mine(network.code);
    const { rows } = await sql<{ address: string }>`
      select address from chain_addresses where network = ${network.code} and branch = 1 and memo is null
    `.execute(app.test.database.kysely);
    const chain = await app.chain(network.code);
    const { height } = await chain.tip();
    for (const { coin, contract } of coins.filter((each) => each.network === network.code)) {
      const hot = rows.map(({ address }) => address);
      const held = await chain.balance(hot, { contract: contract ?? undefined, height });
      if (held === 0n) empty.push(`${coin} on ${network.code}`);
    }
  }
  expect(empty).toEqual([]);
  expect(await app.differences()).toEqual([]);
});
