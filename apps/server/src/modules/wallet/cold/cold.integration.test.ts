import {
  AccountKeys,
  accountsOf,
  addressFormats,
  feeOfRefill,
  readRefillFile,
  readSignedRefill,
  seedOf,
  signRefillFile,
} from '@emporion/chains';
import { ColdRefill, HotLimits } from '@emporion/contracts/rest';
import { houseAccount } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { extent } from '#testing/extent.ts';
import { checkBooks } from '../books/check-books.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { dyingProcess } from '../testing/dying-process.ts';
import { createOperator } from '../testing/staff.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { runRefills } from './run-refills.ts';

/** Another mnemonic than the signer's: the cold keys are nobody's here. */
const coldSeed = seedOf(`${'zoo '.repeat(23)}vote`);
const coldAddress = addressFormats.bitcoin.fromPublicKey(
  new AccountKeys(coldSeed, 'bitcoin').publicKey({ branch: 0, index: 0 }),
);

let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  app = await createWalletApp();
  operator = await createOperator(app);
  await app.person('ann');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '3' });
  await app.mine('bitcoin', 3);
  await settled();
});
afterAll(() => app.close());

const turn = async () => {
  await runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, ['bitcoin', 'ethereum']),
    sign: testSigner(app.platform),
  });
  await runRefills(app.platform);
};
/** Until everything that is on its way is final. */
const settled = async () => {
  for (let times = 0; times < 3; times += 1) {
    await turn();
    await app.mine('bitcoin', 3);
  }
  await turn();
};
const check = async () => {
  const network = (await readNetworks(app.platform)).networks.get('bitcoin');
  invariant(network, 'there is one');
  await checkBooks(app.platform, network);
  const { body } = await operator.get('admin/books');
  return body.results.find(({ currency }: { currency: string }) => currency === 'BTC');
};
const refills = async (): Promise<ColdRefill[]> => (await operator.get('admin/cold/refills')).body.results;
const idOf = (signed: string, unsigned: string) => {
  const read = readSignedRefill(signed, readRefillFile(JSON.parse(unsigned)));
  return read.ok ? read.value.id : undefined;
};
const wanted = { network: 'bitcoin', currency: 'BTC', amount: '0.5' };

it('says that there is no cold address while the signer has none', async () => {
  const { status, body } = await operator.call('POST', 'admin/cold/refills', wanted);
  expect([status, body.code]).toEqual([503, 'cold_wallet_unavailable']);
  // Limits would say that what is above goes there, and what is missing comes from there.
  const limits = { floor: '1', target: '2', ceiling: '3' };
  const set = await operator.call('PUT', 'admin/hot-limits/bitcoin/BTC', limits);
  expect([set.status, set.body.code]).toEqual([503, 'cold_wallet_unavailable']);
  expect((await operator.get('admin/hot-limits')).body.results).toEqual([]);
  await sql`update wallet_keys set cold_address = ${coldAddress} where network = 'bitcoin'`.execute(
    app.test.database.kysely,
  );
});

it('sends what is above the ceiling to the cold address, down to the target, and it stays in custody', async () => {
  const path = 'admin/hot-limits/bitcoin/BTC';
  const limits = { floor: '0.5', target: '1', ceiling: '2' };
  for (const [wrong, sentence] of [
    [{ ...limits, floor: '1.1' }, 'The amount is too large. The maximum is 1.'],
    [{ ...limits, ceiling: '1' }, 'The amount is too small. The minimum is 1.00000001.'],
    [{ ...limits, floor: '0.000000001' }, 'Too many decimal places. The maximum is 8.'],
  ] as const)
    expect((await operator.call('PUT', path, wrong)).body.detail).toBe(sentence);
  expect((await operator.call('PUT', 'admin/hot-limits/tron/BTC', limits)).body.code).toBe('network_invalid');
  const set = await operator.call('PUT', path, limits);
  expect(HotLimits.parse(set.body)).toEqual({ network: 'bitcoin', currency: 'BTC', ...limits });
  await settled();
  expect(await check()).toMatchObject({ hot: '1', cold: '1.99998', difference: '0' });
  await settled();
  expect(await check()).toMatchObject({ hot: '1', cold: '1.99998', difference: '0' });
  expect(await refills()).toEqual([]);
});

it('asks for a refill below the floor, and takes it back when it is not needed any more', async () => {
  await operator.call('PUT', 'admin/hot-limits/bitcoin/BTC', { floor: '1.5', target: '1.7', ceiling: null });
  await check();
  await check();
  const [refill, ...others] = await refills();
  expect(others).toEqual([]);
  expect(ColdRefill.parse(refill)).toMatchObject({
    status: 'requested',
    amount: '0.7',
    by: null,
    unsigned: null,
  });
  expect(await app.platform.metrics.registry.metrics()).toContain(
    'wallet_hot_below_floor{network="bitcoin",coin="BTC"} 1',
  );
  await operator.call('PUT', 'admin/hot-limits/bitcoin/BTC', { floor: '0', target: '1.7', ceiling: null });
  await check();
  expect((await refills())[0]).toMatchObject({ status: 'cancelled', reason: 'not_needed' });
});

