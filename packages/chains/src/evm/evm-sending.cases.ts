import { describe, expect, it } from 'vitest';
import { paymentToItself } from '#signing.ts';
import { bed, chainThrough, confirmations, ether, funded, pay } from './evm-chain-bed.ts';
import { bumpEvm } from './evm-fees.ts';
import { signEvm } from './evm-transaction.ts';
import { termsFor, transferOf } from './testing/evm-test-bed.ts';
import { hardhatRichAddress } from './testing/hardhat-node.ts';

export function evmSending(): void {
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
}
