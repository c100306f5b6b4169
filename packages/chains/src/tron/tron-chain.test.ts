import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChainUnavailable } from '#port.ts';
import type { Payment, TronTerms } from '#signing.ts';
import { writeProtobuf } from './protobuf.ts';
import { startSecondNode } from './testing/second-node.ts';
import { TronDouble, transferLog } from './testing/tron-double.ts';
import { tronAddressBytes, tronAddressHex } from './tron-address.ts';
import { TronChain } from './tron-chain.ts';
import { rawDataBytes, signTron } from './tron-transaction.ts';

// On a double of a full node: there is no real one where these tests run.
const trx = 1_000_000n;
let double: TronDouble;
let chain: TronChain;
let usdt: string;
let ann: string;

beforeEach(async () => {
  double = await TronDouble.start({ solidLag: 3 });
  chain = new TronChain({ nodes: [double.address], firstBlock: double.firstBlock });
  usdt = double.deploy();
  ann = double.newAccount().address;
  double.mine(5);
});
afterEach(() => double.stop());

const lastBlock = async () => chain.block((await chain.tip()).height);
const lastTransfers = async () => (await lastBlock())?.transfers;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The signed part of a payment, as others could have made it. */
function rawDataOf(payment: Payment, change: Partial<TronTerms> = {}): string {
  const terms = double.terms(payment.contract !== undefined, change);
  return hex(rawDataBytes(signTron(payment, terms, double.rich.secretKey).raw));
}

