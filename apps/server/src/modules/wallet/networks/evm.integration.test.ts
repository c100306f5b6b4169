import { randomUUID } from 'node:crypto';
import { addressFormats } from '@emporion/chains';
import { startTestBed, type TestBed } from '@emporion/chains/testing/evm-test-bed';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { runRefills } from '../cold/run-refills.ts';
import { decideDeposit } from '../deposits/decide-deposit.ts';
import type { Sign } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { insertPayout, listAtWork } from '../payouts/store.ts';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { withdrawalOnWire } from '../withdrawals/withdrawal-wire.ts';

// Deposits and payouts of the exchange on a real node.
const network = 'ethereum';
const confirmations = 3;
const ether = 10n ** 18n;
let app: WalletApp;
let bed: TestBed;

beforeAll(async () => {
  [app, bed] = await Promise.all([createWalletApp(), startTestBed(confirmations)]);
  const parameters = {
    chainId: 31_337,
    nodes: [bed.node.url],
    fees: {
      fallback: { maxFeePerGas: '20000000000', maxPriorityFeePerGas: '1000000000' },
      maxFeePerGas: '500000000000',
    },
  };
  await app.change(`
    update blockchains set family = 'evm', confirmations = ${confirmations}, parameters = '${JSON.stringify(parameters)}'
    where code = '${network}'
  `);
  await app.change(`
    update coin_blockchains set contract = case coin when 'USDT' then '${bed.contracts.plain}' else contract end,
      confirmations = null, deposit_min = 0
    where blockchain = '${network}'
  `);
  await app.watcher.follow(network);
});
afterAll(async () => {
  await app?.close();
  await bed?.node.stop();
});

const states = async (name: string) =>
  (await app.deposits(name)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
const house = (kind: 'custody' | 'reorg-loss' | 'in-flight', coin: string) =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), coin));

async function mine(blocks = confirmations): Promise<void> {
  await bed.node.mine(blocks);
  await app.watcher.follow(network, { review: true });
}

const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, [network]),
    sign: testSigner(app.platform),
  });

/** Fees to where they are missing, tokens, then the rest of the chain's coin: each is final before the next. */
async function turnUntilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await turn();
    await mine();
    quiet = (await listAtWork(app.test.database.kysely, network)).length === 0 ? quiet + 1 : 0;
  }
}