it('brings coins from cold: made here, signed elsewhere, checked, sent and followed', async () => {
  const costs = () =>
    app.runtime.read(({ ledger }) => ledger.available(houseAccount('network-costs', 'bitcoin'), 'BTC'));
  const before = await costs();
  const tooMuch = await operator.call('POST', 'admin/cold/refills', { ...wanted, amount: '2' });
  expect(tooMuch.body.code).toBe('insufficient_funds');
  const noFee = await operator.call('POST', 'admin/cold/refills', { ...wanted, amount: '1.99998' });
  expect(noFee.body.code).toBe('not_enough_for_fee');
  const made = await operator.call('POST', 'admin/cold/refills', wanted);
  expect(ColdRefill.parse(made.body)).toMatchObject({
    ...{ status: 'exported', amount: '0.5', cold_address: coldAddress, by: operator.id },
  });
  expect((await operator.call('POST', 'admin/cold/refills', wanted)).body.code).toBe('duplicate_transaction');
  const { id, unsigned } = made.body;
  const path = `admin/cold/refills/${id}`;
  const file = readRefillFile(JSON.parse(unsigned));
  const signed = (changed: object = {}) => signRefillFile({ ...file, ...changed }, accountsOf(coldSeed));
  const elsewhere = { to: coldAddress };
  const flipped = signed().replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  for (const wrong of ['00', 'nonsense', signed({ amount: 1n }), signed(elsewhere), flipped])
    expect((await operator.call('POST', `${path}/import`, { signed: wrong })).body.code).toBe(
      'refill_not_as_asked',
    );
  expect(() => signRefillFile({ ...file, from: file.to }, accountsOf(coldSeed))).toThrow('do not have');
  const taken = await operator.call('POST', `${path}/import`, { signed: signed() });
  expect(taken.body).toMatchObject({ status: 'signed', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await operator.call('POST', `${path}/import`, { signed: signed() })).body.code).toBe(
    'refill_not_open',
  );
  await turn();
  expect((await refills())[0]).toMatchObject({ status: 'broadcast' });
  await app.mine('bitcoin');
  await turn();
  expect((await refills())[0]).toMatchObject({ status: 'confirming' });
  expect(await check()).toMatchObject({ hot: '1.5', cold: '1.49997', difference: '0' });
  // A reorganisation takes it back, and the same bytes are sent again.
  await (await app.chain('bitcoin')).reorg({ depth: 1, drop: 'all' });
  await app.watcher.follow('bitcoin');
  await turn();
  expect((await refills())[0]).toMatchObject({ status: 'broadcast' });
  await app.mine('bitcoin', 3);
  await turn();
  await turn();
  expect((await refills())[0]).toMatchObject({ status: 'completed' });
  expect((await costs()) - before).toBe(-1_000n);
  expect(await check()).toMatchObject({ hot: '1.5', cold: '1.49997', difference: '0' });
  expect(await app.deposits('nobody')).toEqual([]);
  const { rows } = await sql`select from deposits where status = 'held'`.execute(app.test.database.kysely);
  expect(rows).toEqual([]);
});

it('of a token that the fee’s coin is missing for says how much of which', async () => {
  const { address } = await openColdSide(app, 'ethereum');
  const to = { address, memo: null };
  await app.pay('ann', { network: 'ethereum', coin: 'USDT', amount: '50', to });
  await app.mine('ethereum');
  const token = { network: 'ethereum', currency: 'USDT', amount: '50' };
  const { body } = await operator.call('POST', 'admin/cold/refills', token);
  expect(body).toMatchObject({
    code: 'not_enough_for_fee',
    detail: expect.stringMatching(
      /^The cold wallet holds too little ETH to pay the network fee. Send at least 0\.0+1 ETH to its address first\.$/,
    ),
  });
});

it('that one signs and another calls off at once is one of the two, and nothing says the other', async () => {
  const { kysely, pool } = app.test.database;
  const second = await createOperator(app, 'operator-two');
  const { body: made } = await operator.call('POST', 'admin/cold/refills', wanted);
  const signed = signRefillFile(readRefillFile(JSON.parse(made.unsigned)), accountsOf(coldSeed));
  // Both have seen it open, and wait for its row.
  const asked = await kysely.transaction().execute(async (transaction) => {
    await sql`select from cold_refills where id = ${made.id} for update`.execute(transaction);
    const calls = [
      operator.call('POST', `admin/cold/refills/${made.id}/import`, { signed }),
      second.call('POST', `admin/cold/refills/${made.id}/cancel`),
    ];
    const atLocks =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(atLocks)).rowCount).toBe(2);
    return { calls };
  });
  const [imported, cancelled] = await Promise.all(asked.calls);
  const isSigned = imported?.status === 200;
  expect([imported?.status, cancelled?.status]).toEqual(isSigned ? [200, 409] : [409, 200]);
  const { rows: events } = await sql<{ event: string }>`
    select event from security_events where details ->> 'refill' = ${made.id}
  `.execute(kysely);
  expect(events.map(({ event }) => event)).toEqual([isSigned ? 'refill_signed' : 'refill_cancelled']);
  const { rows: sends } = await sql<{ kind: string }>`
    select kind from chain_sends where transaction_id = ${idOf(signed, made.unsigned)}
  `.execute(kysely);
  expect(sends).toHaveLength(isSigned ? 1 : 0);
  await settled();
});