describe('blocks', () => {
  it('tell payments of the coin and of tokens to the unit, and hang together', async () => {
    const coin = double.pay(ann, 9_007_199_254_741n);
    const token = double.pay(ann, 2n ** 40n, usdt);
    double.mine();
    const block = await lastBlock();
    expect(block?.transfers).toEqual([
      {
        transactionId: coin,
        index: 0,
        to: ann,
        memo: undefined,
        contract: undefined,
        amount: 9_007_199_254_741n,
      },
      { transactionId: token, index: 1, to: ann, memo: undefined, contract: usdt, amount: 2n ** 40n },
    ]);
    expect((await chain.header((block?.height ?? 0) - 1))?.hash).toBe(block?.parentHash);
    expect(await chain.block(100)).toBeUndefined();
    expect(await chain.header(100)).toBeUndefined();
    expect(await chain.transfersOf(coin)).toEqual(block?.transfers.slice(0, 1));
  });

  it('tell an amount that a number of JSON does not hold', async () => {
    const amount = 2n ** 62n + 1n;
    double.add({ rawData: rawDataOf({ to: ann, coin: '', amount }), contractRet: 'SUCCESS', info: {} });
    double.mine();
    expect((await lastTransfers())?.map((each) => each.amount)).toEqual([amount]);
  });

  it('tell nothing of what failed, of older tokens, of logs that are none, nor of what contracts pass on', async () => {
    const { address: rich } = double.rich;
    const log = transferLog({ contract: usdt, from: rich, to: ann, amount: 5n });
    const call = rawDataOf({ to: ann, coin: '', contract: usdt, amount: 5n });
    const other = (change: Partial<TronTerms>) =>
      rawDataOf({ to: ann, coin: '', contract: usdt, amount: 5n }, change);
    const success = { receipt: { result: 'SUCCESS' } };
    // A payment of the coin that the chain calls failed.
    double.add({
      rawData: rawDataOf({ to: ann, coin: '', amount: trx }),
      contractRet: 'OUT_OF_TIME',
      info: { result: 'FAILED' },
    });
    double.add({
      rawData: rawDataOf({ to: ann, coin: '', amount: trx }),
      contractRet: 'SUCCESS',
      info: { result: 'FAILED' },
    });
    // A token whose contract was reverted, whatever its logs say; and one whose receipt does not say that it succeeded.
    double.add({
      rawData: call,
      contractRet: 'REVERT',
      info: { receipt: { result: 'REVERT' }, result: 'FAILED', log: [log] },
    });
    double.add({
      rawData: other({ feeLimit: 7n }),
      contractRet: 'SUCCESS',
      info: { receipt: {}, log: [log] },
    });
    // Logs that only look like a payment: a fourth topic, nothing, to oneself, another event.
    const fake = [
      { ...log, topics: [...(log.topics as string[]), '00'.repeat(32)] },
      { ...log, data: '00'.repeat(32) },
      {
        ...log,
        topics: [(log.topics as string[])[0], (log.topics as string[])[2], (log.topics as string[])[2]],
      },
      { ...log, topics: ['11'.repeat(32), ...(log.topics as string[]).slice(1)] },
      { ...log, data: undefined },
    ];
    double.add({ rawData: other({ feeLimit: 8n }), contractRet: 'SUCCESS', info: { ...success, log: fake } });
    // A token of the older kind: TransferAssetContract has the name of the asset in its first field.
    const value = writeProtobuf([
      [1, new TextEncoder().encode('1000001')],
      [2, tronAddressBytes(rich)],
      [3, tronAddressBytes(ann)],
      [4, 5n],
    ]);
    const parameter = writeProtobuf([
      [1, new TextEncoder().encode('type.googleapis.com/protocol.TransferAssetContract')],
      [2, value],
    ]);
    const asset = writeProtobuf([
      [8, 9n],
      [
        11,
        writeProtobuf([
          [1, 2n],
          [2, parameter],
        ]),
      ],
    ]);
    double.add({ rawData: hex(asset), contractRet: 'SUCCESS', info: {} });
    // The coin, passed on by a contract.
    const inside = {
      caller_address: tronAddressHex(usdt),
      transferTo_address: tronAddressHex(ann),
      callValueInfo: [{ callValue: 7 }],
    };
    double.add({
      rawData: other({ feeLimit: 9n }),
      contractRet: 'SUCCESS',
      info: { ...success, internal_transactions: [inside] },
    });
    double.mine();
    expect(await lastTransfers()).toEqual([]);
  });

  it('tell a counterfeit under its own contract', async () => {
    const counterfeit = double.deploy();
    double.mine();
    double.pay(ann, 5n, counterfeit);
    double.mine();
    expect((await lastTransfers())?.map(({ contract }) => contract)).toEqual([counterfeit]);
  });

  it('are not told while receipts are missing, while they change, or in another shape', async () => {
    double.pay(ann, trx);
    double.mine();
    const bad: [string, unknown][] = [
      ['wallet/gettransactioninfobyblocknum', []],
      ['wallet/gettransactioninfobyblocknum', {}],
      ['wallet/getblock', { blockID: '00'.repeat(32) }],
      ['wallet/getblockbynum', { blockID: 'zz' }],
      ['wallet/getblockbynum', { Error: 'class java.lang.NullPointerException' }],
    ];
    for (const [path, answer] of bad) {
      const fresh = new TronChain({ nodes: [double.address], firstBlock: double.firstBlock });
      await fresh.tip();
      double.tamper = (asked, real) => (asked === path ? (answer as never) : real);
      await expect(fresh.block(double.height), path).rejects.toThrow(ChainUnavailable);
      double.tamper = undefined;
    }
  });

  it('are those of the chain that was named, and told by all nodes alike', async () => {
    const foreign = new TronChain({ nodes: [double.address], firstBlock: '11'.repeat(32) });
    await expect(foreign.tip()).rejects.toThrow('another chain');
    const other = await TronDouble.start({ solidLag: 3 });
    const both = new TronChain({ nodes: [double.address, other.address], firstBlock: double.firstBlock });
    expect((await both.tip()).height).toBe(0);
    await expect(both.header(2)).rejects.toThrow('disagree');
    await other.stop();
    await expect(both.tip()).rejects.toThrow(ChainUnavailable);
  });
});

