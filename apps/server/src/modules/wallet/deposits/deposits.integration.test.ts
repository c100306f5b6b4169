import { addressFormats } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { exportsModule } from '#modules/exports/index.ts';
import { usersAdminModule } from '#modules/users-admin/index.ts';
import { userId } from '#testing/trading-app.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { oddBlocks } from './odd-blocks.cases.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp({ modules: [exportsModule, usersAdminModule] });
});
afterEach(async () => expect(await app.differences()).toEqual([]));
afterAll(() => app.close());

const states = async (name: string) =>
  (await app.deposits(name)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
const house = (kind: 'custody' | 'reorg-loss', network: string, coin: string) =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), coin));

it('credits a deposit once, when it is as deep as its coin wants, and shows it before that', async () => {
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '0.5' });
  await app.watcher.follow('bitcoin');
  expect(await states('ann')).toEqual(['pending']);
  await app.mine('bitcoin');
  expect(await states('ann')).toEqual(['confirming']);
  expect(await actual('ann', 'BTC')).toBe('0');
  const { body } = await app.call({ method: 'POST', path: 'getwallets', as: 'ann', body: {} });
  expect(body.wallets).toContainEqual({
    coin: 'BTC',
    actual: '0',
    orders: '0',
    locked: '0',
    incoming: '0.5',
  });
  await app.mine('bitcoin');
  expect(await states('ann')).toEqual(['completed']);
  await app.mine('bitcoin', 3);
  await app.watcher.rescan('bitcoin', { from: 0, to: 100 });
  expect(await actual('ann', 'BTC')).toBe('0.5');
  expect(await house('custody', 'bitcoin', 'BTC')).toBe(-50_000_000n);
});

it('credits each output of a transaction to whom it belongs, tokens by their contract', async () => {
  const id = await app.pay('two', { network: 'tron', coin: 'USDT', amount: '25' });
  await app.pay('two', { network: 'tron', coin: 'TRX', amount: '7' });
  await app.mine('tron', 20);
  expect(await actual('two', 'USDT')).toBe('25');
  expect(await actual('two', 'TRX')).toBe('7');
  expect((await app.deposits('two')).find(({ transactionId }) => transactionId === id)).toMatchObject({
    coin: 'USDT',
    amount: '25',
  });
});

it('tells users who share an address apart by the tag, and holds what has none or a wrong one', async () => {
  const [one, other] = [await app.addressOf('tag1', 'xrp-ledger'), await app.addressOf('tag2', 'xrp-ledger')];
  expect(one.address).toBe(other.address);
  expect(one.memo).not.toBe(other.memo);
  await app.pay('tag1', { network: 'xrp-ledger', coin: 'XRP', amount: '10' });
  await app.pay('tag2', { network: 'xrp-ledger', coin: 'XRP', amount: '20' });
  const none = await app.pay('-', {
    network: 'xrp-ledger',
    coin: 'XRP',
    amount: '30',
    to: { ...one, memo: null },
  });
  const wrong = await app.pay('-', {
    network: 'xrp-ledger',
    coin: 'XRP',
    amount: '40',
    to: { ...one, memo: '1' },
  });
  await app.mine('xrp-ledger', 5);
  expect([await actual('tag1', 'XRP'), await actual('tag2', 'XRP')]).toEqual(['10', '20']);
  const { rows } = await sql<{ id: string; reason: string }>`
    select transaction_id as id, reason from deposits where network = 'xrp-ledger' and status = 'held'
  `.execute(app.test.database.kysely);
  expect(new Map(rows.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [none, 'missing_memo'],
      [wrong, 'no_owner'],
    ]),
  );
});

