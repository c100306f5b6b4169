import { describe, expect, it } from 'vitest';
import type { BlockHeader } from '#port.ts';
import { bed, confirmations, funded } from './evm-chain-bed.ts';
import { signEvm } from './evm-transaction.ts';
import { termsFor, transferOf } from './testing/evm-test-bed.ts';

export function evmBlocks(): void {
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
}
