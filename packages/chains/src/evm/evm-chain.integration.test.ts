import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BlockHeader, ChainUnavailable } from '#port.ts';
import type { Payment } from '#signing.ts';
import { paymentToItself } from '#signing.ts';
import { EvmChain } from './evm-chain.ts';
import { bumpEvm } from './evm-fees.ts';
import { signEvm } from './evm-transaction.ts';
import { startTestBed, type TestBed, termsFor, transferOf } from './testing/evm-test-bed.ts';
import { HardhatNode, hardhatChainId, hardhatRichAddress } from './testing/hardhat-node.ts';
import { startRpcProxy, type Tamper } from './testing/rpc-proxy.ts';

const confirmations = 3;
const ether = 10n ** 18n;
/** The hash of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
let bed: TestBed;
let proxy: Awaited<ReturnType<typeof startRpcProxy>>;

beforeAll(async () => {
  bed = await startTestBed(confirmations);
  proxy = await startRpcProxy((method, ...params) => bed.node.ask(method, ...params));
});
afterAll(async () => {
  await proxy?.stop();
  await bed?.node.stop();
});
beforeEach(() => bed.node.ask('evm_setAutomine', true));

/** An adapter on nodes of which the last one is behind the proxy. */
function chainThrough(tamper: Tamper | undefined, urls: readonly string[] = []): EvmChain {
  proxy.tamper(tamper);
  const [first = proxy.url, ...others] = [...urls, proxy.url];
  return new EvmChain({ urls: [first, ...others], chainId: hardhatChainId, confirmations });
}

async function funded(amount = ether) {
  const account = bed.newAccount();
  await bed.node.pay(account.address, amount);
  return account;
}

const pay = (to: string, amount = 1_000n): Payment => ({ to, coin: 'ETH', amount });

describe('a token', () => {
  it('is counted as finely as its contract says, and where there is none nothing is told', async () => {
    expect(await bed.chain.tokenDecimals(bed.contracts.plain)).toBe(6);
    expect(await bed.chain.tokenDecimals(bed.newAccount().address)).toBeUndefined();
    expect(await bed.chain.tokenDecimals(bed.contracts.till)).toBeUndefined();
  });
});