it('rounds down what the chain counts more finely than the ledger, and keeps the remainder', async () => {
  await app.pay('fine', { network: 'bnb-smart-chain', coin: 'USDT', amount: '3.000001999999999999' });
  await app.mine('bnb-smart-chain', 1);
  const { body: early } = await app.call({ path: 'transactions?limit=1&offset=0&wallet=True', as: 'fine' });
  expect(early.results[0]).toMatchObject({ status: 'confirming', amount: '3.000001' });
  await app.mine('bnb-smart-chain', 19);
  expect(await actual('fine', 'USDT')).toBe('3.000001');
  const { rows } = await sql`
    select remainder::text as remainder from deposits where user_id = ${userId('fine')}
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([{ remainder: '999999999999' }]);
  const { body } = await app.call({ path: 'transactions?limit=1&offset=0&wallet=True', as: 'fine' });
  expect(body.results[0]).toMatchObject({ status: 'completed', amount: '3.000001' });
});

it('takes the fee of the house from what came', async () => {
  await app.change(
    "update coin_blockchains set deposit_fee = 0.1 where coin = 'ETH' and blockchain = 'arbitrum'",
  );
  await app.pay('fee', { network: 'arbitrum', coin: 'ETH', amount: '1' });
  await app.mine('arbitrum', 20);
  expect(await actual('fee', 'ETH')).toBe('0.9');
  await app.change(
    "update coin_blockchains set deposit_fee = 0 where coin = 'ETH' and blockchain = 'arbitrum'",
  );
});

it('keeps the fee and the maximum of when a deposit was first seen', async () => {
  const change = (fee: string, max: string) =>
    app.change(
      `update coin_blockchains set deposit_fee = ${fee}, deposit_max = ${max} where coin = 'ETH' and blockchain = 'arbitrum'`,
    );
  await change('0.1', '5');
  await app.pay('early', { network: 'arbitrum', coin: 'ETH', amount: '2' });
  await app.watcher.follow('arbitrum');
  expect(await states('early')).toEqual(['pending']);
  await change('0.5', '1');
  await app.pay('later', { network: 'arbitrum', coin: 'ETH', amount: '1' });
  await app.pay('above', { network: 'arbitrum', coin: 'ETH', amount: '2' });
  await app.mine('arbitrum', 20);
  expect([await actual('early', 'ETH'), await actual('later', 'ETH')]).toEqual(['1.9', '0.5']);
  expect(await states('above')).toEqual(['held above_maximum']);
  // A higher maximum lets it go, for the fee of when it was seen.
  await change('0.2', 'null');
  await app.mine('arbitrum');
  expect(await actual('above', 'ETH')).toBe('1.5');
  await change('0', 'null');
});

it('holds what may not be credited now, and credits it when the reason is gone', async () => {
  const [network, coin] = ['rootstock', 'RBTC'];
  const depth = 15;
  const pay = (name: string, amount: string) => app.pay(name, { network, coin, amount });
  await pay('small', '0.00005');
  await app.mine(network, depth);
  expect(await states('small')).toEqual(['held below_minimum']);
  await app.change("update coin_blockchains set deposit_min = 0 where coin = 'RBTC'");
  await app.mine(network);
  expect(await actual('small', coin)).toBe('0.00005');

  await app.change("update coin_blockchains set deposit_max = 5 where coin = 'RBTC'");
  await pay('large', '6');
  await app.mine(network, depth);
  expect(await states('large')).toEqual(['held above_maximum']);
  await app.change("update coin_blockchains set deposit_max = null where coin = 'RBTC'");
  await app.change("update coins set deposits_disabled = true where code = 'RBTC'");
  await app.mine(network);
  expect(await states('large')).toEqual(['held deposits_disabled']);
  await app.change("update coins set deposits_disabled = false where code = 'RBTC'");
  await app.mine(network);
  expect(await states('large')).toEqual(['completed']);
  expect(await actual('large', coin)).toBe('6');
});

it('keeps a token that is not listed, and credits it once it is', async () => {
  const contract = addressFormats.evm.normalize('0x1111111111111111111111111111111111111111') ?? '';
  await app.pay('token', { network: 'polygon', coin: '?', amount: '5000000', contract });
  await app.mine('polygon', 20);
  expect(await states('token')).toEqual(['held unknown_token']);
  const shown = async (query = '') =>
    (await app.call({ path: `transactions${query}`, as: 'token' })).body.results;
  // Its owner finds it, and sees that it is not supported. Its decimals are not known.
  const unlisted = {
    currency: 'UNLISTED',
    contract,
    amount: '5000000',
    status: 'pending',
    reason: 'unknown_token',
  };
  expect(await shown()).toEqual([]);
  expect(await shown('?currency=UNLISTED')).toMatchObject([unlisted]);
  const { listWalletRecords } = await import('../history/wallet-records.ts');
  const asked = { account: userId('token'), kinds: ['deposit'] as const, page: 1, pageSize: 9, pagesMax: 1 };
  expect((await listWalletRecords(app.platform, asked)).results).toEqual([]);
  const { results } = await listWalletRecords(app.platform, { ...asked, coin: 'UNLISTED' });
  expect(results).toMatchObject([{ coin: 'UNLISTED', reason: 'unknown_token' }]);
  await app.change(
    `insert into coin_blockchains (coin, blockchain, place, contract, decimals) values ('TRX', 'polygon', 9, '${contract}', 6)`,
  );
  await app.mine('polygon');
  expect(await states('token')).toEqual(['completed']);
  expect(await actual('token', 'TRX')).toBe('5');
  const [listed] = await shown();
  expect(listed).toMatchObject({ currency: 'TRX', amount: '5', status: 'completed' });
  expect(listed).not.toHaveProperty('contract');
});

it('credits what was sent over another network of the same address format to its one owner, and brings it to the hot address', async () => {
  const to = await app.addressOf('stray', 'ethereum');
  await app.addressOf('neighbour', 'polygon');
  await app.pay('-', { network: 'polygon', coin: 'POL', amount: '12', to });
  await app.mine('polygon', 20);
  expect(await actual('stray', 'POL')).toBe('12');
  const left = async () => {
    const chain = await app.chain('polygon');
    return chain.balance([to.address], { contract: undefined, height: (await chain.tip()).height });
  };
  expect(await left()).toBe(12n * 10n ** 18n);
  const networks = await payoutNetworks(app.platform, ['polygon']);
  for (let times = 0; times < 2; times += 1) {
    await runPayouts(app.platform, { networks, sign: testSigner(app.platform) });
    await app.mine('polygon', 20);
  }
  await runPayouts(app.platform, { networks, sign: testSigner(app.platform) });
  expect(await left()).toBe(0n);
});

it('takes a deposit back that a reorganisation unmined, and credits it once after it was mined again', async () => {
  const chain = await app.chain('bitcoin');
  await app.pay('reorg', { network: 'bitcoin', coin: 'BTC', amount: '0.3' });
  await app.mine('bitcoin');
  expect(await states('reorg')).toEqual(['confirming']);
  await chain.reorg({ depth: 1, isMined: false });
  await app.watcher.follow('bitcoin');
  expect(await states('reorg')).toEqual(['pending']);
  await app.mine('bitcoin');
  await app.mine('bitcoin');
  expect(await actual('reorg', 'BTC')).toBe('0.3');
});

it('fails a deposit that is gone for good, and takes it up again should it come back', async () => {
  const chain = await app.chain('bitcoin');
  const id = await app.pay('gone', { network: 'bitcoin', coin: 'BTC', amount: '0.2' });
  await app.mine('bitcoin');
  const { rows } = await sql<{ raw: string }>`
    select raw from development_transactions where id = ${id}
  `.execute(app.test.database.kysely);
  await chain.reorg({ depth: 1, drop: [id] });
  await app.watcher.follow('bitcoin');
  expect(await states('gone')).toEqual(['pending']);
  await sql`update deposits set missing_at = now() - interval '3 minutes' where transaction_id = ${id}`.execute(
    app.test.database.kysely,
  );
  await app.watcher.follow('bitcoin');
  expect(await states('gone')).toEqual(['failed']);
  expect(await chain.send(rows[0]?.raw ?? '')).toEqual({ outcome: 'accepted' });
  await app.watcher.follow('bitcoin');
  expect(await states('gone')).toEqual(['pending']);
  await app.mine('bitcoin', 2);
  expect(await actual('gone', 'BTC')).toBe('0.2');
});

it('leaves the user what a late reorganisation took, has the house bear it, and takes that back when it is mined again', async () => {
  const chain = await app.chain('bitcoin');
  const before = await house('custody', 'bitcoin', 'BTC');
  await app.pay('late', { network: 'bitcoin', coin: 'BTC', amount: '0.7' });
  await app.mine('bitcoin', 3);
  expect(await actual('late', 'BTC')).toBe('0.7');
  for (const round of [1, 2]) {
    await chain.reorg({ depth: 3 + 4 * (round - 1), isMined: false });
    await app.watcher.follow('bitcoin');
    expect(await house('reorg-loss', 'bitcoin', 'BTC')).toBe(-70_000_000n);
    expect(await house('custody', 'bitcoin', 'BTC')).toBe(before);
    expect(await app.differences()).toEqual([]);
    await app.mine('bitcoin');
    expect(await app.differences()).toEqual([]);
    expect(await house('reorg-loss', 'bitcoin', 'BTC')).toBe(-70_000_000n);
    await app.mine('bitcoin', 2);
    expect(await house('reorg-loss', 'bitcoin', 'BTC')).toBe(0n);
    expect(await house('custody', 'bitcoin', 'BTC')).toBe(before - 70_000_000n);
  }
  expect(await actual('late', 'BTC')).toBe('0.7');
  expect(await states('late')).toEqual(['completed']);
});

it('says that a node is of another chain, also when it is behind, and measures its network all the same', async () => {
  const { pool } = app.test.database;
  const metrics = async (name: string) => {
    const lines = (await app.platform.metrics.registry.metrics()).split('\n');
    return lines.filter((line) => line.startsWith(`${name}{`));
  };
  // Of every network, although none was looked at since this server started.
  const { rows } = await pool.query('select code from blockchains');
  expect(await metrics('wallet_node_away')).toHaveLength(rows.length);
  expect(await metrics('wallet_chain_height')).toHaveLength(rows.length);
  expect((await metrics('wallet_payouts')).length).toBeGreaterThanOrEqual(rows.length);
  await app.mine('bitcoin', 2);
  const said = `The node of bitcoin is of another chain`;
  const change = (hash: string, height: string) =>
    app.change(`update chain_blocks set hash = ${hash} where network = 'bitcoin';
      update chain_checkpoints set hash = ${hash}, height = height ${height} where network = 'bitcoin'`);
  await change("'x' || hash", '+ 0');
  await expect(app.watcher.follow('bitcoin')).rejects.toThrow(said);
  expect([...app.watcher.ofAnotherChain]).toEqual(['bitcoin']);
  expect(await metrics('wallet_node_away')).toContain('wallet_node_away{network="bitcoin"} 1');
  const reasons = app.app.readinessReasons.flatMap((reason) => reason() ?? []);
  expect(reasons).toEqual([expect.stringContaining('bitcoin: it is of another chain')]);
  // The tip of the other chain is lower than what we have seen: it does not merely catch up.
  await change('hash', '+ 500');
  await expect(app.watcher.follow('bitcoin')).rejects.toThrow(said);
  await change('substr(hash, 2)', '- 500');
  expect(await app.watcher.follow('bitcoin')).toBe(true);
  expect([...app.watcher.ofAnotherChain, ...app.watcher.away.keys()]).toEqual([]);
});

it('loses nothing while the node is away, and catches up', async () => {
  const chain = await app.chain('bitcoin');
  await app.pay('away', { network: 'bitcoin', coin: 'BTC', amount: '0.1' });
  await chain.mine(40);
  await chain.setAway(true);
  expect(await app.watcher.follow('bitcoin')).toBe(false);
  expect([...app.watcher.away.keys()]).toEqual(['bitcoin']);
  const reasons = app.app.readinessReasons.flatMap((reason) => reason() ?? []);
  expect(reasons).toEqual([expect.stringContaining('bitcoin')]);
  await chain.setAway(false);
  expect(await app.watcher.follow('bitcoin')).toBe(true);
  expect(await actual('away', 'BTC')).toBe('0.1');
  expect(app.watcher.away.size).toBe(0);
});

oddBlocks(() => app);
