import { TronChain } from '@emporion/chains';
import { TronDouble, transferLog } from '@emporion/chains/testing/tron-double';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { reconcile } from '../books/reconcile.ts';
import type { Sign } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { listAtWork } from '../payouts/store.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

// Deposits and payouts of the exchange on a double of a full node: no node of Tron runs where these tests do.
const network = 'tron';
const confirmations = 3;
const solidLag = 5;
const trx = 1_000_000n;
let app: WalletApp;
let double: TronDouble;
let chain: TronChain;
let usdt: string;

beforeAll(async () => {
  [app, double] = await Promise.all([createWalletApp(), TronDouble.start({ solidLag })]);
  usdt = double.deploy();
  double.mine(solidLag + 1);
  chain = new TronChain({ nodes: [double.address], firstBlock: double.firstBlock });
  const parameters = { firstBlock: double.firstBlock, nodes: [double.url], feeLimitMax: '150000000' };
  await app.change(`
    update blockchains set family = 'tron', confirmations = ${confirmations}, parameters = '${JSON.stringify(parameters)}'
    where code = '${network}'
  `);
  await app.change(`
    update coin_blockchains set contract = case coin when 'USDT' then '${usdt}' end, confirmations = null, deposit_min = 0
    where blockchain = '${network}'
  `);
  await app.watcher.follow(network);
});
beforeEach(() => {
  double.refusal = undefined;
  double.swallows = false;
  double.isAway = false;
});
afterAll(async () => {
  await app?.close();
  await double?.stop();
});

const states = async (name: string) =>
  (await app.deposits(name)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
const house = (kind: 'custody' | 'in-flight', coin: string) =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), coin));

async function mine(blocks = solidLag + 1): Promise<void> {
  double.mine(blocks);
  await app.watcher.follow(network, { review: true });
}

const netOf = () => payoutNetworks(app.platform, [network]);
const turn = async (sign: Sign = testSigner(app.platform)) =>
  runPayouts(app.platform, { networks: await netOf(), sign });

async function turnUntilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await turn();
    await mine();
    quiet = (await listAtWork(app.test.database.kysely, network)).length === 0 ? quiet + 1 : 0;
  }
}

/** Coins on our addresses less custody and what is open, for each coin; more than the books only by what contracts passed on. */
async function differences(): Promise<Record<string, bigint>> {
  const { networks, coins } = await readNetworks(app.platform);
  const row = networks.get(network);
  if (!row) throw new Error('there is no such network');
  const sources = { db: app.test.database.kysely, read: app.runtime.read, chain };
  const lines = await reconcile(sources, { network: row, coins });
  return Object.fromEntries(lines.map(({ coin, difference }) => [coin, difference]));
}

async function queued(
  name: string,
  payment: { coin: string; amount: string; to: string },
): Promise<Withdrawal> {
  const { kysely } = app.test.database;
  await app.person(name);
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId(name), clientId: payment.to, coin: payment.coin, network, memo: null },
    ...{ address: payment.to, amount: payment.amount, fee: '0.1', value: null, recipient: null },
    ...{ isNewDevice: false, origin: { address: '203.0.113.7', device: 'Firefox on Linux' } },
    now: app.platform.clock.now(),
  });
  if (!written) throw new Error('not written');
  const held = await book(app.platform, written);
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  return (confirmed && (await changeWithdrawal(kysely, confirmed, { status: 'queued' }))) ?? held;
}

const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};

const balanceOf = async (address: string, contract?: string) =>
  chain.balance([address], { contract, height: (await chain.tip()).height });