describe('a transaction', () => {
  it('waits, is mined with its cost, and is final some blocks later', async () => {
    const id = double.pay(ann, trx);
    expect(await chain.stateOf(id)).toEqual({ state: 'waiting' });
    double.mine();
    const state = await chain.stateOf(id);
    // The payment opened an account.
    expect(state).toMatchObject({ state: 'mined', succeeded: true, cost: 1_100_000n });
    expect(await chain.finalHeight()).toBe(double.height - 3);
    expect(await chain.stateOf('ab'.repeat(32))).toEqual({ state: 'unknown' });
    expect(await chain.transfersOf('ab'.repeat(32))).toBeUndefined();
  });

  it('that failed costs all the same', async () => {
    const poor = double.newAccount();
    double.pay(poor.address, 200n * trx);
    double.mine();
    const call = signTron(
      { to: ann, coin: '', contract: usdt, amount: 1n },
      double.terms(true),
      poor.secretKey,
    );
    expect(await chain.send(call.raw)).toEqual({ outcome: 'accepted' });
    double.mine();
    const state = await chain.stateOf(call.id);
    expect(state).toMatchObject({ state: 'mined', succeeded: false });
    expect(state.state === 'mined' && state.cost).toBeGreaterThan(0n);
  });

  it('goes with its block when the chain is reorganised, and comes back', async () => {
    const id = double.pay(ann, trx);
    double.mine(2);
    const before = await chain.tip();
    double.reorg(2, { drop: [id] });
    expect((await chain.header(before.height))?.hash).not.toBe(before.hash);
    expect(await chain.stateOf(id)).toEqual({ state: 'unknown' });
    const kept = double.pay(ann, 2n * trx);
    double.mine();
    double.reorg(1);
    expect(await chain.stateOf(kept)).toMatchObject({ state: 'mined', succeeded: true });
  });
});

describe('sending', () => {
  const payment = (): Payment => ({ to: ann, coin: '', amount: trx });
  const signed = (change: Partial<TronTerms> = {}) =>
    signTron(payment(), double.terms(false, change), double.rich.secretKey);

  it('is accepted, and again while it waits and when it is mined', async () => {
    const { raw } = signed();
    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    double.mine();
    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    expect((await lastTransfers())?.length).toBe(1);
  });

  it('refuses what its sender did not sign, without asking anybody', async () => {
    const { raw } = signed();
    const spoiled = `${raw.slice(0, -20)}${raw.slice(-20, -18) === '00' ? '01' : '00'}${raw.slice(-18)}`;
    double.isAway = true;
    expect(await chain.send(spoiled)).toMatchObject({ outcome: 'refused' });
    expect(await chain.send('00')).toMatchObject({ outcome: 'refused' });
  });

  const codes = [
    ...['SIGERROR', 'TAPOS_ERROR', 'CONTRACT_VALIDATE_ERROR', 'BANDWITH_ERROR', 'TOO_BIG_TRANSACTION_ERROR'],
    ...[
      'SERVER_BUSY',
      'NO_CONNECTION',
      'NOT_ENOUGH_EFFECTIVE_CONNECTION',
      'BLOCK_UNSOLIDIFIED',
      'OTHER_ERROR',
    ],
    ...['DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR'],
  ];
  it.each(codes)('says later to %s: until it expires another node may take it', async (code) => {
    const { raw } = signed();
    double.refusal = code;
    const outcome = await chain.send(raw);
    expect(outcome).toMatchObject({ outcome: 'later' });
    expect(outcome.outcome === 'later' && outcome.reason).toContain(code);
  });

  it('says later to a reference block of another branch, and to money that is not there', async () => {
    expect(await chain.send(signed({ refBlockHash: '00'.repeat(8) }).raw)).toMatchObject({
      outcome: 'later',
    });
    const poor = signTron(payment(), double.terms(false), double.newAccount().secretKey);
    expect(await chain.send(poor.raw)).toMatchObject({ outcome: 'later' });
  });

  it('refuses what has expired only when a final block is later and nobody has it', async () => {
    const terms = double.terms(false);
    const { id, raw } = signTron(payment(), terms, double.rich.secretKey);
    double.swallows = true;
    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    double.swallows = false;
    double.skip(700_000);
    double.mine();
    // Expired by the newest block, and not yet by one that is final.
    expect(await chain.send(raw)).toMatchObject({ outcome: 'later' });
    expect(await chain.isExpired({ ...terms, id })).toBe(false);
    double.mine(3);
    expect(await chain.isExpired({ ...terms, id })).toBe(true);
    expect(await chain.send(raw)).toMatchObject({ outcome: 'refused' });
  });

  it('does not call expired what is in a block that the node has no index of, nor what cannot be looked for', async () => {
    const terms = double.terms(false);
    const { id, raw } = signTron(payment(), terms, double.rich.secretKey);
    const never = 'ab'.repeat(32);
    await chain.send(raw);
    double.mine(4);
    double.skip(700_000);
    double.mine(5);
    // As a node answers that keeps no history of transactions.
    double.tamper = (path, real) => (path.startsWith('wallet/gettransaction') ? {} : real);
    expect(await chain.stateOf(id)).toEqual({ state: 'unknown' });
    expect(await chain.isExpired({ ...terms, id })).toBe(false);
    expect(await chain.isExpired({ ...terms, id: never })).toBe(true);
    // As one that has forgotten its older blocks, or never had them.
    const fresh = new TronChain({ nodes: [double.address], firstBlock: double.firstBlock });
    await fresh.tip();
    double.tamper = (path, real) => (path === 'wallet/getblockbynum' ? {} : real);
    await expect(fresh.isExpired({ ...terms, id: never })).rejects.toThrow(ChainUnavailable);
    double.tamper = undefined;
    const foreign = { ...terms, id: never, refBlockHash: '00'.repeat(8) };
    await expect(chain.isExpired(foreign)).rejects.toThrow('does not have the block');
  });

  it('throws while the node is away, and tells nothing of its address', async () => {
    double.isAway = true;
    const hosted = `${double.url}/key-123/`;
    const secret = new TronChain({
      ...{ nodes: [{ wallet: hosted, solidity: hosted }], firstBlock: double.firstBlock },
    });
    const error = await secret.tip().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(String(error)).not.toContain('key-123');
  });
});