/** What lies on all our addresses. */
async function onChain(contract: string | undefined): Promise<bigint> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from chain_addresses where network = ${network}
  `.execute(app.test.database.kysely);
  const { height } = await bed.chain.tip();
  return bed.chain.balance(
    rows.map(({ address }) => address),
    { contract, height },
  );
}

async function expectBooksEqual(): Promise<void> {
  expect(await onChain(undefined)).toBe(-(await house('custody', 'ETH')));
  expect(await onChain(bed.contracts.plain)).toBe(-(await house('custody', 'USDT')));
}

async function queued(
  name: string,
  payment: { coin: string; amount: string; to: string },
): Promise<Withdrawal> {
  const { kysely } = app.test.database;
  await app.person(name);
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId(name), clientId: payment.to, coin: payment.coin, network, memo: null },
    ...{ address: payment.to, amount: payment.amount, fee: '0.01', value: null, recipient: null },
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

it('credits the chain’s coin and a token once each, when they are deep enough', async () => {
  const { address } = await app.addressOf('ann', network);
  await bed.node.pay(address, 2n * ether);
  await bed.payToken(bed.contracts.plain, address, 300_000_000n);
  await app.watcher.follow(network);
  expect(await states('ann')).toEqual(['confirming', 'confirming']);
  expect(await actual('ann', 'ETH')).toBe('0');
  await mine();
  expect(await states('ann')).toEqual(['completed', 'completed']);
  await app.watcher.rescan(network, { from: 0, to: 1_000 });
  expect(await actual('ann', 'ETH')).toBe('2');
  expect(await actual('ann', 'USDT')).toBe('300');
  await expectBooksEqual();
});

it('takes a deposit back that a reorganisation lost before it was final', async () => {
  const { address } = await app.addressOf('ben', network);
  const snapshot = await bed.node.ask('evm_snapshot');
  const id = await bed.node.pay(address, ether);
  await app.watcher.follow(network);
  expect(await states('ben')).toEqual(['confirming']);
  await bed.node.ask('evm_revert', snapshot);
  await mine(confirmations + 1);
  expect(await states('ben')).not.toContain('completed');
  expect(await states('ben')).not.toContain('confirming');
  expect(await actual('ben', 'ETH')).toBe('0');
  expect(await bed.chain.stateOf(id)).toEqual({ state: 'unknown' });
});

it('leaves the user the coins that a deep reorganisation took, and the house the loss', async () => {
  const { address } = await app.addressOf('cid', network);
  const snapshot = await bed.node.ask('evm_snapshot');
  await bed.node.pay(address, ether);
  await mine();
  expect(await states('cid')).toEqual(['completed']);
  await bed.node.ask('evm_revert', snapshot);
  await mine(2 * confirmations + 1);
  expect(await actual('cid', 'ETH')).toBe('1');
  expect(await house('reorg-loss', 'ETH')).toBe(-ether);
  await expectBooksEqual();
});

it('credits nothing of what only looks like money', async () => {
  const { contracts } = bed;
  const { address } = await app.addressOf('dan', network);
  await bed.inOneBlock(
    () => bed.payToken(contracts.counterfeit, address, 1_000_000n),
    () => bed.payToken(contracts.false, address, 1_000_000n),
    () => bed.giveCollectible(address),
    () => bed.payInside(address, 7n),
  );
  await mine();
  expect(await states('dan')).toEqual(['held unknown_token']);
  expect(await actual('dan', 'USDT')).toBe('0');
  expect(await actual('dan', 'ETH')).toBe('0');
  // Nobody logged it: only the balance tells that a contract paid.
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
});

it('holds what a contract paid for an operator, once, whose decision credits it', async () => {
  const { address } = await app.addressOf('fay', network);
  await app.person('fay');
  await bed.node.pay(address, ether);
  await bed.payInside(address, ether / 4n);
  await mine();
  for (let times = 0; times < 2; times += 1) expect(await app.watcher.findUnrecognised(network)).toBe(true);
  expect((await states('fay')).sort()).toEqual(['completed', 'held unrecognised']);
  expect(await states('dan')).toContain('held unrecognised');
  await mine();
  await app.watcher.findUnrecognised(network);
  expect(await states('fay')).toHaveLength(2);
  expect(await actual('fay', 'ETH')).toBe('1');
  const { rows } = await sql<{ id: string }>`
    select id from deposits where reason = 'unrecognised' and user_id = ${userId('fay')}
  `.execute(app.test.database.kysely);
  const networks = await readNetworks(app.platform);
  await app.person('operator');
  await app.test.database.kysely.transaction().execute((transaction) =>
    decideDeposit(transaction, networks, {
      ...{
        id: rows[0]?.id ?? '',
        operatorId: userId('operator'),
        reason: 'Seen on the chain',
        to: undefined,
      },
      ...{ now: new Date(), finalByChain: undefined },
    }),
  );
  await app.watcher.follow(network);
  expect(await actual('fay', 'ETH')).toBe('1.25');
  await app.watcher.findUnrecognised(network);
  expect(await states('fay')).toEqual(['completed', 'completed']);
});

it('gathers deposits on the hot address, tokens after their address got its fee, and pays out of it in order', async () => {
  await bed.payToken(bed.contracts.plain, (await app.addressOf('eve', network)).address, 60_000_000n);
  await mine();
  await turnUntilQuiet();
  const [net] = await payoutNetworks(app.platform, [network]);
  const { height } = await bed.chain.tip();
  const hot = net?.hot.address ?? '';
  const { plain } = bed.contracts;
  expect(await bed.chain.balance([hot], { contract: plain, height })).toBe(360_000_000n);
  expect(await bed.chain.balance([hot], { contract: undefined, height })).toBeGreaterThan(
    (19n * ether) / 10n,
  );
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);

  const { rows: kinds } = await sql<{ kind: string }>`
    select distinct kind from payouts where network = ${network} and status = 'completed' order by kind
  `.execute(app.test.database.kysely);
  expect(kinds.map(({ kind }) => kind)).toEqual(['sweep', 'top-up']);

  // What was swept is not missed, and nothing is found twice.
  const before = (await app.deposits('fay')).length;
  await app.watcher.findUnrecognised(network);
  expect(await app.deposits('fay')).toHaveLength(before);

  const outside = [bed.newAccount().address, bed.newAccount().address, bed.newAccount().address];
  const some = [
    await queued('ann', { coin: 'ETH', amount: '0.5', to: outside[0] ?? '' }),
    await queued('ann', { coin: 'USDT', amount: '40', to: outside[1] ?? '' }),
    await queued('ann', { coin: 'ETH', amount: '0.25', to: outside[2] ?? '' }),
  ];
  await bed.node.ask('evm_setAutomine', false);
  // All of them in one turn, though each is a transaction of its own.
  await turn();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
  const { rows } = await sql<{ nonce: number }>`
    select nonce::int from payouts where network = ${network} and kind = 'payout' order by nonce
  `.execute(app.test.database.kysely);
  expect(rows.map(({ nonce }) => nonce - (rows[0]?.nonce ?? 0))).toEqual([0, 1, 2]);
  await mine();
  await turn();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
  const end = await bed.chain.tip();
  const at = { contract: undefined, height: end.height };
  expect(await bed.chain.balance([outside[0] ?? ''], at)).toBe(ether / 2n);
  expect(await bed.chain.balance([outside[1] ?? ''], { ...at, contract: plain })).toBe(40_000_000n);
  expect(await bed.chain.balance([outside[2] ?? ''], at)).toBe(ether / 4n);
  expect(await house('in-flight', 'ETH')).toBe(0n);
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
  expect(await onChain(plain)).toBe(-(await house('custody', 'USDT')));
});

interface Variant {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly nonce: number;
  readonly hash: string;
  readonly raw: string;
}
async function variants({ id }: Withdrawal): Promise<Variant[]> {
  const { rows } = await sql<Variant>`
    select id, kind, status, nonce::int, transaction_id as hash, raw from payouts
    where root = (select root from payouts where id = (select payout_id from withdrawals where id = ${id})) order by created_at
  `.execute(app.test.database.kysely);
  return rows;
}
const bumpAfter = (minutes: number) => app.change(`update blockchains set bump_after_minutes = ${minutes}`);
const balanceOf = async (address: string) =>
  bed.chain.balance([address], { contract: undefined, height: (await bed.chain.tip()).height });
const pending = async () => {
  const block = (await bed.node.ask('eth_getBlockByNumber', 'pending', false)) as { transactions: string[] };
  return block.transactions;
};

it('replaces a payout that no block takes, and follows whichever is mined', async () => {
  const to = bed.newAccount().address;
  const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.1', to });
  await turn();
  await bumpAfter(0);
  await turn();
  await bumpAfter(30);
  const both = await variants(withdrawal);
  expect(both.map(({ status }) => status)).toEqual(['broadcast', 'broadcast']);
  expect(both[1]?.nonce).toBe(both[0]?.nonce);
  // The node took the dearer one in the place of the first.
  expect(await pending()).toEqual([both[1]?.hash]);
  const snapshot = await bed.node.ask('evm_snapshot');
  await mine(1);
  await turn();
  expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['replaced', 'confirming']);
  await bed.node.ask('evm_revert', snapshot);
  for (const hash of await pending()) await bed.node.ask('hardhat_dropTransaction', hash);
  expect(await bed.chain.send(both[0]?.raw ?? '')).toEqual({ outcome: 'accepted' });
  await mine(1);
  await turn();
  await turn();
  expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['confirming', 'replaced']);
  await mine();
  await turn();
  expect((await variants(withdrawal)).map(({ status }) => status)).toEqual(['completed', 'replaced']);
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await balanceOf(to)).toBe(ether / 10n);
  expect(await bed.chain.send(both[1]?.raw ?? '')).toMatchObject({ outcome: 'refused' });
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
});

it('cancels a payout by using up its number, and gives the money back once that is final', async () => {
  const before = await actual('ann', 'ETH');
  const to = bed.newAccount().address;
  const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.1', to });
  await turn();
  const [payout] = await variants(withdrawal);
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  await callOffPayout(app.test.database.kysely, { id: payout?.id ?? '', reason: 'stolen account' });
  await turn();
  const [, cancel] = await variants(withdrawal);
  expect(cancel).toMatchObject({ kind: 'sweep', status: 'broadcast', nonce: payout?.nonce });
  expect(await pending()).toEqual([cancel?.hash]);
  await mine(1);
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await actual('ann', 'ETH')).toBe(before);
  expect(await balanceOf(to)).toBe(0n);
  expect(await bed.chain.send(payout?.raw ?? '')).toMatchObject({ outcome: 'refused' });
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
});

it('fills a number that the signer refused while the next one was signed', async () => {
  const [net] = await payoutNetworks(app.platform, [network]);
  if (!net) throw new Error('no network');
  const nonce = await bed.chain.nonceOf(net.hot.address);
  const payments = [{ to: net.hot.address, own: net.hot.path, coin: 'ETH', amount: 5n }];
  const drafts = await Promise.all([0, 1].map(() => net.prepare({ kind: 'sweep', from: net.hot, payments })));
  const ids: string[] = [];
  for (const draft of drafts)
    await app.test.database.kysely.transaction().execute(async (transaction) => {
      const id = randomUUID();
      ids.push(id);
      const plan = await draft.plan(transaction, id);
      if ('waitsFor' in plan) throw new Error('it waits');
      const words = { id, network, kind: 'sweep', fromAddress: net.hot.address, status: 'built' } as const;
      await insertPayout(transaction, { ...words, payments, ...plan });
    });
  const real = testSigner(app.platform);
  const sign: Sign = (request) =>
    request.id === ids[0]
      ? Promise.resolve({ signed: false, refusal: 'fee_too_high', reason: '' })
      : real(request);
  await runPayouts(app.platform, { networks: [net], sign });
  await mine();
  await turn();
  await mine();
  await turn();
  const { rows } = await sql<{ nonce: number; status: string }>`
    select nonce::int, status from payouts where network = ${network} and from_address = ${net.hot.address} and nonce >= ${nonce}
    order by nonce, created_at
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([
    { nonce, status: 'failed' },
    { nonce, status: 'completed' },
    { nonce: nonce + 1, status: 'completed' },
  ]);
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
});