it('is called off by an operator while it is unsigned, and refused to everybody else', async () => {
  const made = await operator.call('POST', 'admin/cold/refills', wanted);
  const path = `admin/cold/refills/${made.body.id}`;
  expect((await operator.call('POST', `${path}/export`)).body).toMatchObject({ status: 'exported' });
  expect(
    (await app.call({ method: 'POST', path: `${path}/cancel`, as: 'ann', body: { reason: 'mine' } })).status,
  ).toBe(404);
  expect((await operator.call('POST', `${path}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  expect((await operator.call('POST', `${path}/cancel`)).body.code).toBe('refill_not_open');
  const { rows } = await sql<{ event: string }>`
    select distinct event from security_events where event like 'refill%' or event = 'hot_limits_set' order by event
  `.execute(app.test.database.kysely);
  expect(rows.map(({ event }) => event)).toEqual([
    ...['hot_limits_set', 'refill_cancelled', 'refill_exported', 'refill_signed'],
  ]);
});

/** Signed where the cold keys are, and brought back. */
const bring = (id: string, unsigned: string) => {
  const signed = signRefillFile(readRefillFile(JSON.parse(unsigned)), accountsOf(coldSeed));
  return operator.call('POST', `admin/cold/refills/${id}/import`, { signed });
};
const feeIn = (unsigned: string) => feeOfRefill(readRefillFile(JSON.parse(unsigned)));
const shown = async (id: string) => (await refills()).find((refill) => refill.id === id);

it('that no block takes is made again at a higher fee, and whichever is mined counts', async () => {
  const chain = await app.chain('bitcoin');
  const { body: made } = await operator.call('POST', 'admin/cold/refills', { ...wanted, amount: '0.1' });
  const { body: first } = await bring(made.id, made.unsigned);
  await turn();
  expect(await shown(made.id)).toMatchObject({ status: 'broadcast', replacing: false });
  const path = `admin/cold/refills/${made.id}`;
  const { body: again } = await operator.call('POST', `${path}/export`);
  expect(ColdRefill.parse(again)).toMatchObject({ status: 'broadcast', replacing: true, hash: first.hash });
  expect(feeIn(again.unsigned)).toBeGreaterThan(feeIn(made.unsigned));
  // The first one is not what was asked for now; and it is followed all the while.
  expect((await bring(made.id, made.unsigned)).body.code).toBe('refill_not_as_asked');
  const { body: second } = await bring(made.id, again.unsigned);
  expect(second).toMatchObject({ status: 'signed', replacing: false });
  expect(second.hash).not.toBe(first.hash);
  await turn();
  expect(await chain.stateOf(first.hash)).toEqual({ state: 'unknown' });
  await app.mine('bitcoin');
  await turn();
  expect(await shown(made.id)).toMatchObject({ status: 'confirming', hash: second.hash });
  expect((await operator.call('POST', `${path}/export`)).body.code).toBe('refill_not_open');
  // The block goes, and the cheaper one is mined after all.
  await chain.reorg({ depth: 1, drop: 'all' });
  const { rows } = await sql<{ raw: string }>`
    select raw from cold_refill_transactions where transaction_id = ${first.hash}
  `.execute(app.test.database.kysely);
  await chain.send(rows[0]?.raw ?? '');
  await app.mine('bitcoin');
  await app.watcher.follow('bitcoin');
  await turn();
  await settled();
  expect(await shown(made.id)).toMatchObject({ status: 'completed', hash: first.hash });
  expect(await check()).toMatchObject({ difference: '0' });
});

it('is brought once and booked once, wherever the process is killed', async () => {
  const costs = () =>
    app.runtime.read(({ ledger }) => ledger.available(houseAccount('network-costs', 'bitcoin'), 'BTC'));
  const stride = extent({ usual: 13, all: 1 });
  // Another step each time, so that in the long run all of them have their turn.
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * stride));
  for (let at = 1 + seed, wasOver = false; !wasOver; at += stride) {
    const before = await costs();
    const { body } = await operator.call('POST', 'admin/cold/refills', { ...wanted, amount: '0.001' });
    await bring(body.id, body.unsigned);
    const { platform, isOver } = dyingProcess(app.platform, at);
    for (const blocks of [1, 2, 0]) {
      await runRefills(platform).catch(() => undefined);
      if (blocks > 0) await app.mine('bitcoin', blocks);
    }
    wasOver = isOver();
    for (let turns = 0; turns < 2; turns += 1) {
      await runRefills(app.platform);
      await app.mine('bitcoin', 3);
    }
    await runRefills(app.platform);
    expect((await shown(body.id))?.status, `killed at step ${at}`).toBe('completed');
    expect(await costs(), `killed at step ${at}`).toBe(before - 1_000n);
  }
  expect(await check()).toMatchObject({ difference: '0' });
});