describe('a balance', () => {
  it('is that after a height, before, at and above what is final, without what waits', async () => {
    const coins: bigint[] = [];
    const tokens: bigint[] = [];
    const first = double.height;
    const bob = double.newAccount();
    double.pay(bob.address, 50n * trx);
    double.mine();
    for (let at = 1; at <= 6; at += 1) {
      double.pay(bob.address, BigInt(at) * trx);
      double.pay(bob.address, BigInt(at), usdt);
      if (at === 4) {
        const terms = double.terms(true, { timestamp: 1_767_225_600_999, expiration: 1_767_225_900_000 });
        const away = signTron({ to: ann, coin: '', contract: usdt, amount: 3n }, terms, bob.secretKey);
        expect(await chain.send(away.raw)).toEqual({ outcome: 'accepted' });
      }
      double.mine();
    }
    double.pay(bob.address, 1_000n * trx);
    for (let height = first; height <= double.height; height += 1) {
      coins.push(await chain.balance([bob.address], { contract: undefined, height }));
      tokens.push(await chain.balance([bob.address, ann], { contract: usdt, height }));
    }
    const fee = 27_645_000n;
    const spent = coins[5] === undefined ? 0n : 60n * trx - coins[5];
    expect(spent).toBeGreaterThan(fee - trx);
    expect(coins.slice(0, 5)).toEqual([0n, 50n, 51n, 53n, 56n].map((each) => each * trx));
    expect(coins.at(-1)).toBe(71n * trx - spent);
    expect(tokens).toEqual([0n, 0n, 1n, 3n, 6n, 10n, 15n, 21n]);
    await expect(chain.balance([ann], { contract: undefined, height: 500 })).rejects.toThrow(
      ChainUnavailable,
    );
  });

  it('has what contracts passed on, which no block tells as a payment', async () => {
    const value = 7n;
    const inside = {
      caller_address: tronAddressHex(usdt),
      transferTo_address: tronAddressHex(ann),
      callValueInfo: [{ callValue: Number(value) }],
    };
    double.add({
      rawData: rawDataOf({ to: ann, coin: '', contract: usdt, amount: 5n }),
      contractRet: 'SUCCESS',
      info: { receipt: { result: 'SUCCESS' }, internal_transactions: [inside] },
      apply: ({ coins }) => void coins.set(ann, (coins.get(ann) ?? 0n) + value),
    });
    double.mine();
    const height = double.height;
    expect(await chain.balance([ann], { contract: undefined, height })).toBe(value);
    double.mine(6);
    expect(await chain.balance([ann], { contract: undefined, height })).toBe(value);
    expect(await chain.balance([ann], { contract: undefined, height: height - 1 })).toBe(0n);
  });
});

