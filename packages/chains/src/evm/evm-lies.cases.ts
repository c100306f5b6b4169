import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '#port.ts';
import { EvmChain } from './evm-chain.ts';
import {
  answerTo,
  bed,
  chainThrough,
  confirmations,
  funded,
  pay,
  proxy,
  transferTopic,
} from './evm-chain-bed.ts';
import { signEvm } from './evm-transaction.ts';
import { termsFor } from './testing/evm-test-bed.ts';
import { hardhatChainId } from './testing/hardhat-node.ts';
import type { Tamper } from './testing/rpc-proxy.ts';

export function evmNodesThatLie(): void {
  describe('a node that lags or lies', () => {
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
        answerTo('eth_feeHistory', () => ({
          baseFeePerGas: ['0xffffffffffff'],
          reward: [['0xffffffffffff']],
        })),
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
  });
}
