import { addressFormats, ChainUnavailable } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { askSweep } from '../sweeps/sweep-requests.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { advancePayout } from './advance-payout.ts';
import { listDueNetworks } from './due-networks.ts';
import type { Sign } from './payout-network.ts';
import { payoutNetworks } from './payout-networks.ts';
import { runPayouts } from './run-payouts.ts';
import { ChangedMeanwhile, listAtWork } from './store.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const origin = { address: '203.0.113.7', device: 'Firefox on Linux' };
/** An address that is nobody's here. */
const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 100 + index }));

let counter = 0;
async function queued(
  name: string,
  amount: string,
  status: 'queued' | 'held' = 'queued',
): Promise<Withdrawal> {
  const { kysely } = app.test.database;
  counter += 1;
  await app.person(name);
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId(name), clientId: `w${counter}`, coin: 'BTC', network: 'bitcoin', memo: null },
    ...{ address: outside(counter), amount, fee: '0.0001', value: null, recipient: null, isNewDevice: false },
    ...{ origin, now: app.platform.clock.now() },
  });
  if (!written) throw new Error('not written');
  const held = await book(app.platform, written);
  if (held.status !== 'requested') return held;
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  if (!confirmed) throw new Error('not confirmed');
  return (await changeWithdrawal(kysely, confirmed, { status })) ?? confirmed;
}

/** The signer is asked again in the next turn for what it refused for today. */
const retryAtOnce = () => app.change('update withdrawal_policy set signer_retry_seconds = 0');
const turn = async (sign: Sign = testSigner(app.platform)) =>
  runPayouts(app.platform, { networks: await payoutNetworks(app.platform, ['bitcoin']), sign });
const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};
const changeQueued = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && changeWithdrawal(app.test.database.kysely, found, { status: 'queued', payoutId: null });
};
const onChain = async (address: string) => {
  const chain = await app.chain('bitcoin');
  return chain.balance([address], { contract: undefined, height: (await chain.tip()).height });
};
const house = (kind: 'custody' | 'in-flight' | 'network-costs') =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, 'bitcoin'), 'BTC'));
/** Deposits that were credited, and from there swept to the hot address. */
async function fill(name: string, amount: string): Promise<void> {
  await app.pay(name, { network: 'bitcoin', coin: 'BTC', amount });
  await app.mine('bitcoin', 3);
  await turn();
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
}

it('goes out, is final, and the books say what the chain says', async () => {
  await fill('ann', '1');
  const custody = await house('custody');
  const costs = await house('network-costs');
  const withdrawal = await queued('ann', '0.4');
  expect((await app.balance('ann')).BTC?.actual).toBe('0.5999');
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  expect(await house('in-flight')).toBe(40_000_000n);
  await app.mine('bitcoin');
  await turn();
  expect(await stands(withdrawal)).toBe('confirming in_flight');
  await app.mine('bitcoin', 2);
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(40_000_000n);
  expect(await house('in-flight')).toBe(0n);
  expect((await house('custody')) - custody).toBe(40_001_000n);
  expect((await house('network-costs')) - costs).toBe(-1_000n);
  await turn();
  expect(await onChain(withdrawal.address)).toBe(40_000_000n);
});

it('is paid together with others of its turn, in one transaction', async () => {
  await fill('bea', '1');
  const some = [await queued('bea', '0.1'), await queued('bea', '0.2'), await queued('bea', '0.3')];
  await turn();
  const { rows } = await sql<{ count: number }>`
    select count(distinct payout_id)::int as count from withdrawals where id = any (${some.map(({ id }) => id)})
  `.execute(app.test.database.kysely);
  expect(rows[0]?.count).toBe(1);
  await app.mine('bitcoin', 3);
  await turn();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
});

it('waits for funds, and goes out when there are some', async () => {
  await app.fund('poor', 'BTC', '50');
  const withdrawal = await queued('poor', '40');
  await turn();
  expect(await stands(withdrawal)).toBe('queued held (funds)');
  await fill('rich', '45');
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await app.mine('bitcoin', 3);
  await turn();
});