describe('blocks', () => {
  it('list what was paid in the chain’s own coin and in tokens, and give confirmations', async () => {
    const { node, chain, contracts } = bed;
    const { address: to } = bed.newAccount();
    const [native = '', token = ''] = await bed.inOneBlock(
      () => node.pay(to, 5n),
      () => bed.payToken(contracts.plain, to, 7n),
    );
    const block = await bed.lastBlock();
    expect(block.transfers).toEqual([
      transferOf({ transactionId: native, to, amount: 5n }),
      transferOf({ transactionId: token, index: 1, to, contract: contracts.plain, amount: 7n }),
    ]);
    expect(await chain.transfersOf(native)).toEqual(block.transfers.slice(0, 1));
    expect(await chain.transfersOf(token)).toEqual(block.transfers.slice(1));
    await node.mine(confirmations);
    expect((await chain.tip()).height - block.height).toBe(confirmations);
    expect(await chain.stateOf(native)).toMatchObject({ state: 'mined', succeeded: true });
  });

  it('number the transfers of each transaction for itself', async () => {
    const [a, b] = [bed.newAccount().address, bed.newAccount().address];
    await bed.inOneBlock(
      () => bed.payToken(bed.contracts.plain, a, 1n),
      () => bed.payTokenToMany([a, b, a], 2n),
    );
    const { transfers } = await bed.lastBlock();
    const places = transfers.map(({ to, index }) => [to, index]);
    expect(places).toEqual([
      [a, 1],
      [a, 1],
      [b, 2],
      [a, 3],
    ]);
  });

  it('hang together over a hundred in one pass', async () => {
    const { node, chain } = bed;
    const first = (await chain.tip()).height + 1;
    await node.mine(50);
    await node.pay(bed.newAccount().address, 11n);
    await node.mine(49);
    let before: BlockHeader | undefined = await chain.header(first - 1);
    const found: bigint[] = [];
    for (let height = first; height < first + 100; height += 1) {
      const block = await chain.block(height);
      expect(block).toMatchObject({ height, parentHash: before?.hash });
      for (const { amount } of block?.transfers ?? []) found.push(amount);
      before = block;
    }
    expect(found).toEqual([11n]);
    expect(await chain.block(first + 100)).toBeUndefined();
    expect(await chain.header(first + 100)).toBeUndefined();
  });

  it('begin with one that has none before it', async () => {
    expect(await bed.chain.block(0)).toMatchObject({ height: 0, parentHash: undefined, transfers: [] });
  });

  it('lose a payment in a reorganisation, and have it under the same index when it is mined again', async () => {
    const { node, chain, contracts } = bed;
    const from = await funded();
    const to = bed.newAccount().address;
    await bed.payToken(contracts.plain, from.address, 50n);
    const before = (await chain.tip()).height;
    const snapshot = await node.ask('evm_snapshot');
    const { raw, id } = signEvm(
      { to, coin: 'USDT', contract: contracts.plain, amount: 20n },
      termsFor(0),
      from.secretKey,
    );
    await bed.inOneBlock(
      () => bed.payToken(contracts.plain, to, 1n),
      async () => {
        expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
        return id;
      },
    );
    const lost = await bed.lastBlock();
    const mine = lost.transfers.find(({ transactionId }) => transactionId === id);
    expect(mine).toEqual(
      transferOf({ transactionId: id, index: 1, to, contract: contracts.plain, amount: 20n }),
    );

    await node.ask('evm_revert', snapshot);
    await node.mine(confirmations + 1);
    expect((await chain.header(before))?.hash).toBe(lost.parentHash);
    expect((await chain.header(before + 1))?.hash).not.toBe(lost.hash);
    expect(await chain.stateOf(id)).toEqual({ state: 'unknown' });
    expect(await chain.transfersOf(id)).toBeUndefined();
    expect(await chain.balance([to], { contract: contracts.plain, height: before + 1 })).toBe(0n);

    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    const again = await bed.lastBlock();
    expect(again.height).not.toBe(lost.height);
    expect(again.transfers).toEqual([mine]);
  });
});