const codeOf = (runtime: string) =>
  `0x61${(runtime.length / 2).toString(16).padStart(4, '0')}80600a5f395ff3${runtime}`;
/** Fails, whoever pays it. */
const refusing = '5f5ffd';

it('sends nothing to a contract that would refuse it, gives the money back with the fee, and pays the next one', async () => {
  await bed.node.ask('evm_setAutomine', true);
  const to = addressFormats.evm.normalize(await bed.node.deploy(codeOf(refusing))) ?? '';
  await bed.node.ask('evm_setAutomine', false);
  const before = await actual('ann', 'ETH');
  const refused = await queued('ann', { coin: 'ETH', amount: '0.01', to });
  const next = await queued('ann', { coin: 'ETH', amount: '0.02', to: bed.newAccount().address });
  await turn();
  expect(await stands(refused)).toBe('failed released');
  expect(await stands(next)).toBe('broadcast in_flight');
  const { rows } = await sql<{ reason: string; payoutId: string | null; notice: string }>`
    select reason, payout_id as "payoutId", template as notice from withdrawals
      join user_notifications using (user_id) where withdrawals.id = ${refused.id} order by user_notifications.id desc
  `.execute(app.test.database.kysely);
  expect(rows.map(({ notice }) => notice)).toContain('withdrawal_failed_recipient');
  expect(rows[0]).toMatchObject({ reason: 'recipient_refuses', payoutId: null });
  expect(
    await withdrawalOnWire(app.test.database.kysely, {
      ...refused,
      status: 'failed',
      reason: 'recipient_refuses',
    }),
  ).toMatchObject({ reason: 'refused_by_recipient' });
  await mine();
  await turn();
  expect(await stands(next)).toBe('completed settled');
  expect(Number(before) - Number(await actual('ann', 'ETH'))).toBeCloseTo(0.03, 9);
});

