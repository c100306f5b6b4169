import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '#port.ts';
import { EvmChain } from './evm-chain.ts';
import { answerTo, bed, chainThrough, confirmations, pay } from './evm-chain-bed.ts';
import { signEvm } from './evm-transaction.ts';
import { termsFor } from './testing/evm-test-bed.ts';
import { HardhatNode, hardhatChainId, hardhatRichAddress } from './testing/hardhat-node.ts';
import type { Tamper } from './testing/rpc-proxy.ts';

export function evmNodesThatBreak(): void {
  describe('a node that breaks', () => {
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
      const hasty = new EvmChain({
        urls: [node.url],
        chainId: hardhatChainId,
        confirmations,
        timeoutMs: 300,
      });
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
}