describe('what only looks like a payment', () => {
  it('is no transfer when the transaction failed, though the chain took its fee', async () => {
    const { chain, contracts, node } = bed;
    const from = await funded();
    const to = bed.newAccount().address;
    const toTill = signEvm(pay(contracts.till), termsFor(0), from.secretKey);
    const noTokens = signEvm({ ...pay(to), contract: contracts.plain }, termsFor(1), from.secretKey);
    await bed.inOneBlock(
      ...[toTill, noTokens].map((signed) => async () => (await chain.send(signed.raw)).outcome),
    );
    const block = await bed.lastBlock();
    expect(block.transfers).toEqual([]);
    let spent = 0n;
    for (const { id } of [toTill, noTokens]) {
      const state = await chain.stateOf(id);
      expect(state).toMatchObject({ state: 'mined', succeeded: false, block: { hash: block.hash } });
      expect(await chain.transfersOf(id)).toEqual([]);
      spent += state.state === 'mined' ? state.cost : 0n;
    }
    const { height } = block;
    expect(await chain.balance([from.address], { contract: undefined, height })).toBe(ether - spent);
    // A node that makes a block at once tells the sender that it failed: it is mined all the same.
    const again = signEvm(pay(contracts.till), termsFor(2), from.secretKey);
    expect(await chain.send(again.raw)).toEqual({ outcome: 'accepted' });
    await node.mine();
  });

  it('is another contract when it is a counterfeit with the same symbol', async () => {
    const { contracts } = bed;
    await bed.payToken(contracts.counterfeit, bed.newAccount().address, 9n);
    const { transfers } = await bed.lastBlock();
    expect(transfers).toMatchObject([{ contract: contracts.counterfeit, amount: 9n }]);
    expect(contracts.counterfeit).not.toBe(contracts.plain);
  });

  it('moves nothing as a token that answers false, a collectible, nothing at all, or to itself', async () => {
    const { contracts, node } = bed;
    const to = bed.newAccount().address;
    const ids = await bed.inOneBlock(
      () => bed.payToken(contracts.false, to, 9n),
      () => bed.giveCollectible(to),
      () => node.pay(to, 0n),
      () => bed.payToken(contracts.plain, to, 0n),
      () => node.pay(hardhatRichAddress, 5n),
      () => bed.payToken(contracts.plain, hardhatRichAddress, 5n),
    );
    expect((await bed.lastBlock()).transfers).toEqual([]);
    for (const id of ids) expect(await bed.chain.transfersOf(id)).toEqual([]);
  });

  it('shows in the balance what arrived of a token that keeps a fee, or that only logs', async () => {
    const { chain, contracts } = bed;
    const to = bed.newAccount().address;
    await bed.inOneBlock(
      () => bed.payToken(contracts.fee, to, 100n),
      () => bed.payToken(contracts.phantom, to, 100n),
    );
    const { transfers, height } = await bed.lastBlock();
    expect(transfers.map(({ amount }) => amount)).toEqual([100n, 100n]);
    const arrived = async (contract: string) =>
      (await chain.balance([to], { contract, height })) -
      (await chain.balance([to], { contract, height: height - 1 }));
    expect(await arrived(contracts.fee)).toBe(90n);
    expect(await arrived(contracts.phantom)).toBe(0n);
  });

  it('is not listed when a contract passes the chain’s own coin on, and shows in the balance', async () => {
    const { chain, contracts } = bed;
    const to = bed.newAccount().address;
    await bed.payInside(to, 77n);
    const { transfers, height } = await bed.lastBlock();
    expect(transfers).toMatchObject([{ to: contracts.till, amount: 77n }]);
    expect(await chain.balance([to], { contract: undefined, height })).toBe(77n);
    expect(await chain.balance([to], { contract: undefined, height: height - 1 })).toBe(0n);
  });
});

describe('balances', () => {
  it('are those of all addresses together after a block', async () => {
    const { chain, contracts } = bed;
    const some = Array.from({ length: 130 }, () => bed.newAccount().address);
    await bed.payTokenToMany(some, 3n);
    const { height } = await chain.tip();
    expect(await chain.balance(some, { contract: contracts.plain, height })).toBe(390n);
    expect(await chain.balance(some, { contract: contracts.plain, height: height - 1 })).toBe(0n);
    expect(await chain.balance([], { contract: undefined, height })).toBe(0n);
    expect(await chain.balance(some, { contract: some[0] ?? '', height })).toBe(0n);
    await expect(chain.balance(some, { contract: undefined, height: height + 9 })).rejects.toThrow(
      ChainUnavailable,
    );
  });
});