describe('what a payment needs', () => {
  it('is told by the node: a final block, prices, accounts and energy', async () => {
    const { refBlockBytes, refBlockHash, time } = await chain.reference();
    const final = await chain.header(await chain.finalHeight());
    expect(refBlockBytes).toBe((final?.height ?? 0).toString(16).padStart(4, '0'));
    expect(refBlockHash).toBe(final?.hash.slice(16, 32));
    expect(time).toBe((await chain.tip()).time);
    expect(await chain.prices()).toEqual({ energy: 420n, byte: 1_000n, newAccount: 1_100_000n });
    expect(await chain.hasAccount(ann)).toBe(false);
    expect(await chain.hasAccount(double.rich.address)).toBe(true);
    const token: Payment = { to: ann, coin: '', contract: usdt, amount: 1n };
    expect(await chain.estimateEnergy(token, double.rich.address)).toBe(130_000n);
    expect(await chain.estimateEnergy(token, ann)).toBe('would_fail');
  });
});

describe('of two nodes, whichever lies', () => {
  type Answer = Record<string, unknown>;

  it.each([
    ['the first', true],
    ['the second', false],
  ])('%s: nothing is credited, settled or counted until both say the same', async (_, isFirst) => {
    const second = await startSecondNode(double.address);
    const nodes = isFirst
      ? ([second.address, double.address] as const)
      : ([double.address, second.address] as const);
    const both = new TronChain({ nodes, firstBlock: double.firstBlock });
    const id = double.pay(ann, 5n * trx);
    const token = double.pay(ann, 7n, usdt);
    double.mine();
    const { height } = double;
    const asset = { contract: undefined, height };
    const all = async () => [
      await both.block(height),
      await both.stateOf(id),
      await both.transfersOf(token),
      await both.balance([ann], asset),
    ];
    const honest = await all();
    expect(honest).toEqual([
      await chain.block(height),
      await chain.stateOf(id),
      await chain.transfersOf(token),
      5n * trx,
    ]);

    // More of a token than arrived.
    const louder = (info: Answer) => ({
      ...info,
      log: (info.log as Answer[] | undefined)?.map((log) => ({ ...log, data: 'ff'.padStart(64, '0') })),
    });
    second.lie = (path, answer: Answer | Answer[]) => {
      if (path === 'wallet/gettransactioninfobyblocknum') return (answer as Answer[]).map(louder);
      return path === 'wallet/gettransactioninfobyid' ? louder(answer as Answer) : answer;
    };
    const fresh = () => new TronChain({ nodes, firstBlock: double.firstBlock });
    await expect(fresh().block(height)).rejects.toThrow('disagree');
    await expect(fresh().transfersOf(token)).rejects.toThrow('disagree');

    // A payout of ours that failed, or cost more.
    second.lie = (path, answer: Answer) =>
      path === 'wallet/gettransactioninfobyid' ? { ...answer, fee: 9_000_000 } : answer;
    await expect(fresh().stateOf(id)).rejects.toThrow('disagree');
    // One that it does not know.
    second.lie = (path, answer: Answer) => (path.includes('gettransaction') ? {} : answer);
    expect(await fresh().stateOf(id)).toEqual({ state: 'waiting' });

    // More than lies there.
    second.lie = (path, answer: Answer) =>
      path === 'walletsolidity/getaccount' ? { ...answer, balance: 900_000_000 } : answer;
    await expect(fresh().balance([ann], asset)).rejects.toThrow('disagree');

    // What can no longer be mined, although a block has it.
    const expired = { id, ...double.terms(false), expiration: 0 };
    double.mine(40);
    second.lie = (path, answer: Answer) => {
      if (path.includes('gettransaction')) return {};
      return path === 'wallet/getblockbynum' ? { ...answer, transactions: [] } : answer;
    };
    expect(await fresh().isExpired(expired)).toBe(false);
    await second.stop();
  });
});