it('keeps the fee of a payout that was mined and failed, gives the amount back, and does not try again', async () => {
  const before = await actual('ann', 'ETH');
  const to = bed.newAccount().address;
  const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.01', to });
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  // It refuses since it was tried.
  await bed.node.ask('hardhat_setCode', to, `0x${refusing}`);
  await mine();
  await turn();
  await turn();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await variants(withdrawal)).toMatchObject([{ status: 'failed' }]);
  // The fee that its owner agreed to is 0.01.
  expect(Number(before) - Number(await actual('ann', 'ETH'))).toBeCloseTo(0.01, 9);
  expect(await house('in-flight', 'ETH')).toBe(0n);
  expect((await onChain(undefined)) + (await house('custody', 'ETH'))).toBe(7n);
});

it('takes what a contract that is paid sends back in the same transaction for a deposit of nobody', async () => {
  const [net] = await payoutNetworks(app.platform, [network]);
  const bare = (address = '') => address.slice(2).toLowerCase();
  // Whoever pays it has it send one unit of the token to the hot address.
  const transfer = `63a9059cbb60e01b5f5273${bare(net?.hot.address)}6004526001602452`;
  const code = `${transfer}5f5f60445f5f73${bare(bed.contracts.plain)}5af15000`;
  await bed.node.ask('evm_setAutomine', true);
  const to = addressFormats.evm.normalize(await bed.node.deploy(codeOf(code))) ?? '';
  await bed.payToken(bed.contracts.plain, to, 10n);
  await bed.node.ask('evm_setAutomine', false);
  const withdrawal = await queued('ann', { coin: 'ETH', amount: '0.01', to });
  await turn();
  await mine();
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  const { rows } = await sql<{ coin: string; units: string; reason: string }>`
    select coin, chain_amount::text as units, reason from deposits
    where network = ${network} and address = ${net?.hot.address}
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([{ coin: 'USDT', units: '1', reason: 'no_owner' }]);
  expect((await app.differences()).filter(({ coin }) => coin === 'USDT')).toEqual([]);
});

it('sends what is above the ceiling to cold, coins and tokens, and brings some back by an unsigned transaction', async () => {
  // A contract has paid an address of ours without a trace: nobody's money yet, and a difference.
  const differ = async () => (await app.differences()).map(({ coin, difference }) => [coin, difference]);
  const before = await differ();
  const cold = await openColdSide(app, network);
  const { operator, address } = cold;
  const lies = async (contract: string | undefined) =>
    bed.chain.balance([address], { contract, height: (await bed.chain.tip()).height });
  await operator.call('PUT', `admin/hot-limits/${network}/ETH`, {
    floor: '0',
    target: '0.5',
    ceiling: '0.6',
  });
  await operator.call('PUT', `admin/hot-limits/${network}/USDT`, {
    floor: '0',
    target: '0',
    ceiling: '0.000001',
  });
  await turnUntilQuiet();
  expect(await lies(undefined)).toBeGreaterThan(ether / 10n);
  expect(await lies(bed.contracts.plain)).toBeGreaterThan(1_000_000n);
  const open = { floor: '0', target: '1', ceiling: null };
  for (const coin of ['ETH', 'USDT']) await operator.call('PUT', `admin/hot-limits/${network}/${coin}`, open);
  for (const [coin, amount] of [
    ['USDT', '1'],
    ['ETH', '0.05'],
  ] as const) {
    const taken = await cold.refill(coin, amount);
    expect(taken.body).toMatchObject({ status: 'signed' });
    await runRefills(app.platform);
    await mine();
    await runRefills(app.platform);
    expect(await cold.statusOf(taken.body.id)).toBe('completed');
  }
  // One that no block takes is made again with its number at a higher fee, and never above the ceiling of its row.
  const { body: stuck } = await cold.refill('ETH', '0.01');
  await runRefills(app.platform);
  const ceiling = (fee: string) =>
    app.change(
      `update blockchains set parameters = jsonb_set(parameters, '{fees,maxFeePerGas}', '"${fee}"') where code = '${network}'`,
    );
  const again = () => operator.call('POST', `admin/cold/refills/${stuck.id}/export`);
  await ceiling('1000');
  expect((await again()).body.code).toBe('fee_ceiling_reached');
  await ceiling('500000000000');
  const { body: dearer } = await again();
  expect(dearer).toMatchObject({ status: 'broadcast', replacing: true, hash: stuck.hash });
  const { body: second } = await cold.bring(stuck.id, dearer.unsigned);
  await runRefills(app.platform);
  expect(await pending()).toEqual([second.hash]);
  await mine();
  await runRefills(app.platform);
  expect(await cold.statusOf(stuck.id)).toBe('completed');
  const { rows } = await sql`
    select from deposits join cold_refills using (network, transaction_id)
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([]);
  expect(await differ()).toEqual(before);
});

