import { selectInputs, signBitcoin } from '@emporion/chains';
import { type BitcoinTestBed, findProgram, startTestBed } from '@emporion/chains/testing/bitcoin-test-bed';
import { houseAccount } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '#testing/extent.ts';
import { pinTestKeys, testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { runRefills } from '../cold/run-refills.ts';
import { buildConsolidation } from '../outputs/build-consolidation.ts';
import { listSpendable } from '../outputs/store.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { dyingProcess } from '../testing/dying-process.ts';
import { createOperator } from '../testing/staff.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

// Deposits and payouts of the exchange on a real node. The coin is called BTC in the books, whichever node it is.
const network = 'bitcoin';
const confirmations = 3;
const coin = 100_000_000n;

const nodes = [
  { name: 'litecoind', format: 'litecoin' },
  { name: 'bitcoind', format: 'bitcoin' },
] as const;

for (const { name, format } of nodes) {
  const program = findProgram(name);
  describe.skipIf(program === undefined)(`the exchange on a real ${name}`, () => {
    let app: WalletApp;
    let bed: BitcoinTestBed;

    beforeAll(async () => {
      [app, bed] = await Promise.all([
        createWalletApp(),
        startTestBed({ program: program ?? '', coin: format, confirmations }),
      ]);
      const fees = { fallback: '10000', ceiling: '200000' };
      const parameters = JSON.stringify({ chain: 'regtest', node: bed.node.url, fees });
      await app.change(`
        delete from wallet_keys where network = '${network}';
        update blockchains set family = 'bitcoin', address_format = '${format}', confirmations = ${confirmations},
          parameters = '${parameters}' where code = '${network}';
        update coin_blockchains set confirmations = null, deposit_min = 0 where blockchain = '${network}'
      `);
      await pinTestKeys(app.test.database.kysely);
      // The house's address must be known before the first payment to it.
      await net();
      await app.watcher.follow(network);
    });
    afterAll(async () => {
      await app?.close();
      await bed?.node.remove();
    });

    const states = async (who: string) =>
      (await app.deposits(who)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
    const actual = async (who: string) => (await app.balance(who)).BTC?.actual;
    const house = (kind: 'custody' | 'reorg-loss' | 'in-flight' | 'network-costs') =>
      app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), 'BTC'));

    async function net(): Promise<PayoutNetwork> {
      const [found] = await payoutNetworks(app.platform, [network]);
      if (!found) throw new Error('There are no payouts on the network.');
      return found;
    }
    const turn = async () =>
      runPayouts(app.platform, { networks: [await net()], sign: testSigner(app.platform) });

    async function mine(blocks = confirmations): Promise<void> {
      await bed.mine(blocks);
      await app.watcher.follow(network, { review: true });
    }

    const deposit = async (who: string, ...amounts: bigint[]): Promise<string> => {
      const { address } = await app.addressOf(who, network);
      return bed.pay(...amounts.map((amount) => ({ to: address, amount })));
    };

    /** By the outputs that we list and the node confirms, and by all that the node finds for itself. */
    async function expectBooksEqual(): Promise<void> {
      expect(await app.differences(network)).toEqual([]);
      const { rows } = await sql<{ address: string; listed: string | null }>`
        select address, (
          select sum(amount)::text from chain_outputs
          where network = ${network} and block_height is not null and spent_height is null
        ) as listed from chain_addresses where network = ${network}
      `.execute(app.test.database.kysely);
      const { height } = await bed.chain.tip();
      const addresses = [...new Set(rows.map(({ address }) => address))];
      expect(await bed.chain.balance(addresses, { contract: undefined, height })).toBe(
        BigInt(rows[0]?.listed ?? 0),
      );
    }

    async function queued(who: string, amount: bigint): Promise<Withdrawal> {
      const { kysely } = app.test.database;
      await app.person(who);
      const { address } = bed.fresh();
      const written = await insertWithdrawal(kysely, {
        ...{ userId: userId(who), clientId: address, coin: 'BTC', network, memo: null, address },
        ...{ amount: formatDecimal(amount, 8), fee: '0.0001', value: null, recipient: null },
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
    /** What an address got in blocks. */
    const received = async ({ address }: Withdrawal) => {
      const { height } = await bed.chain.tip();
      return bed.chain.balance([address], { contract: undefined, height });
    };
    const payoutsOf = async (withdrawal: Withdrawal) => {
      const { rows } = await sql<{
        id: string;
        transactionId: string;
        status: string;
        inputs: number;
        outputs: number;
      }>`
        select id, transaction_id as "transactionId", status, jsonb_array_length(terms -> 'inputs') as inputs,
          jsonb_array_length(payments) as outputs
        from payouts where root = (
          select root from payouts join withdrawals on withdrawals.payout_id = payouts.id where withdrawals.id = ${withdrawal.id}
        ) order by created_at
      `.execute(app.test.database.kysely);
      return rows;
    };
    const waitLonger = (minutes: number) =>
      app.change(`update blockchains set bump_after_minutes = ${minutes} where code = '${network}'`);

    it('credits an output once when it is deep enough, and says that it waits before', async () => {
      await deposit('ann', 2n * coin);
      await app.watcher.follow(network);
      expect(await states('ann')).toEqual(['pending']);
      await mine(1);
      expect(await states('ann')).toEqual(['confirming']);
      await expectBooksEqual();
      await mine(1);
      expect(await actual('ann')).toBe('0');
      await mine(1);
      expect(await states('ann')).toEqual(['completed']);
      await app.watcher.rescan(network, { from: 0, to: 1_000 });
      expect(await actual('ann')).toBe('2');
      await expectBooksEqual();
    });

    it('takes a deposit back that a reorganisation lost before it was final, and keeps the one that comes again', async () => {
      await deposit('ben', coin);
      const [lost] = await bed.mine(1);
      await app.watcher.follow(network);
      expect(await states('ben')).toEqual(['confirming']);
      await bed.node.rpc.call('invalidateblock', lost);
      // An empty branch: what was lost waits again.
      await bed.node.rpc.call('generateblock', bed.fresh().address, []);
      await bed.node.rpc.call('generateblock', bed.fresh().address, []);
      await app.watcher.follow(network);
      expect(await states('ben')).toEqual(['pending']);
      await expectBooksEqual();
      await mine();
      expect(await states('ben')).toEqual(['completed']);
      expect(await actual('ben')).toBe('1');
      await expectBooksEqual();
    });

    it('leaves the user the coins that a deep reorganisation took, and spends the output only once it is back', async () => {
      await deposit('cid', coin);
      const [lost] = await bed.mine(confirmations);
      await app.watcher.follow(network);
      expect(await states('cid')).toEqual(['completed']);
      const before = (await (await net()).funds(['BTC'])).get('BTC') ?? 0n;
      await bed.node.rpc.call('invalidateblock', lost);
      for (let blocks = 0; blocks <= confirmations; blocks += 1)
        await bed.node.rpc.call('generateblock', bed.fresh().address, []);
      await app.watcher.follow(network);
      expect(await actual('cid')).toBe('1');
      expect(await house('reorg-loss')).toBe(-coin);
      expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(before - coin);
      await expectBooksEqual();
      await mine();
      expect(await house('reorg-loss')).toBe(0n);
      expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(before);
      await expectBooksEqual();
    });

    it('pays three withdrawals in one transaction out of what lies on users’ addresses, to the unit', async () => {
      const some = [
        await queued('ann', 10_000_000n),
        await queued('ben', 20_000_000n),
        await queued('cid', 30_000_001n),
      ];
      await turn();
      for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
      const [payout, ...others] = await payoutsOf(some[0] as Withdrawal);
      expect(others).toEqual([]);
      expect(payout).toMatchObject({ outputs: 3, inputs: 1, status: 'broadcast' });
      await expectBooksEqual();
      await mine(1);
      await turn();
      expect(await stands(some[0] as Withdrawal)).toBe('confirming in_flight');
      await expectBooksEqual();
      await mine(confirmations - 1);
      await turn();
      for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
      const got: bigint[] = [];
      for (const withdrawal of some) got.push(await received(withdrawal));
      expect(got).toEqual([10_000_000n, 20_000_000n, 30_000_001n]);
      expect(await house('in-flight')).toBe(0n);
      // Change is no deposit of anybody.
      const { rows } = await sql`select from deposits where network = ${network} and user_id is null`.execute(
        app.test.database.kysely,
      );
      expect(rows).toEqual([]);
      await expectBooksEqual();
    });

    it('says that a withdrawal waits for funds while every output is on its way, and pays it when change is in a block', async () => {
      const some: Withdrawal[] = [];
      for (const [who, amount] of [
        ['ann', 130_000_000n],
        ['ben', 50_000_000n],
        ['cid', 50_000_000n],
      ] as const) {
        some.push(await queued(who, amount));
        await turn();
      }
      for (const withdrawal of some) expect(await stands(withdrawal)).toBe('broadcast in_flight');
      expect((await (await net()).funds(['BTC'])).get('BTC')).toBe(0n);
      const last = await queued('cid', 10_000_000n);
      await turn();
      expect(await stands(last)).toBe('queued held (funds)');
      await mine(1);
      await turn();
      expect(await stands(last)).toBe('broadcast in_flight');
      await mine();
      await turn();
      for (const withdrawal of [...some, last]) expect(await stands(withdrawal)).toBe('completed settled');
      await expectBooksEqual();
    });

    it('replaces a stuck payout by one that pays more, and books the one that was mined', async () => {
      await waitLonger(0);
      const stuck = await queued('ann', 11_000_000n);
      await turn();
      await turn();
      await waitLonger(60);
      const [first, second, ...others] = await payoutsOf(stuck);
      expect(others).toEqual([]);
      expect((await bed.chain.stateOf(first?.transactionId ?? '')).state).toBe('unknown');
      expect((await bed.chain.stateOf(second?.transactionId ?? '')).state).toBe('waiting');
      await mine();
      await turn();
      expect(await stands(stuck)).toBe('completed settled');
      expect((await payoutsOf(stuck)).map(({ status }) => status)).toEqual(['replaced', 'completed']);
      expect(await received(stuck)).toBe(11_000_000n);
      await expectBooksEqual();
    });

    it('books the first one when a miner took that instead', async () => {
      await waitLonger(0);
      const stuck = await queued('ann', 12_000_000n);
      await turn();
      const [first] = await payoutsOf(stuck);
      const { rows } = await sql<{ raw: string }>`select raw from payouts where id = ${first?.id}`.execute(
        app.test.database.kysely,
      );
      await turn();
      await waitLonger(60);
      expect(await payoutsOf(stuck)).toHaveLength(2);
      await bed.node.rpc.call('generateblock', bed.fresh().address, [rows[0]?.raw]);
      await mine(confirmations - 1);
      await turn();
      expect((await payoutsOf(stuck)).map(({ status }) => status)).toEqual(['completed', 'replaced']);
      expect(await stands(stuck)).toBe('completed settled');
      expect(await received(stuck)).toBe(12_000_000n);
      expect(await house('in-flight')).toBe(0n);
      await expectBooksEqual();
      const free = await sql`
        select from chain_outputs where network = ${network} and reserved_by is not null and spent_height is null
      `.execute(app.test.database.kysely);
      expect(free.rows).toEqual([]);
    });

    it('gives the money back of one that an operator called off, once what took its place is final', async () => {
      const unwanted = await queued('ann', 12_500_000n);
      await turn();
      const before = await actual('ann');
      const [payout] = await payoutsOf(unwanted);
      const { kysely } = app.test.database;
      expect(await callOffPayout(kysely, { id: payout?.id ?? '', reason: 'wrong address' })).toBe(true);
      await sql`update withdrawal_policy set signer_retry_seconds = 0`.execute(app.test.database.kysely);
      await turn();
      await turn();
      expect(await stands(unwanted)).toBe('broadcast in_flight');
      await mine(1);
      await turn();
      expect(await actual('ann')).toBe(before);
      await expectBooksEqual();
      await mine();
      await turn();
      expect(await stands(unwanted)).toBe('failed returned');
      expect(await received(unwanted)).toBe(0n);
      expect(await house('in-flight')).toBe(0n);
      await expectBooksEqual();
    });

    it(
      'pays once, wherever the server dies in a payout and the node with it, which then has forgotten what waits',
      async () => {
        await deposit('kit', 5n * coin);
        await mine();
        const survives = async (at: number): Promise<boolean> => {
          const amount = 1_000_000n + BigInt(at);
          const withdrawal = await queued('kit', amount);
          const { platform, around, isOver } = dyingProcess(app.platform, at);
          let isKilled = false;
          const dyingTurn = async () => {
            const { chain, ...rest } = await net();
            const mortal = new Proxy(chain, {
              get: (target, key) =>
                key === 'send' ? around((raw: string) => target.send(raw)) : Reflect.get(target, key, target),
            });
            const sign = around(testSigner(app.platform));
            await runPayouts(platform, { networks: [{ ...rest, chain: mortal }], sign }).catch(
              () => undefined,
            );
            if (isOver() || isKilled) return;
            isKilled = true;
            // Its blocks are on the disk: others would send them again to a node that had lost them, and this one is alone.
            await bed.node.rpc.call('gettxoutsetinfo');
            await bed.node.kill();
            // Another server meets no node.
            if (at % 2 === 0) await turn();
            await bed.node.begin();
          };
          await dyingTurn();
          await mine(1);
          await dyingTurn();
          await mine(confirmations - 1);
          await dyingTurn();
          const wasOver = isOver();
          await turn();
          await turn();
          await mine();
          await turn();
          const where = `killed at step ${at}`;
          expect(await stands(withdrawal), where).toBe('completed settled');
          expect(await received(withdrawal), where).toBe(amount);
          expect(await house('in-flight'), where).toBe(0n);
          await expectBooksEqual();
          return wasOver;
        };
        // Not at every one: the test chain of litecoind makes no block 432.
        const stride = extent({ usual: 29, all: 4 });
        // Other steps each time, so that in the long run all of them have their turn.
        let at = 1 + Number(process.env.SEED ?? Math.floor(Math.random() * stride));
        for (; !(await survives(at)); at += stride);
        if (stride === 4)
          process.stdout.write(`${name}: killed with the server at every fourth of ${at} steps\n`);
      },
      extent({ usual: 600_000, all: 3_600_000 }),
    );

    it('pays by another transaction what was to come out of change that a reorganisation and a replacement undid', async () => {
      await deposit('hal', 8n * coin);
      await mine();
      const first = await queued('hal', coin / 2n);
      await turn();
      const [block] = await bed.mine(1);
      await app.watcher.follow(network);
      await turn();
      const second = await queued('hal', coin / 4n);
      await turn();
      expect(await stands(second)).toBe('broadcast in_flight');
      await bed.node.rpc.call('invalidateblock', block);
      await bed.node.rpc.call('generateblock', bed.fresh().address, []);
      await bed.node.rpc.call('generateblock', bed.fresh().address, []);
      await app.watcher.follow(network);
      await turn();
      expect(await stands(first)).toBe('broadcast in_flight');
      const [{ id } = { id: '' }] = await payoutsOf(first);
      await app.change(`update payouts set waiting_since = now() - interval '61 minutes' where id = '${id}'`);
      await turn();
      expect(await payoutsOf(first)).toHaveLength(2);
      await mine();
      const [dead] = await payoutsOf(second);
      // The replacement of the first is final: what the second would spend can never exist.
      await turn();
      expect(await stands(first)).toBe('completed settled');
      await turn();
      const [{ transactionId } = { transactionId: '' }] = await payoutsOf(second);
      expect(transactionId).not.toBe(dead?.transactionId);
      await mine();
      await turn();
      expect(await stands(second)).toBe('completed settled');
      expect([await received(first), await received(second)]).toEqual([coin / 2n, coin / 4n]);
      expect(await house('in-flight')).toBe(0n);
      const { rows } = await sql`
        select from chain_outputs where network = ${network} and reserved_by is not null and spent_height is null
          and block_height is not null
      `.execute(app.test.database.kysely);
      expect(rows).toEqual([]);
      await expectBooksEqual();
    });

    it('credits nothing of what only looks like money', async () => {
      const { address } = await app.addressOf('eve', network);
      const script = bed.scripts.scriptOf(address);
      const hash = script.subarray(2);
      // Waits, and is replaced by a payment to somebody else before it is mined.
      const [first, second] = [
        await bed.paymentToScripts({ script, amount: coin }),
        await bed.paymentToScripts({ script: bed.scripts.scriptOf(bed.fresh().address), amount: coin / 2n }),
      ];
      expect(await bed.chain.send(first.raw)).toEqual({ outcome: 'accepted' });
      await app.watcher.follow(network);
      expect(await states('eve')).toEqual(['pending']);
      await bed.node.rpc.call('generateblock', bed.fresh().address, [second.raw]);
      await mine();
      expect(await states('eve')).toEqual(['pending']);
      // An output of nothing, our key's hash in scripts of other kinds, and new coins that are too young to be spent.
      const odd = await bed.paymentToScripts(
        { script, amount: 0n },
        { script: Uint8Array.of(0x6a, hash.length, ...hash), amount: 0n },
        { script: Uint8Array.of(0x51, ...script), amount: coin },
        { script: Uint8Array.of(hash.length, ...hash, 0x87), amount: coin },
      );
      await bed.node.rpc.call('generateblock', address, [odd.raw]);
      await mine();
      expect(await states('eve')).toEqual(['pending']);
      expect(await actual('eve')).toBe('0');
      await expectBooksEqual();
    });

    it('makes one output of many small ones while fees are low', async () => {
      await deposit('fay', ...Array.from({ length: 12 }, (_, at) => 200_000n + BigInt(at)));
      await mine();
      const place = await net();
      const policy = { inputsMin: 10, inputsMax: 12, feeRateMax: 50_000n };
      expect(
        await buildConsolidation(app.platform, place, { ...policy, feeRateMax: 9_999n }),
      ).toBeUndefined();
      const custody = await house('custody');
      expect((await buildConsolidation(app.platform, place, policy))?.terms).toMatchObject({
        inputs: { length: 12 },
      });
      await turn();
      await mine();
      await turn();
      const { rows } = await sql<{ status: string; cost: string }>`
        select status, cost::text as cost from payouts where network = ${network} and kind = 'sweep' order by created_at desc
      `.execute(app.test.database.kysely);
      expect(rows[0]?.status).toBe('completed');
      expect(await house('custody')).toBe(custody + BigInt(rows[0]?.cost ?? 0));
      await expectBooksEqual();
    });

    it('sends what is above the ceiling to cold, and brings some back by a PSBT', async () => {
      const cold = await openColdSide(app, network);
      await deposit('gil', 3n * coin);
      await mine();
      const { operator } = cold;
      await operator.call('PUT', `admin/hot-limits/${network}/BTC`, {
        floor: '0',
        target: '1',
        ceiling: '1.5',
      });
      await turn();
      await mine();
      await turn();
      const lying = () => bed.chain.unspent([cold.address]);
      expect(await lying()).toHaveLength(1);
      await operator.call('PUT', `admin/hot-limits/${network}/BTC`, {
        floor: '0',
        target: '1',
        ceiling: null,
      });
      expect(await app.differences()).toEqual([]);
      const taken = await cold.refill('BTC', '0.75');
      expect(taken.body).toMatchObject({ status: 'signed' });
      await runRefills(app.platform);
      expect(await cold.statusOf(taken.body.id)).toBe('broadcast');
      await mine();
      await runRefills(app.platform);
      expect(await cold.statusOf(taken.body.id)).toBe('completed');
      expect(await app.differences()).toEqual([]);
      expect((await lying()).map(({ transactionId }) => transactionId)).toEqual([taken.body.hash]);
    });

    it('stops the coin when a block spends outputs of ours by what we do not know, until a person has said what it paid', async () => {
      const { kysely, pool } = app.test.database;
      await deposit('ivy', 3n * coin);
      await mine();
      const paid = await queued('ivy', coin / 2n);
      await turn();
      const [{ id, transactionId: hash } = { id: '', transactionId: '' }] = await payoutsOf(paid);
      // As a copy of the database has it that was made before.
      await pool.query('alter table withdrawals disable trigger user');
      await pool.query(`update withdrawals set status = 'queued', payout_id = null where id = $1`, [paid.id]);
      await pool.query('alter table withdrawals enable trigger user');
      await pool.query('update chain_outputs set reserved_by = null where reserved_by = $1', [id]);
      await pool.query('delete from payouts where id = $1', [id]);
      await pool.query('delete from chain_sends where transaction_id = $1', [hash]);
      await bed.mine(1);
      // The block is not written down yet: nobody knows what it spends, and nothing is signed.
      await turn();
      expect(await stands(paid)).toBe('queued in_flight');
      await mine();
      const other = await queued('ivy', coin / 4n);
      for (let turns = 0; turns < 2; turns += 1) await turn();
      expect(await stands(paid)).toMatch(/^queued in_flight/);
      expect(await stands(other)).toMatch(/^queued held/);
      const { rows: stops } = await sql<{ coin: string; unknownSend: string }>`
        select coin, unknown_send as "unknownSend" from coin_stops where lifted_at is null
      `.execute(kysely);
      expect(stops).toEqual([{ coin: 'BTC', unknownSend: hash }]);
      const operator = await createOperator(app);
      const said = await operator.call('POST', `admin/withdrawals/${paid.id}/paid`, { hash });
      expect(said.body).toMatchObject({ stage: 'built' });
      await turn();
      expect(await stands(paid)).toBe('completed settled');
      expect(await app.differences()).toEqual([]);
      expect((await operator.call('POST', 'admin/books/stops/BTC/lift')).status).toBe(200);
      await turn();
      await mine();
      await turn();
      expect(await stands(other)).toBe('completed settled');
      expect([await received(paid), await received(other)]).toEqual([coin / 2n, coin / 4n]);
      expect(await app.differences()).toEqual([]);
    });

    it('shows as a difference what was spent behind our back', async () => {
      const available = await listSpendable(app.test.database.kysely, { network });
      const payments = [{ to: bed.fresh().address, coin: 'BTC', amount: 1_000_000n }];
      const terms = selectInputs(
        { payments, available, changePath: { branch: 1, index: 7 } },
        { network: bed.network, feeRate: 10_000n },
      );
      if (!terms.ok) throw new Error('We have nothing.');
      const stolen = signBitcoin(
        { payments, terms: terms.value },
        { keys: testKeys(format), network: bed.network },
      );
      expect(await bed.chain.send(stolen.raw)).toEqual({ outcome: 'accepted' });
      await mine();
      const [line] = await app.differences();
      expect(line?.difference).toBe(-terms.value.inputs.reduce((sum, { amount }) => sum + amount, 0n));
    });
  });
}