describe('payouts', () => {
  it('wait, are mined and cost what the sender’s balance shows; sending them again changes nothing', async () => {
    const { node, chain } = bed;
    const from = await funded();
    const to = bed.newAccount().address;
    expect(await chain.nonceOf(from.address)).toBe(0);
    const payouts = [0, 1, 2].map((nonce) => signEvm(pay(to), termsFor(nonce), from.secretKey));
    await node.ask('evm_setAutomine', false);
    for (const { raw, id } of payouts) {
      expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
      expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
      expect(await chain.stateOf(id)).toEqual({ state: 'waiting' });
      expect(await chain.transfersOf(id)).toMatchObject([{ to, amount: 1_000n }]);
    }
    expect(await chain.nonceOf(from.address)).toBe(0);
    expect(await chain.waiting()).toEqual(
      payouts.map(({ id }) => transferOf({ transactionId: id, to, amount: 1_000n })),
    );
    await node.mine();
    expect(await chain.waiting()).toEqual([]);
    expect(await chain.nonceOf(from.address)).toBe(3);
    let spent = 3_000n;
    for (const { raw, id } of payouts) {
      expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
      const state = await chain.stateOf(id);
      spent += state.state === 'mined' ? state.cost : 0n;
    }
    const { height } = await chain.tip();
    expect(await chain.balance([from.address], { contract: undefined, height })).toBe(ether - spent);
    expect(await chain.balance([to], { contract: undefined, height })).toBe(3_000n);
  });

  it('are replaced by one with an eighth more, and only one of them is mined', async () => {
    const { node, chain } = bed;
    const from = await funded();
    const to = bed.newAccount().address;
    const stuck = signEvm(pay(to), termsFor(0), from.secretKey);
    await node.ask('evm_setAutomine', false);
    await chain.send(stuck.raw);
    const hardlyMore = { ...termsFor(0), maxFeePerGas: 20n * 10n ** 9n + 1n };
    const underpriced = signEvm(pay(to), hardlyMore, from.secretKey);
    expect(await chain.send(underpriced.raw)).toMatchObject({ outcome: 'later' });
    const bumped = bumpEvm(termsFor(0), { ceiling: 10n ** 12n });
    const replacement = signEvm(pay(to), bumped ?? termsFor(0), from.secretKey);
    expect(await chain.send(replacement.raw)).toEqual({ outcome: 'accepted' });
    await node.mine();
    expect(await chain.stateOf(replacement.id)).toMatchObject({ state: 'mined', succeeded: true });
    expect(await chain.stateOf(stuck.id)).toEqual({ state: 'unknown' });
    const { height } = await chain.tip();
    expect(await chain.balance([to], { contract: undefined, height })).toBe(1_000n);
    // A reorganisation could still give the number back, so it is not refused for good before it is used deep enough.
    expect(await chain.send(stuck.raw)).toMatchObject({ outcome: 'later' });
    await node.mine(confirmations);
    expect(await chain.send(stuck.raw)).toMatchObject({ outcome: 'refused' });
  });

  it('are cancelled by nothing to themselves under the same number', async () => {
    const { node, chain } = bed;
    const from = await funded();
    const to = bed.newAccount().address;
    const stuck = signEvm(pay(to), termsFor(0), from.secretKey);
    await node.ask('evm_setAutomine', false);
    await chain.send(stuck.raw);
    const nothing = paymentToItself({ address: from.address, path: termsFor(0).from, coin: 'ETH' });
    const cancel = signEvm(
      nothing,
      bumpEvm(termsFor(0), { ceiling: 10n ** 12n }) ?? termsFor(0),
      from.secretKey,
    );
    expect(await chain.send(cancel.raw)).toEqual({ outcome: 'accepted' });
    await node.mine(confirmations + 1);
    expect(await chain.stateOf(cancel.id)).toMatchObject({ state: 'mined', succeeded: true });
    expect(await chain.transfersOf(cancel.id)).toEqual([]);
    expect(await chain.send(stuck.raw)).toMatchObject({ outcome: 'refused' });
    const { height } = await chain.tip();
    expect(await chain.balance([to], { contract: undefined, height })).toBe(0n);
  });

  it('may be sent later when money, a number before or a higher fee is missing', async () => {
    const { chain } = bed;
    const to = bed.newAccount().address;
    const poor = bed.newAccount();
    const rich = await funded();
    const wouldCome = [
      signEvm(pay(to), termsFor(0), poor.secretKey),
      signEvm(pay(to), termsFor(7), rich.secretKey),
      signEvm(pay(to), { ...termsFor(0), maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, rich.secretKey),
      signEvm(
        pay(to),
        { ...termsFor(0), gas: 10n ** 12n, maxFeePerGas: 10n ** 5n, maxPriorityFeePerGas: 1n },
        rich.secretKey,
      ),
    ];
    for (const { raw, id } of wouldCome) {
      expect(await chain.send(raw)).toMatchObject({ outcome: 'later' });
      expect(await chain.stateOf(id)).toEqual({ state: 'unknown' });
    }
  });

  it('are refused for good for another chain, with too little gas for what they say, or as no transaction', async () => {
    const { chain, contracts } = bed;
    const { secretKey, address } = await funded();
    const foreign = signEvm(pay(address), { ...termsFor(0), chainId: 1 }, secretKey);
    const starved = signEvm(
      { ...pay(address), contract: contracts.plain },
      { ...termsFor(0), gas: 21_000n },
      secretKey,
    );
    for (const raw of [foreign.raw, starved.raw, '0x02aabb', 'words'])
      expect(await chain.send(raw), raw).toMatchObject({ outcome: 'refused' });
  });

  it('know their fees and gas from the node', async () => {
    const { chain, contracts } = bed;
    const policy = {
      fallback: { maxFeePerGas: 7n, maxPriorityFeePerGas: 7n },
      maxFeePerGas: 10n ** 12n,
      minPriorityFeePerGas: 1n,
    };
    const fees = await chain.fees(policy);
    expect(fees.maxPriorityFeePerGas).toBeGreaterThan(7n);
    expect(fees.maxFeePerGas).toBeGreaterThan(fees.maxPriorityFeePerGas);
    const to = bed.newAccount().address;
    expect(await chain.estimateGas(pay(to), hardhatRichAddress)).toBe(21_001n);
    const token = await chain.estimateGas({ ...pay(to), contract: contracts.plain }, hardhatRichAddress);
    expect(token).toBeGreaterThan(40_000n);
    expect(await chain.estimateGas({ ...pay(hardhatRichAddress), contract: contracts.plain }, to)).toBe(
      'would_fail',
    );
    const poor = chainThrough(({ id, method }) =>
      method === 'eth_estimateGas'
        ? { jsonrpc: '2.0', id, error: { code: -32_000, message: 'insufficient funds for transfer' } }
        : undefined,
    );
    expect(await poor.estimateGas(pay(to), hardhatRichAddress)).toBeUndefined();
    const mute = chainThrough(({ id, method }) =>
      method === 'eth_feeHistory'
        ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } }
        : undefined,
    );
    expect(await mute.fees(policy)).toEqual(policy.fallback);
  });
});

