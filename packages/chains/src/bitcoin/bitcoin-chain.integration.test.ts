import { schnorr } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BitcoinChain } from '#bitcoin/bitcoin-chain.ts';
import { bumpBitcoin } from '#bitcoin/bump-bitcoin.ts';
import { consolidate, outputsOf, selectInputs, sizeWith } from '#bitcoin/coin-selection.ts';
import { readRefill, writeRefill } from '#bitcoin/cold-refill.ts';
import { CoreNode, isUnknown } from '#bitcoin/core-node.ts';
import { type ChainTransfer, ChainUnavailable } from '#port.ts';
import type { BitcoinInput, BitcoinTerms } from '#signing.ts';
import { type BitcoinTestBed, feeRate, hot, paymentTo, startTestBed } from './testing/bitcoin-test-bed.ts';
import { CoreNodeProcess, findProgram } from './testing/core-node-process.ts';

const confirmations = 3;

const nodes = [
  { name: 'litecoind', coin: 'litecoin' },
  { name: 'bitcoind', coin: 'bitcoin' },
] as const;

for (const { name, coin } of nodes) {
  const program = findProgram(name);
  describe.skipIf(program === undefined)(`the adapter on a real ${name}`, () => {
    let bed: BitcoinTestBed;
    beforeAll(async () => {
      bed = await startTestBed({ program: program ?? '', coin, confirmations });
    });
    afterAll(() => bed.node.remove());

    const toUs = (transfers: readonly ChainTransfer[] | undefined, address: string) =>
      transfers?.filter(({ to }) => to === address);
    const transfer = (part: Partial<ChainTransfer>) => ({
      memo: undefined,
      contract: undefined,
      index: 0,
      ...part,
    });
    const selected = (payments: { to: string; amount: bigint }[], available: readonly BitcoinInput[]) => {
      const terms = selectInputs({ payments, available, changePath: hot }, { network: bed.network, feeRate });
      if (!terms.ok) throw new Error(terms.failure.why);
      return terms.value;
    };
    /** Gives the hot address an output of its own. */
    const fund = async (...amounts: bigint[]) => {
      const { path, address } = bed.fresh(1);
      await bed.pay(...amounts.map((amount) => ({ to: address, amount })));
      await bed.mine();
      return bed.spendable(path);
    };

    it('follows a deposit from the mempool through its confirmations', async () => {
      const { address } = bed.fresh();
      const id = await bed.pay({ to: address, amount: 123_456_789n });
      const seen = transfer({ transactionId: id, to: address, amount: 123_456_789n });
      expect(toUs(await bed.chain.waiting(), address)).toEqual([seen]);
      expect(toUs(await bed.chain.transfersOf(id), address)).toEqual([seen]);
      expect(await bed.chain.stateOf(id)).toEqual({ state: 'waiting' });
      await bed.mine(3);
      const tip = await bed.chain.tip();
      const block = await bed.chain.block(tip.height - 2);
      expect(toUs(block?.transfers, address)).toEqual([seen]);
      expect(toUs(await bed.chain.waiting(), address)).toEqual([]);
      expect(await bed.chain.header(tip.height - 1)).toMatchObject({ parentHash: block?.hash });
      const state = await bed.chain.stateOf(id);
      expect(state).toMatchObject({ state: 'mined', succeeded: true, block: { hash: block?.hash } });
      // One input, one payment, one change: 141 virtual bytes or a quarter less, at ten units for each.
      expect(state.state === 'mined' && state.cost).toBe(1_410n);
      expect(await bed.chain.block(tip.height + 1)).toBeUndefined();
      expect(await bed.chain.header(tip.height + 1)).toBeUndefined();
    });

    it('loses a deposit with its block, finds it again, and never tells an output twice', async () => {
      const { address } = bed.fresh();
      const before = (await bed.chain.tip()).height;
      const id = await bed.pay({ to: address, amount: 50_000n });
      const [first] = await bed.mine(confirmations);
      await bed.node.rpc.call('invalidateblock', first);
      expect((await bed.chain.tip()).height).toBe(before);
      expect(await bed.chain.stateOf(id)).toEqual({ state: 'waiting' });
      expect(toUs(await bed.chain.waiting(), address)).toHaveLength(1);
      const other = bed.fresh().address;
      const [second] = await bed.mine(1, other);
      expect(second).not.toBe(first);
      expect((await bed.chain.header(before + 1))?.hash).toBe(second);
      const found: ChainTransfer[] = [];
      for (let height = before - 1; height <= before + 1; height += 1)
        found.push(...(toUs((await bed.chain.block(height))?.transfers, address) ?? []));
      expect(found).toEqual([transfer({ transactionId: id, to: address, amount: 50_000n })]);
      // The longer chain comes back with all of its blocks.
      await bed.node.rpc.call('reconsiderblock', first);
      expect((await bed.chain.header(before + 1))?.hash).toBe(first);
      expect(await bed.chain.stateOf(id)).toMatchObject({ state: 'mined', block: { hash: first } });
    });

    it('calls a transaction unknown that only a block beside the chain has', async () => {
      const { address, path } = bed.fresh();
      await bed.pay({ to: address, amount: 70_000_000n });
      await bed.mine();
      const [source] = await bed.spendable(path);
      const [one, two] = [selectedTo(source, 11_000_000n), selectedTo(source, 12_000_000n)];
      await bed.chain.send(one.raw);
      const [lost] = await bed.mine();
      await bed.node.rpc.call('invalidateblock', lost);
      const again = bump(two, one);
      expect(await bed.chain.send(again.raw)).toEqual({ outcome: 'accepted' });
      await bed.mine(2);
      expect(await bed.chain.stateOf(one.id)).toEqual({ state: 'unknown' });
      expect(await bed.chain.transfersOf(one.id)).toBeUndefined();
      // Spent by another, but not so deep that it is for good.
      expect(await bed.chain.send(one.raw)).toMatchObject({ outcome: 'later' });
      await bed.mine(confirmations);
      expect(await bed.chain.send(one.raw)).toMatchObject({ outcome: 'refused' });

      function selectedTo(input: BitcoinInput | undefined, amount: bigint) {
        if (!input) throw new Error('Nothing came.');
        const payments = [{ to: bed.fresh().address, amount }];
        const terms = selected(payments, [input]);
        return { payments, terms, ...bed.sign(payments.map(paymentTo), terms) };
      }
      function bump({ payments, terms }: typeof one, former: typeof one) {
        const bumped = bumpBitcoin(
          { payments, terms, feesWaiting: former.terms.fee, available: [], changePath: hot },
          { network: bed.network, feeRate, feeRateMax: 100_000n, relayRate: 1_000n },
        );
        if (!bumped) throw new Error('It cannot be bumped.');
        return bed.sign(payments.map(paymentTo), bumped);
      }
    });

    it('tells new coins in the block that makes them spendable, and counts them from then on', async () => {
      const { address } = bed.fresh();
      const start = (await bed.chain.tip()).height;
      await bed.mine(1, address);
      const own = await bed.chain.block(start + 1);
      expect(toUs(own?.transfers, address)).toEqual([]);
      await bed.mine(99);
      expect(toUs((await bed.chain.block(start + 99))?.transfers, address)).toEqual([]);
      const told = toUs((await bed.chain.block(start + 100))?.transfers, address);
      expect(told).toHaveLength(1);
      const balance = (height: number) => bed.chain.balance([address], { contract: undefined, height });
      expect(await balance(start + 99)).toBe(0n);
      expect(await balance(start + 100)).toBe(told?.[0]?.amount);
      expect(toUs(await bed.chain.transfersOf(told?.[0]?.transactionId ?? ''), address)).toHaveLength(1);
    });

    it('pays addresses of every kind in one transaction, to the unit, and makes it as large as it said', async () => {
      const inputs = await fund(60_000_000n, 50_000_000n);
      const payments = everyKind(bed).map((to, at) => ({ to, amount: 10_000_000n + BigInt(at) }));
      const terms = selected(payments, inputs);
      const { id, raw } = bed.sign(payments.map(paymentTo), terms);
      expect(bed.sign(payments.map(paymentTo), terms).raw).toBe(raw);
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      const told = Transaction.fromRaw(Buffer.from(raw, 'hex'));
      const size = sizeWith(terms.inputs.length, {
        outputs: outputsOf(payments, bed.network),
        hasChange: true,
      });
      expect([size, size - 1n]).toContain(BigInt(told.vsize));
      await bed.mine();
      const transfers = await bed.chain.transfersOf(id);
      const change = { to: bed.addressAt(hot), amount: terms.change?.amount };
      expect(transfers?.map(({ to, amount, index }) => ({ to, amount, index }))).toEqual(
        [...payments, change].map((each, index) => ({ ...each, index })),
      );
      const state = await bed.chain.stateOf(id);
      expect(state.state === 'mined' && state.cost).toBe(terms.fee);
      expect((await bed.lastBlock()).spent).toEqual(
        terms.inputs.map(({ transactionId, output }) => ({ transactionId, output, by: id })),
      );
    });

    it('takes the same bytes again while they wait, when they are mined, and when all of it is spent', async () => {
      const [input] = await fund(40_000_000n);
      if (!input) throw new Error('Nothing came.');
      const { path, address } = bed.fresh(1);
      /** All of it to one address, so that nothing of the transaction stays unspent. */
      const moveAll = (from: BitcoinInput, to: string) => {
        const terms: BitcoinTerms = { family: 'bitcoin', inputs: [from], fee: 10_000n };
        return bed.sign([paymentTo({ to, amount: from.amount - 10_000n })], terms);
      };
      const { raw } = moveAll(input, address);
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      await bed.mine();
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      const [moved] = await bed.spendable(path);
      if (!moved) throw new Error('Nothing came.');
      await bed.chain.send(moveAll(moved, bed.fresh().address).raw);
      // Now the node knows no output of it, only that its input is spent: so deep that another would be refused for good.
      await bed.mine(confirmations + 1);
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
    });

    it('refuses for good only what can never be mined', async () => {
      const [input] = await fund(20_000_000n);
      if (!input) throw new Error('Nothing came.');
      const payments = [{ to: bed.fresh().address, amount: 5_000_000n }];
      const sign = (change: Partial<BitcoinTerms>) =>
        bed.sign(payments.map(paymentTo), { ...selected(payments, [input]), ...change });
      // A wrong amount makes a wrong signature.
      const lie = { ...input, amount: input.amount + 1_000n };
      const signedWrong = bed.sign(payments.map(paymentTo), selected(payments, [lie]));
      expect(await bed.chain.send(signedWrong.raw)).toMatchObject({ outcome: 'refused' });
      expect(await bed.chain.send('00ff')).toMatchObject({ outcome: 'refused' });
      // Nothing is known of what it spends: that may come.
      const unknown = { ...input, transactionId: 'ab'.repeat(32) };
      expect(await bed.chain.send(sign({ inputs: [unknown] }).raw)).toMatchObject({ outcome: 'later' });
      const free = { change: { path: hot, amount: input.amount - 5_000_000n }, fee: 0n };
      expect(await bed.chain.send(sign(free).raw)).toMatchObject({ outcome: 'later' });
      const dear = { change: { path: hot, amount: 1_000_000n }, fee: input.amount - 6_000_000n };
      expect(await bed.chain.send(sign(dear).raw)).toMatchObject({ outcome: 'later' });
      const dust = outputsOf(payments, bed.network).dust[0] ?? 0n;
      const small = [{ to: payments[0]?.to ?? '', amount: dust - 1n }];
      const fee = 10_000n;
      const terms = (amount: bigint): BitcoinTerms => ({
        family: 'bitcoin',
        inputs: [input],
        fee,
        change: { path: hot, amount: input.amount - fee - amount },
      });
      expect(await bed.chain.send(bed.sign(small.map(paymentTo), terms(dust - 1n)).raw)).toEqual({
        outcome: 'later',
        reason: expect.stringContaining('dust'),
      });
      const least = [{ to: payments[0]?.to ?? '', amount: dust }];
      expect(await bed.chain.send(bed.sign(least.map(paymentTo), terms(dust)).raw)).toEqual({
        outcome: 'accepted',
      });
    });

    it('replaces a stuck payout by one with the same payments, out of its change and of further outputs', async () => {
      const inputs = await fund(10_000_000n, 9_000_000n);
      const payments = [
        { to: bed.fresh().address, amount: 4_000_000n },
        { to: bed.fresh().address, amount: 5_990_000n },
      ];
      const network = bed.network;
      const stuck = selectInputs(
        { payments, available: inputs, changePath: hot },
        { network, feeRate: 2_000n },
      );
      if (!stuck.ok) throw new Error('There is not enough.');
      expect(stuck.value.inputs).toHaveLength(1);
      const first = bed.sign(payments.map(paymentTo), stuck.value);
      expect(await bed.chain.send(first.raw)).toEqual({ outcome: 'accepted' });
      const bumped = bumpBitcoin(
        {
          ...{ payments, terms: stuck.value, available: inputs, changePath: hot },
          feesWaiting: await bed.chain.feesWaiting(first.id),
        },
        { network, feeRate: 90_000n, feeRateMax: 200_000n, relayRate: 1_000n },
      );
      if (!bumped) throw new Error('It cannot be bumped.');
      expect(bumped.inputs[0]).toEqual(stuck.value.inputs[0]);
      expect(bumped.inputs).toHaveLength(2);
      const second = bed.sign(payments.map(paymentTo), bumped);
      expect(await bed.chain.send(second.raw)).toEqual({ outcome: 'accepted' });
      expect(await bed.chain.stateOf(first.id)).toEqual({ state: 'unknown' });
      await bed.mine();
      expect(await bed.chain.stateOf(second.id)).toMatchObject({ state: 'mined', cost: bumped.fee });
      const paid = (await bed.lastBlock()).transfers;
      for (const { to, amount } of payments)
        expect(toUs(paid, to)).toEqual([expect.objectContaining({ amount })]);
    });

    it('makes one output of many, and knows the balance at every height before and after', async () => {
      const { path, address } = bed.fresh(1);
      await bed.pay(
        ...Array.from({ length: 12 }, (_, at) => ({ to: address, amount: 100_000n + BigInt(at) })),
      );
      await bed.mine();
      const before = (await bed.chain.tip()).height;
      const plan = consolidate(
        {
          available: await bed.spendable(path),
          to: { address: bed.addressAt(hot), path: hot },
          ...{ coin: 'COIN', inputsMin: 10, inputsMax: 100 },
        },
        { network: bed.network, feeRate },
      );
      if (!plan) throw new Error('There is nothing to gather.');
      const { id, raw } = bed.sign([plan.payment], plan.terms);
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      await bed.mine();
      expect(await bed.chain.stateOf(id)).toMatchObject({ state: 'mined', cost: plan.terms.fee });
      const balance = (height: number) => bed.chain.balance([address], { contract: undefined, height });
      expect(await balance(before - 1)).toBe(0n);
      expect(await balance(before)).toBe(1_200_066n);
      expect(await balance(before + 1)).toBe(0n);
    });

    it('brings money from a cold address by a transaction that is signed elsewhere', async () => {
      const cold = bed.fresh();
      await bed.pay({ to: cold.address, amount: 30_000_000n }, { to: cold.address, amount: 20_000_000n });
      await bed.mine();
      const to = bed.fresh(1).address;
      const refill = writeRefill(
        {
          ...{ from: cold.address, to, amount: 35_000_000n },
          available: await bed.chain.withRaw(await bed.chain.unspent([cold.address])),
        },
        { network: bed.network, feeRate },
      );
      if (!refill.ok) throw new Error('There is not enough.');
      expect(readRefill(refill.value.psbt, refill.value)).toEqual({ ok: false, failure: 'not_signed' });
      const signedElsewhere = Transaction.fromPSBT(base64.decode(refill.value.psbt));
      bed.keys.withSecretKey(cold.path, (secretKey) => signedElsewhere.sign(secretKey));
      const signed = readRefill(base64.encode(signedElsewhere.toPSBT(0)), refill.value);
      if (!signed.ok) throw new Error(signed.failure);
      expect(await bed.chain.send(signed.value.raw)).toEqual({ outcome: 'accepted' });
      expect(readRefill(signed.value.raw, refill.value)).toEqual(signed);
      await bed.mine();
      expect(toUs((await bed.lastBlock()).transfers, to)).toEqual([
        expect.objectContaining({ amount: 35_000_000n }),
      ]);
      expect(await bed.chain.stateOf(signed.value.id)).toMatchObject({ cost: refill.value.fee });
    });

    it('has no fee of its own on a quiet chain, and takes what is configured', async () => {
      const policy = { blocks: 6, fallback: 7_000n, ceiling: 9_000n };
      expect(await bed.chain.feeRate(policy)).toBe(7_000n);
      expect(await bed.chain.feeRate({ ...policy, fallback: 1n })).toBe(1_000n);
      expect(await bed.chain.feeRate({ ...policy, ceiling: 5_000n })).toBe(5_000n);
    });

    it('is unavailable while its node is gone, and goes on when it is back', async () => {
      const { address } = bed.fresh();
      const { id, raw } = await bed.paymentOf({ to: address, amount: 60_000n });
      await bed.node.kill();
      await expect(bed.chain.tip()).rejects.toThrow(ChainUnavailable);
      await expect(bed.chain.send(raw)).rejects.toThrow(ChainUnavailable);
      await bed.node.begin();
      expect(await bed.chain.send(raw)).toEqual({ outcome: 'accepted' });
      await bed.mine();
      expect(await bed.chain.stateOf(id)).toMatchObject({ state: 'mined' });
      expect(toUs((await bed.lastBlock()).transfers, address)).toHaveLength(1);
    });

    it('asks nothing of a node of another chain, with another password, or without its index', async () => {
      const other = coin === 'litecoin' ? 'bitcoin' : 'litecoin';
      await expect(new BitcoinChain({ ...bed.options, coin: other }).tip()).rejects.toThrow(/another chain/);
      const url = bed.options.url.replace('test:test', 'test:wrong');
      await expect(new BitcoinChain({ ...bed.options, url }).tip()).rejects.toThrow(/status 401/);
      const bare = await CoreNodeProcess.start(program ?? '', ['-txindex=0']);
      try {
        const chain = new BitcoinChain({ ...bed.options, url: bare.url });
        await expect(chain.tip()).rejects.toThrow(/-txindex=1/);
        // One that loses its index while we run does not know what is mined, and must not be believed.
        const checked = new CoreNode({ ...bed.options });
        await checked.rpc();
        const answer = await bare.rpc.ask({ method: 'getrawtransaction', params: ['ab'.repeat(32), true] });
        expect(answer).toMatchObject({ ok: false, failure: { code: -5 } });
        expect(answer.ok || isUnknown(answer.failure)).toBe(false);
        expect(await checked.transaction('ab'.repeat(32))).toBeUndefined();
      } finally {
        await bare.remove();
      }
    });
  });
}

/** Of each kind one address that belongs to nobody. */
function everyKind({ scripts }: BitcoinTestBed): string[] {
  const hash = (length: number, fill: number) => new Array<number>(length).fill(fill);
  return [
    [0x76, 0xa9, 20, ...hash(20, 1), 0x88, 0xac],
    [0xa9, 20, ...hash(20, 2), 0x87],
    [0, 20, ...hash(20, 3)],
    [0, 32, ...hash(32, 4)],
    [0x51, 32, ...schnorr.getPublicKey(Uint8Array.from(hash(32, 5)))],
  ].map((script) => scripts.addressOf(Uint8Array.from(script)) ?? '');
}