it('waits for a signer that is away, whose day is spent, and for a node that is away; then it goes out once', async () => {
  await fill('cid', '1');
  const withdrawal = await queued('cid', '0.5');
  await turn(async () => {
    throw new Error('away');
  });
  expect(await stands(withdrawal)).toBe('built in_flight');
  await turn(async () => ({ signed: false, refusal: 'day_spent', reason: '' }));
  expect(await stands(withdrawal)).toBe('queued in_flight (signer_day)');
  await retryAtOnce();
  const chain = await app.chain('bitcoin');
  let signed = 0;
  const real = testSigner(app.platform);
  const counting: Sign = async (request) => {
    signed += 1;
    const answer = await real(request);
    await chain.setAway(true);
    return answer;
  };
  await turn(counting);
  expect(await stands(withdrawal)).toBe('signed in_flight');
  await expect(chain.tip()).rejects.toThrow(ChainUnavailable);
  await chain.setAway(false);
  await turn(counting);
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  expect(signed).toBe(1);
  await app.mine('bitcoin', 3);
  await turn();
  expect(await onChain(withdrawal.address)).toBe(50_000_000n);
});

it('gives the money back when the signer refuses for good, and its number goes to the next one', async () => {
  await fill('dan', '1');
  const refused = await queued('dan', '0.5');
  await turn(async () => ({ signed: false, refusal: 'bad_address', reason: 'no such address' }));
  expect(await stands(refused)).toBe('failed returned');
  expect((await app.balance('dan')).BTC?.actual).toBe('1');
  const next = await queued('dan', '0.5');
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
  expect(await stands(next)).toBe('completed settled');
});

it('stays behind when its account is switched off before it leaves, and the others of its turn go', async () => {
  await fill('eve', '1');
  const stopped = await queued('eve', '0.25');
  const other = await queued('ann', '0.1');
  const key = 'eve-off';
  await app.runtime.execute({ kind: 'ChangeAccount', key, account: userId('eve'), withdrawalEnabled: false });
  await turn();
  expect(await stands(stopped)).toBe('held held');
  expect(await stands(other)).toBe('broadcast in_flight');
  await app.mine('bitcoin', 3);
  await turn();
  expect(await stands(other)).toBe('completed settled');
});

it('that a reorganisation took back is sent again, the same bytes, and arrives once', async () => {
  await fill('fay', '1');
  const withdrawal = await queued('fay', '0.5');
  await turn();
  await app.mine('bitcoin');
  await turn();
  expect(await stands(withdrawal)).toBe('confirming in_flight');
  await (await app.chain('bitcoin')).reorg({ depth: 1, drop: 'all' });
  await turn();
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await app.mine('bitcoin', 3);
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(50_000_000n);
});

it('is not put back into the queue by a server that knows it as built only, after another has sent it', async () => {
  await fill('jon', '1');
  const withdrawal = await queued('jon', '0.5');
  await turn(() => Promise.reject(new Error('away')));
  const [stale] = await listAtWork(app.test.database.kysely, 'bitcoin');
  expect(stale?.status).toBe('built');
  await turn();
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  // The other server has learnt that the coin is stopped, or that the signer's day is spent, and comes to the payout in its list.
  const [net] = await payoutNetworks(app.platform, ['bitcoin']);
  if (!net || !stale) throw new Error('nothing to do');
  const stopped = new Map([...net.coins].map(([coin, asset]) => [coin, { ...asset, isStopped: true }]));
  const sign = testSigner(app.platform);
  const refusing: Sign = async () => ({ signed: false, refusal: 'day_spent', reason: '' });
  const hopeless: Sign = async () => ({ signed: false, refusal: 'bad_address', reason: '' });
  const unasked = { ...stale, waitsFor: null, askedAt: null };
  for (const tools of [
    { net: { ...net, coins: stopped }, sign },
    { net, sign: refusing },
    { net, sign: hopeless },
  ])
    await expect(advancePayout({ platform: app.platform, ...tools }, unasked)).rejects.toThrow(
      ChangedMeanwhile,
    );
  expect(await stands(withdrawal)).toBe('broadcast in_flight');
  await expect(changeQueued(withdrawal)).rejects.toThrow('cannot go from broadcast to queued');
  await app.mine('bitcoin', 3);
  await turn();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(50_000_000n);
});