describe('a node that lags, lies or breaks', () => {
  const answerTo =
    (asked: string, change: (result: never) => unknown): Tamper =>
    async ({ id, method, params }, ask) =>
      method === asked
        ? { jsonrpc: '2.0', id, result: change((await ask(method, ...params)) as never) }
        : undefined;

  it('is not believed when it has a block without its logs', async () => {
    const { contracts, chain } = bed;
    await bed.payToken(contracts.plain, bed.newAccount().address, 1n);
    const { height } = await chain.tip();
    expect((await chainThrough(undefined).block(height))?.transfers).toHaveLength(1);
    const lagging = chainThrough(answerTo('eth_getLogs', () => []));
    await expect(lagging.block(height)).rejects.toThrow(ChainUnavailable);
    type Log = { blockHash: string };
    const stale = chainThrough(answerTo('eth_getLogs', (logs: Log[]) => [...logs, ...logs]));
    await expect(stale.block(height)).rejects.toThrow(ChainUnavailable);
    const foreign = chainThrough(
      answerTo('eth_getLogs', (logs: Log[]) =>
        logs.map((log) => ({ ...log, blockHash: `0x${'11'.repeat(32)}` })),
      ),
    );
    await expect(foreign.block(height)).rejects.toThrow(ChainUnavailable);
    const removed = chainThrough(
      answerTo('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, removed: true }))),
    );
    await expect(removed.block(height)).rejects.toThrow(ChainUnavailable);
  });

  it('is asked for all receipts at once where it can, and they say the same', async () => {
    const { node, contracts, chain } = bed;
    const to = bed.newAccount().address;
    await bed.inOneBlock(
      () => node.pay(to, 1n),
      () => node.pay(contracts.till, 1n),
      () => bed.payTokenToMany([to, to], 2n),
    );
    const { height } = await chain.tip();
    let asked = 0;
    const withReceipts: Tamper = async ({ id, method, params }, ask) => {
      if (method !== 'eth_getBlockReceipts') return undefined;
      asked += 1;
      const block = (await ask('eth_getBlockByHash', params[0], false)) as { transactions: string[] };
      const result = await Promise.all(
        block.transactions.map((hash) => ask('eth_getTransactionReceipt', hash)),
      );
      return { jsonrpc: '2.0', id, result };
    };
    expect(await chainThrough(withReceipts).block(height)).toEqual(await chain.block(height));
    expect(asked).toBe(1);
    expect((await chain.block(height))?.transfers).toHaveLength(3);
    const incomplete = chainThrough(({ id, method }) =>
      method === 'eth_getBlockReceipts' ? { jsonrpc: '2.0', id, result: [] } : undefined,
    );
    await expect(incomplete.block(height)).rejects.toThrow(ChainUnavailable);
  });

  it('must agree with the others on a block before it is handed out', async () => {
    const { node, chain } = bed;
    await node.mine(2);
    const tip = await chain.tip();
    const other = { hash: `0x${'22'.repeat(32)}` };
    const forked = chainThrough(
      async ({ id, method, params }, ask) =>
        method === 'eth_getBlockByNumber' && params[0] === `0x${tip.height.toString(16)}`
          ? { jsonrpc: '2.0', id, result: { ...((await ask(method, ...params)) as object), ...other } }
          : undefined,
      [node.url],
    );
    await expect(forked.block(tip.height)).rejects.toThrow(ChainUnavailable);
    await expect(forked.header(tip.height)).rejects.toThrow(ChainUnavailable);
    expect(await forked.block(tip.height - 1)).toEqual(await chain.block(tip.height - 1));
    expect((await forked.tip()).height).toBe(tip.height - 1);

    const behind = chainThrough(
      async ({ id, method, params }) => {
        if (method === 'eth_blockNumber')
          return { jsonrpc: '2.0', id, result: `0x${(tip.height - 1).toString(16)}` };
        return params[0] === `0x${tip.height.toString(16)}`
          ? { jsonrpc: '2.0', id, result: null }
          : undefined;
      },
      [node.url],
    );
    expect((await behind.tip()).height).toBe(tip.height - 1);
    await expect(behind.block(tip.height)).rejects.toThrow(ChainUnavailable);

    const elsewhere = chainThrough(
      answerTo('eth_getBlockByNumber', (block: object) => ({ ...block, ...other })),
      [node.url],
    );
    await expect(elsewhere.tip()).rejects.toThrow(ChainUnavailable);
  });

  it('is not believed alone when it invents a transfer, a value or a balance, nor a log of what failed', async () => {
    const { node, contracts } = bed;
    const to = bed.newAccount().address;
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
    await node.pay(bed.newAccount().address, 1n);
    const { height } = await bed.chain.tip();
    /** The receipts of the block, with a log of a million dollars to us in the first. */
    const invent =
      (change: object): Tamper =>
      async ({ id, method, params }, ask) => {
        if (method !== 'eth_getBlockReceipts') return undefined;
        const block = (await ask('eth_getBlockByHash', params[0], false)) as { transactions: string[] };
        const receipt = (await ask('eth_getTransactionReceipt', block.transactions[0])) as {
          [name: string]: unknown;
        };
        const { blockHash, blockNumber, transactionHash, transactionIndex } = receipt;
        const log = {
          ...{ blockHash, blockNumber, transactionHash, transactionIndex, logIndex: '0x0', removed: false },
          address: contracts.plain.toLowerCase(),
          topics: [transferTopic, word(contracts.till), word(to)],
          data: `0x${(10n ** 12n).toString(16).padStart(64, '0')}`,
        };
        return { jsonrpc: '2.0', id, result: [{ ...receipt, logs: [log], ...change }] };
      };
    const believing = (tamper: Tamper) => {
      proxy.tamper(tamper);
      return new EvmChain({ urls: [proxy.url, node.url], chainId: hardhatChainId, confirmations });
    };
    await expect(believing(invent({})).block(height)).rejects.toThrow(ChainUnavailable);
    const failed = await chainThrough(invent({ status: '0x0' })).block(height);
    expect(failed?.transfers).toEqual([]);
    type Block = { transactions: object[] };
    const raise = (block: Block) => ({
      ...block,
      transactions: block.transactions.map((each) =>
        typeof each === 'string' ? each : { ...each, value: '0xffff' },
      ),
    });
    const raising = believing(answerTo('eth_getBlockByNumber', raise));
    await expect(raising.block(height)).rejects.toThrow(ChainUnavailable);
    const rich = believing(answerTo('eth_getBalance', () => '0xffff'));
    await expect(rich.balance([to], { contract: undefined, height })).rejects.toThrow(ChainUnavailable);
  });

  it('is not believed alone when it says what became of a payment, which number is next or what others pay', async () => {
    const { node, chain } = bed;
    const { address, secretKey } = bed.newAccount();
    await node.pay(address, 10n ** 18n);
    const sent = signEvm(pay(bed.newAccount().address), termsFor(0), secretKey);
    await node.ask('evm_setAutomine', false);
    await chain.send(sent.raw);
    type Receipt = Record<string, unknown>;
    const { hash, height } = await chain.tip();
    const invented = {
      ...{
        transactionHash: sent.id,
        blockHash: hash,
        blockNumber: `0x${height.toString(16)}`,
        status: '0x1',
        logs: [],
      },
      ...{ gasUsed: '0x5208', effectiveGasPrice: '0x1' },
    };
    const inventing = chainThrough(
      answerTo('eth_getTransactionReceipt', () => invented),
      [node.url],
    );
    expect(await inventing.stateOf(sent.id)).toEqual({ state: 'waiting' });
    await node.ask('evm_setAutomine', true);
    await node.mine(1);
    const through = (change: Receipt) =>
      chainThrough(
        answerTo('eth_getTransactionReceipt', (receipt: Receipt) => ({ ...receipt, ...change })),
        [node.url],
      );
    expect(await through({}).stateOf(sent.id)).toEqual(await chain.stateOf(sent.id));
    for (const lie of [
      { status: '0x0' },
      { effectiveGasPrice: '0x1' },
      { blockHash: `0x${'33'.repeat(32)}` },
    ])
      await expect(through(lie).stateOf(sent.id), JSON.stringify(lie)).rejects.toThrow(ChainUnavailable);
    await expect(through({ status: '0x0' }).transfersOf(sent.id)).rejects.toThrow(ChainUnavailable);
    const silent = chainThrough(
      ({ id, method }) =>
        method.startsWith('eth_getTransaction') && method !== 'eth_getTransactionCount'
          ? { jsonrpc: '2.0', id, result: null }
          : undefined,
      [node.url],
    );
    expect(await silent.stateOf(sent.id)).toEqual({ state: 'waiting' });
    const counting = (count: string) =>
      chainThrough(
        answerTo('eth_getTransactionCount', () => count),
        [node.url],
      );
    expect(await counting('0x0').nonceOf(address)).toBe(1);
    expect(await counting('0x5').nonceOf(address)).toBe(5);
    const dear = chainThrough(
      answerTo('eth_feeHistory', () => ({ baseFeePerGas: ['0xffffffffffff'], reward: [['0xffffffffffff']] })),
    );
    const ceiling = { maxFeePerGas: 100n, maxPriorityFeePerGas: 100n };
    expect(await dear.fees({ fallback: ceiling, maxFeePerGas: 100n, minPriorityFeePerGas: 1n })).toEqual(
      ceiling,
    );
  });

  it('never makes a payment refused that another node knows', async () => {
    const { node } = bed;
    const from = await funded();
    const { raw, id } = signEvm(pay(bed.newAccount().address), termsFor(0), from.secretKey);
    await bed.chain.send(raw);
    await node.mine(confirmations + 1);
    const forgetful: Tamper = ({ id: request, method, params }) =>
      method.startsWith('eth_getTransaction') && params[0] === id
        ? { jsonrpc: '2.0', id: request, result: null }
        : undefined;
    proxy.tamper(forgetful);
    const urls: [string, string] = [proxy.url, node.url];
    const chain = new EvmChain({ urls, chainId: hardhatChainId, confirmations });
    expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
    // Nobody is paid back because one has forgotten it; nor is it final while one does not know it.
    expect(await chain.stateOf(id)).toEqual({ state: 'waiting' });
  });

  const nonsense: [string, Tamper][] = [
    ['is of another chain', answerTo('eth_chainId', () => '0x1')],
    ['answers another question', ({ id }) => ({ jsonrpc: '2.0', id: id + 1, result: '0x1' })],
    ['answers with words', () => 'not json'],
    ['answers without a result', ({ id }) => ({ jsonrpc: '2.0', id })],
    ['has a height that is none', answerTo('eth_blockNumber', () => 'latest')],
    ['has a height beyond all', answerTo('eth_blockNumber', () => `0x${'ff'.repeat(32)}`)],
    ['has a block that is none', answerTo('eth_getBlockByNumber', () => [])],
    [
      'has a block with half a hash',
      answerTo('eth_getBlockByNumber', (b: object) => ({ ...b, hash: '0x12' })),
    ],
  ];
  it.each(nonsense)('is unavailable when it %s', async (_name, tamper) => {
    await expect(chainThrough(tamper).tip()).rejects.toThrow(ChainUnavailable);
  });

  it('is unavailable while it hangs, and answers afterwards', async () => {
    const { node } = bed;
    const hasty = new EvmChain({ urls: [node.url], chainId: hardhatChainId, confirmations, timeoutMs: 300 });
    node.signal('SIGSTOP');
    try {
      await expect(hasty.tip()).rejects.toThrow(ChainUnavailable);
      const { raw } = signEvm(pay(hardhatRichAddress), termsFor(0), bed.newAccount().secretKey);
      await expect(hasty.send(raw)).rejects.toThrow(ChainUnavailable);
    } finally {
      node.signal('SIGCONT');
    }
    await expect
      .poll(() => hasty.tip().catch(() => undefined))
      .toMatchObject({ hash: (await bed.chain.tip()).hash });
  });

  // The last one: the chain of this node lives as long as its process.
  it('is unavailable when it was killed, and answers when it is back', async () => {
    const { url } = bed.node;
    const { raw } = signEvm(pay(hardhatRichAddress), termsFor(0), bed.newAccount().secretKey);
    await bed.node.stop();
    await expect(bed.chain.tip()).rejects.toThrow(ChainUnavailable);
    await expect(bed.chain.send(raw)).rejects.toThrow(ChainUnavailable);
    const again = await HardhatNode.start(Number(new URL(url).port));
    try {
      // On a busy machine the first answer of a node that has just started may take longer than the adapter waits.
      await expect.poll(() => bed.chain.tip().catch(() => undefined)).toMatchObject({ height: 0 });
      expect(await bed.chain.send(raw)).toMatchObject({ outcome: 'later' });
    } finally {
      await again.stop();
    }
  });
});