it('credits once what was found as a surplus, also when its transactions are looked for before and after a person decided', async () => {
  const { kysely } = app.test.database;
  const { address } = await app.addressOf('gus', network);
  await app.person('gus');
  await bed.node.ask('evm_setAutomine', true);
  const [first, second] = [await bed.node.pay(address, ether), await bed.node.pay(address, ether / 2n)];
  await app.watcher.follow(network);
  const before = await app.differences();
  // As if no block of before the network was listed had been looked at.
  await sql`delete from deposits where address = ${address}`.execute(kysely);
  await mine();
  await app.watcher.findUnrecognised(network);
  expect(await states('gus')).toEqual(['held unrecognised']);
  await app.watcher.lookFor(network, first);
  expect(await states('gus')).toEqual(['held unrecognised', 'completed']);
  expect(await actual('gus', 'ETH')).toBe('1');
  const { rows } = await sql<{ id: string }>`
    select id from deposits where reason = 'unrecognised' and user_id = ${userId('gus')}
  `.execute(kysely);
  const networks = await readNetworks(app.platform);
  await kysely.transaction().execute((transaction) =>
    decideDeposit(transaction, networks, {
      ...{ id: rows[0]?.id ?? '', operatorId: userId('operator'), reason: 'sent before we listed it' },
      ...{ to: undefined, now: new Date(), finalByChain: undefined },
    }),
  );
  await mine();
  expect(await actual('gus', 'ETH')).toBe('1.5');
  await app.watcher.lookFor(network, second);
  await mine();
  expect(await states('gus')).toEqual(['completed', 'completed']);
  expect(await actual('gus', 'ETH')).toBe('1.5');
  expect((await app.differences()).map(({ difference }) => difference)).toEqual(
    before.map(({ difference }) => difference),
  );
});