it('keeps no other from being built while a person must look at it, whose call-off gives it back', async () => {
  await fill('kay', '2');
  const first = await queued('kay', '0.5');
  const real = testSigner(app.platform);
  const knowsOtherwise: Sign = (request) =>
    request.payments.some(({ to }) => to === first.address)
      ? Promise.resolve({ signed: false, refusal: 'id_reused', reason: '' })
      : real(request);
  await turn(knowsOtherwise);
  expect(await stands(first)).toBe('built in_flight');
  const second = await queued('kay', '0.1');
  await turn(knowsOtherwise);
  expect(await stands(second)).toBe('signed in_flight');
  await retryAtOnce();
  const decision = { id: first.id, operatorId: userId('operator'), reason: 'nothing of it was paid' };
  await callOffAny(app.test.database.kysely, decision);
  for (let turns = 0; turns < 3; turns += 1) {
    await turn(knowsOtherwise);
    await app.mine('bitcoin', 3);
  }
  await turn(knowsOtherwise);
  expect(await stands(first)).toBe('failed returned');
  expect(await stands(second)).toBe('completed settled');
  expect(await onChain(first.address)).toBe(0n);
  expect(await house('in-flight')).toBe(0n);
  expect(await app.differences()).toEqual([]);
});

it('ends its turn before the next payout when the server stops, and takes the rest up later', async () => {
  const names = ['gus', 'hal', 'ivy'];
  for (const name of names) {
    await app.person(name);
    await app.pay(name, { network: 'bitcoin', coin: 'BTC', amount: '1' });
  }
  await app.mine('bitcoin', 3);
  const stopping = new AbortController();
  let signed = 0;
  const counting: Sign = (request) => {
    signed += 1;
    stopping.abort();
    return testSigner(app.platform)(request);
  };
  const networks = await payoutNetworks(app.platform);
  await runPayouts(app.platform, { networks, sign: counting, signal: stopping.signal });
  expect(signed).toBe(1);
  await runPayouts(app.platform, { networks, sign: counting });
  expect(signed).toBe(names.length);
});

it('does not pay again what was paid after the copy that the database was brought back from', async () => {
  await fill('rod', '3');
  const withdrawal = await queued('rod', '1');
  const { pool } = app.test.database;
  await turn();
  await app.mine('bitcoin');
  expect(await onChain(withdrawal.address)).toBe(100_000_000n);
  // As the older copy has it: queued, and no payout.
  const { rows } = await pool.query<{ id: string }>('select payout_id as id from withdrawals where id = $1', [
    withdrawal.id,
  ]);
  await pool.query('alter table withdrawals disable trigger user');
  await pool.query(`update withdrawals set status = 'queued', payout_id = null where id = $1`, [
    withdrawal.id,
  ]);
  await pool.query('alter table withdrawals enable trigger user');
  const bytes = await pool.query('delete from payouts where id = $1 returning transaction_id', [rows[0]?.id]);
  await turn();
  await turn();
  await app.mine('bitcoin', 3);
  expect(await onChain(withdrawal.address)).toBe(100_000_000n);
  expect(await stands(withdrawal)).toMatch(/^queued in_flight/);
  expect(bytes.rowCount).toBe(1);
  const stopped = await pool.query('select coin, unknown_send from coin_stops where lifted_at is null');
  expect(stopped.rows).toMatchObject([{ coin: 'BTC', unknown_send: expect.stringMatching(/ \d+$/) }]);
  // An operator has looked, and says that all the others may go out.
  const other = await queued('rod', '0.5');
  await app.change(`
    update coin_stops set lifted_at = now(), lifted_by = '${userId('rod')}', reason = 'looked up';
    update withdrawals set status = 'held', hold_reason = 'policy' where id = '${withdrawal.id}'
  `);
  await turn();
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
  expect(await stands(other)).toBe('completed settled');
});

it('is looked for where one is queued or a sweep was asked for, and on no other network', async () => {
  const { kysely } = app.test.database;
  await fill('nora', '1');
  await queued('nora', '0.1');
  expect(await listDueNetworks(kysely)).toEqual(['bitcoin']);
  await askSweep(kysely, { network: 'ethereum', by: userId('nora'), now: app.platform.clock.now() });
  expect((await listDueNetworks(kysely)).toSorted()).toEqual(['bitcoin', 'ethereum']);
});