it('credits the coin and a token once each, when the chain itself calls them final', async () => {
  const { address } = await app.addressOf('ann', network);
  double.pay(address, 2_000n * trx);
  double.pay(address, 300_000_000n, usdt);
  await mine(1);
  expect(await states('ann')).toEqual(['confirming', 'confirming']);
  // Deep enough by the row, and not yet final by the chain.
  await mine(confirmations);
  expect(await states('ann')).toEqual(['confirming', 'confirming']);
  await mine(solidLag - confirmations);
  expect(await states('ann')).toEqual(['completed', 'completed']);
  await app.watcher.rescan(network, { from: 0, to: 1_000 });
  expect(await actual('ann', 'TRX')).toBe('2000');
  expect(await actual('ann', 'USDT')).toBe('300');
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('takes a deposit back that a reorganisation lost before it was final, and keeps one that is mined again', async () => {
  const lost = double.pay((await app.addressOf('ben', network)).address, 10n * trx);
  double.pay((await app.addressOf('cid', network)).address, 20n * trx);
  await mine(2);
  expect([await states('ben'), await states('cid')]).toEqual([['confirming'], ['confirming']]);
  double.reorg(2, { drop: [lost] });
  await mine();
  expect(await states('ben')).toEqual(['pending']);
  expect(await actual('ben', 'TRX')).toBe('0');
  expect(await states('cid')).toEqual(['completed']);
  expect(await actual('cid', 'TRX')).toBe('20');
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('credits nothing of what only looks like money', async () => {
  const { address } = await app.addressOf('dan', network);
  const counterfeit = double.deploy();
  double.mine();
  double.pay(address, 1_000_000n, counterfeit);
  const log = transferLog({ contract: usdt, from: double.rich.address, to: address, amount: 1_000_000n });
  const rawData = (id: string) => `0a0200004008720${id}`;
  double.add({
    ...{ rawData: rawData('1'), contractRet: 'REVERT' },
    info: { result: 'FAILED', receipt: { result: 'REVERT' }, log: [log] },
  });
  await mine();
  expect(await states('dan')).toEqual(['held unknown_token']);
  expect(await actual('dan', 'USDT')).toBe('0');
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('gathers deposits on the hot address, tokens after their address got its fee, and pays out of it', async () => {
  double.pay((await app.addressOf('eve', network)).address, 60_000_000n, usdt);
  await mine();
  await turnUntilQuiet();
  const [net] = await netOf();
  const hot = net?.hot.address ?? '';
  expect(await balanceOf(hot, usdt)).toBe(360_000_000n);
  expect(await balanceOf(hot)).toBeGreaterThan(1_800n * trx);
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
  const { rows: kinds } = await sql<{ kind: string; nonce: number | null }>`
    select distinct kind, nonce from payouts where network = ${network} and status = 'completed' order by kind
  `.execute(app.test.database.kysely);
  expect(kinds).toEqual([
    { kind: 'sweep', nonce: null },
    { kind: 'top-up', nonce: null },
  ]);

  const outside = [double.newAccount().address, double.newAccount().address, double.newAccount().address];
  const some = [
    await queued('ann', { coin: 'TRX', amount: '100', to: outside[0] ?? '' }),
    await queued('ann', { coin: 'USDT', amount: '40', to: outside[1] ?? '' }),
    await queued('ann', { coin: 'TRX', amount: '50.000001', to: outside[2] ?? '' }),
  ];
  await turn();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await mine(confirmations);
  await turn();
  // Deep enough by the row, and not yet final by the chain.
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('confirming in_flight');
  await mine();
  await turn();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(outside[0] ?? '')).toBe(100n * trx);
  expect(await balanceOf(outside[1] ?? '', usdt)).toBe(40_000_000n);
  expect(await balanceOf(outside[2] ?? '')).toBe(50_000_001n);
  expect(await house('in-flight', 'TRX')).toBe(0n);
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

const expire = async () => {
  double.skip(700_000);
  await mine(solidLag + 2);
};
const payoutsTo = async (to: string) => {
  const { rows } = await sql<{ status: string; reason: string | null }>`
    select status, reason from payouts
    where network = ${network} and payments @> ${JSON.stringify([{ to }])}::jsonb order by created_at
  `.execute(app.test.database.kysely);
  return rows.map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
};

it('makes a payout anew that a node took and nobody mined, once it can never be mined, and pays once', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'USDT', amount: '10', to: address });
  double.swallows = true;
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  double.refusal = 'TRANSACTION_EXPIRATION_ERROR';
  double.skip(700_000);
  await mine(1);
  // Expired by the newest block only: its bytes could be in one that the node does not show yet.
  for (let turns = 0; turns < 3; turns += 1) await turn();
  expect(await payoutsTo(address)).toEqual(['broadcast']);
  await mine(solidLag + 1);
  double.refusal = undefined;
  double.swallows = false;
  await turn();
  expect(await payoutsTo(address)).toEqual(['failed expired', 'broadcast']);
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(address, usdt)).toBe(10_000_000n);
  expect(await house('in-flight', 'USDT')).toBe(0n);
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('follows one that was mined unseen, however late it looks again', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '3', to: address });
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  double.mine();
  await expire();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await payoutsTo(address)).toEqual(['completed']);
});

it('asks the signer for other words when those it may have signed are over, and pays once', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '4', to: address });
  const real = testSigner(app.platform);
  let lost = '';
  // It signs, and its answer is lost.
  await turn(async (request) => {
    const answer = await real(request);
    if (answer.signed) lost = answer.raw;
    throw new Error('The answer was lost.');
  });
  expect(await stands(withdrawal)).toBe('built in_flight');
  // Whoever has the bytes sends them: the payout is then found by its id, without the signature.
  expect(lost).not.toBe('');
  await expire();
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  expect((await chain.send(lost)).outcome).toBe('refused');
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(address)).toBe(4n * trx);
});

