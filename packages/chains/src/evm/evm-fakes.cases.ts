import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '#port.ts';
import { bed, ether, funded, pay } from './evm-chain-bed.ts';
import { signEvm } from './evm-transaction.ts';
import { termsFor } from './testing/evm-test-bed.ts';
import { hardhatRichAddress } from './testing/hardhat-node.ts';

export function evmFakesAndBalances(): void {
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
}