it('does not make it anew when the lost bytes were mined', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '5', to: address });
  const real = testSigner(app.platform);
  await turn(async (request) => {
    const answer = await real(request);
    if (answer.signed) await chain.send(answer.raw);
    throw new Error('The answer was lost.');
  });
  double.mine();
  await expire();
  await turn();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(address)).toBe(5n * trx);
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('gives the money back after the network let three of its transactions expire', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '6', to: address });
  const before = await actual('ann', 'TRX');
  double.refusal = 'CONTRACT_VALIDATE_ERROR';
  await turn();
  expect(await stands(withdrawal)).toBe('signed in_flight');
  for (let times = 0; times < 3; times += 1) {
    await expire();
    await turn();
  }
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(Number(await actual('ann', 'TRX'))).toBeCloseTo(Number(before) + 6.1);
  expect(await payoutsTo(address)).toEqual([
    ...['failed expired', 'failed expired', 'failed transaction_failed'],
  ]);
  expect(await house('in-flight', 'TRX')).toBe(0n);
  expect(await differences()).toEqual({ TRX: 0n, USDT: 0n });
});

it('gives the money back when an operator called a payout off that then expires', async () => {
  const { address } = double.newAccount();
  const before = await actual('ann', 'TRX');
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '10', to: address });
  double.swallows = true;
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await app.person('olga');
  const decision = { id: withdrawal.id, operatorId: userId('olga'), reason: 'a thief' };
  await callOffAny(app.test.database.kysely, decision);
  await turn();
  await expire();
  double.swallows = false;
  for (let turns = 0; turns < 2; turns += 1) {
    await turn();
    await mine();
  }
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await payoutsTo(address)).toEqual(['failed transaction_failed']);
  expect(await balanceOf(address)).toBe(0n);
  expect(await actual('ann', 'TRX')).toBe(before);
});

it('is not made anew after a stop of its coin when the signer may have signed it', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '5', to: address });
  const other = await queued('ann', { coin: 'USDT', amount: '1', to: double.newAccount().address });
  const real = testSigner(app.platform);
  let lost = '';
  await turn(async (request) => {
    const answer = await real(request);
    if (answer.signed) lost = answer.raw;
    throw new Error('The answer was lost.');
  });
  expect(await stands(withdrawal)).toBe('built in_flight');
  const stopped = (isStopped: boolean) =>
    app.change(
      `update coin_blockchains set withdrawals_disabled = ${isStopped} where coin = 'TRX' and blockchain = '${network}'`,
    );
  await stopped(true);
  await turn();
  // It keeps no other coin waiting.
  expect(await stands(other)).toBe('broadcast in_flight');
  expect(await stands(withdrawal)).toBe('built in_flight');
  await mine(1);
  await stopped(false);
  await turn();
  // Whoever has the bytes sends them before they expire.
  await chain.send(lost);
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(address)).toBe(5n * trx);
});

it('waits while the node is away, and goes on', async () => {
  const { address } = double.newAccount();
  const withdrawal = await queued('ann', { coin: 'TRX', amount: '7', to: address });
  double.isAway = true;
  await turn();
  expect(await app.watcher.follow(network)).toBe(false);
  expect(await stands(withdrawal)).toBe('queued held');
  double.isAway = false;
  await turn();
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
});
