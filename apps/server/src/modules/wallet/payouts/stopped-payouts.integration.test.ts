import { SignerUnavailable } from '@emporion/chains/signer-client';
import { ReviewedWithdrawal } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freezePayouts } from '#modules/identity/index.ts';
import { userId } from '#testing/trading-app.ts';
import { type PayoutBed, payoutBed } from '../testing/payout-bed.ts';
import { createOperator } from '../testing/staff.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { callOffAllOf } from '../withdrawals/call-off.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { advancePayout } from './advance-payout.ts';
import { buildPayout } from './build-payout.ts';
import type { Payout } from './payout.ts';
import type { Sign } from './payout-network.ts';
import { restPayouts } from './payout-rest.ts';
import { listAtWork } from './store.ts';

// What stops a payout between the queue and the signer, and what becomes of one that the signer may have signed.
let app: WalletApp;
let bed: PayoutBed;
beforeAll(async () => {
  app = await createWalletApp();
  bed = payoutBed(app, 'bitcoin');
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  for (const name of ['ann', 'ben']) {
    await app.person(name);
    await app.pay(name, { network: 'bitcoin', coin: 'BTC', amount: '20' });
  }
  await app.mine('bitcoin', 3);
  for (let times = 0; times < 2; times += 1) {
    await bed.turn();
    await app.mine('bitcoin', 3);
  }
  await bed.turn();
});
beforeEach(async () => {
  await sql`update users set payouts_frozen_until = null, frozen_at = null`.execute(app.test.database.kysely);
});
afterAll(() => app.close());

const btc = (amount: string) => ({ coin: 'BTC', amount });
const free = async (name: string) => (await app.balance(name)).BTC?.actual;
const settle = async () => {
  for (let times = 0; times < 2; times += 1) {
    await bed.turn();
    await app.mine('bitcoin', 3);
  }
  await bed.turn();
};
const freeze = (name: string) => freezePayouts(app.test.database.kysely, app.platform, userId(name));
/** As "this was not me" does. */
const disown = async (name: string) => {
  await freeze(name);
  await callOffAllOf(app.platform, { userId: userId(name), reason: 'frozen' });
};
/** Signs, and its answer is lost. */
const losing: Sign = async (request) => {
  await testSigner(app.platform)(request);
  throw new Error('cut off');
};
/** Built, all its money in flight, and the signer not asked. */
async function build(): Promise<Payout> {
  const net = await bed.net();
  const building = await buildPayout(app.platform, net);
  if (!building) throw new Error('nothing was built');
  const built = await advancePayout({ platform: app.platform, net, sign: losing }, building);
  if (built?.status !== 'built') throw new Error('it was not built');
  return built;
}

it('that is built is called off when its owner says that it was not them, and the others of its transaction go out', async () => {
  const before = await free('ann');
  const stolen = await bed.queued('ann', btc('1'));
  const other = await bed.queued('ben', btc('0.5'));
  await build();
  await disown('ann');
  expect(await bed.stands(stolen)).toBe('cancelled returned');
  await settle();
  expect(await bed.stands(other)).toBe('completed settled');
  expect(await bed.stands(stolen)).toBe('cancelled returned');
  expect(await free('ann')).toBe(before);
  expect(await bed.balanceOf(stolen.address)).toBe(0n);
  expect(await app.differences()).toEqual([]);
});

it('of which the exchange is just being told is called off as well', async () => {
  const before = await free('ann');
  const stolen = await bed.queued('ann', btc('1'));
  const other = await bed.queued('ben', btc('0.5'));
  await buildPayout(app.platform, await bed.net());
  await disown('ann');
  expect(await bed.stands(stolen)).toBe('cancelled returned');
  await settle();
  expect(await bed.stands(other)).toBe('completed settled');
  expect(await free('ann')).toBe(before);
  expect(await app.differences()).toEqual([]);
});

it('that is built when its owner’s payouts are frozen waits in the queue, and goes out when they are free', async () => {
  const frozen = await bed.queued('ann', btc('1'));
  const other = await bed.queued('ben', btc('0.5'));
  await build();
  await freeze('ann');
  await settle();
  expect(await bed.stands(frozen)).toBe('queued in_flight (payouts_frozen)');
  expect(await bed.stands(other)).toBe('completed settled');
  await sql`update users set payouts_frozen_until = null`.execute(app.test.database.kysely);
  await settle();
  expect(await bed.stands(frozen)).toBe('completed settled');
});

it('that is built when payouts rest goes back to the queue with all others, and goes out when the rest is over', async () => {
  const waiting = await bed.queued('ann', btc('1'));
  const net = await bed.net();
  await build();
  const rest = { cause: 'recovery_begun', userId: userId('ann') } as const;
  const { kysely } = app.test.database;
  await restPayouts(kysely, app.platform, rest);
  // A turn that began before the rest asks the signer for nothing either.
  const [built] = await listAtWork(kysely, 'bitcoin');
  if (!built) throw new Error('nothing is at work');
  const asked: unknown[] = [];
  const sign: Sign = async (request) => {
    asked.push(request);
    return testSigner(app.platform)(request);
  };
  await advancePayout({ platform: app.platform, net, sign }, built);
  expect(asked).toEqual([]);
  const other = await bed.queued('ben', btc('0.5'));
  await settle();
  expect(await bed.stands(waiting)).toBe('queued in_flight (coin_stopped)');
  expect(await bed.stands(other)).toBe('queued held (coin_stopped)');
  await sql`delete from payout_rests`.execute(kysely);
  await settle();
  expect(await bed.stands(waiting)).toBe('completed settled');
  expect(await bed.stands(other)).toBe('completed settled');
});

it('that is built when its owner freezes the account is held', async () => {
  const held = await bed.queued('ben', btc('1'));
  await build();
  await sql`update users set frozen_at = now() where id = ${userId('ben')}`.execute(app.test.database.kysely);
  await settle();
  expect(await bed.stands(held)).toBe('held in_flight');
});

it('that the signer may have signed is called off by using up its number, and nobody is paid', async () => {
  const before = await free('ann');
  const stolen = await bed.queued('ann', btc('1'));
  await bed.turn(losing);
  expect(await bed.stands(stolen)).toBe('built in_flight');
  await freeze('ann');
  await bed.turn();
  expect(await bed.stands(stolen)).toBe('built in_flight');
  const other = await bed.queued('ben', btc('0.5'));
  await disown('ann');
  await settle();
  await settle();
  expect(await bed.stands(stolen)).toBe('failed returned');
  expect(await free('ann')).toBe(before);
  expect(await bed.balanceOf(stolen.address)).toBe(0n);
  expect(await bed.stands(other)).toBe('completed settled');
  expect(await listAtWork(app.test.database.kysely, 'bitcoin')).toEqual([]);
  expect(await app.differences()).toEqual([]);
});

const stop = (coin: string) =>
  app.change(`
    insert into unknown_sends (network, name, stopped_at) values ('bitcoin', 'a test', now()) on conflict do nothing;
    insert into coin_stops (coin, network, unknown_send) values ('${coin}', 'bitcoin', 'a test')
  `);
const lift = () =>
  app.change(
    `update coin_stops set lifted_at = now(), lifted_by = '${userId('ann')}', reason = 'looked up' where lifted_at is null`,
  );

it('of which the signer’s answer was lost waits through a stop of its coin, and is paid by the bytes that were lost', async () => {
  const asked: string[] = [];
  const listening: Sign = (request) => {
    asked.push(request.id);
    return testSigner(app.platform)(request);
  };
  const withdrawal = await bed.queued('ann', btc('1'));
  await bed.turn(losing);
  const [first] = await bed.payoutsOf(withdrawal);
  await stop('BTC');
  for (let turns = 0; turns < 2; turns += 1) await bed.turn(listening);
  expect(asked).toEqual([]);
  expect(await bed.stands(withdrawal)).toBe('built in_flight');
  await lift();
  await bed.turn(listening);
  expect(asked).toEqual([first?.id]);
  expect(await bed.payoutsOf(withdrawal)).toMatchObject([
    { id: first?.id, nonce: first?.nonce, status: 'broadcast' },
  ]);
  await settle();
  expect(await bed.stands(withdrawal)).toBe('completed settled');
  expect(await bed.balanceOf(withdrawal.address)).toBe(100_000_000n);
  expect(await app.differences()).toEqual([]);
});

it('that the signer was never reached for goes back into the queue when its coin is stopped', async () => {
  const withdrawal = await bed.queued('ann', btc('1'));
  await bed.turn(() => Promise.reject(new SignerUnavailable('away', { wasAsked: false })));
  expect(await bed.stands(withdrawal)).toBe('built in_flight');
  await stop('BTC');
  await bed.turn();
  expect(await bed.stands(withdrawal)).toBe('queued in_flight (coin_stopped)');
  await lift();
  await settle();
  expect(await bed.stands(withdrawal)).toBe('completed settled');
});

it('that was asked for before is not given back by a signer that did not read the question', async () => {
  const withdrawal = await bed.queued('ann', btc('1'));
  await bed.turn(losing);
  await bed.turn(async () => ({ signed: false, refusal: 'unknown_network', reason: '' }));
  expect(await bed.stands(withdrawal)).toBe('built in_flight');
  expect(await bed.payoutsOf(withdrawal)).toMatchObject([{ waitsFor: 'review' }]);
  await settle();
  expect(await bed.stands(withdrawal)).toBe('completed settled');
  expect(await bed.balanceOf(withdrawal.address)).toBe(100_000_000n);
});

it('that the signer has paid otherwise is held for a person, and the others of its transaction go out', async () => {
  const { pool } = app.test.database;
  const inFlight = await bed.house('in-flight', 'BTC');
  const paid = await bed.queued('ann', btc('1'));
  await bed.turn();
  await app.mine('bitcoin', 3);
  expect(await bed.balanceOf(paid.address)).toBe(100_000_000n);
  // As an older copy of the database has it: queued, and no payout. Somebody has lifted the stop without looking.
  await pool.query('alter table withdrawals disable trigger user');
  const [payout] = await bed.payoutsOf(paid);
  await pool.query(
    `update withdrawals set status = 'queued', books = 'in_flight', payout_id = null where id = $1`,
    [paid.id],
  );
  await pool.query('alter table withdrawals enable trigger user');
  const { rows } = await pool.query<{ hash: string }>(
    'delete from payouts where id = $1 returning transaction_id as hash',
    [payout?.id],
  );
  const other = await bed.queued('ben', btc('0.5'));
  await bed.turn();
  await lift();
  await settle();
  expect(await bed.stands(paid)).toBe('held in_flight');
  expect(await bed.stands(other)).toBe('completed settled');
  expect(await bed.balanceOf(paid.address)).toBe(100_000_000n);
  // Who looks it up on the chain says so.
  const operator = await createOperator(app);
  const say = async (withdrawal: Withdrawal, hash: string) =>
    (await operator.call('POST', `admin/withdrawals/${withdrawal.id}/paid`, { hash })).body;
  const hash = rows[0]?.hash ?? '';
  expect(await say(paid, 'ab'.repeat(32))).toMatchObject({ code: 'payment_not_found' });
  const [sent] = await bed.payoutsOf(other);
  expect(await say(paid, sent?.hash ?? '')).toMatchObject({ code: 'payment_not_found' });
  expect(await say(other, sent?.hash ?? '')).toMatchObject({ code: 'duplicate_transaction' });
  // Somebody else has sent the same there: that is no payment of ours.
  const { address, memo } = paid;
  const gift = await app.pay('ann', { network: 'bitcoin', ...btc('1'), to: { address, memo } });
  await app.mine('bitcoin', 3);
  expect(await say(paid, gift)).toMatchObject({ code: 'payment_not_ours' });
  await app.fund('operator', 'BTC', '1');
  const own = await bed.queued('operator', btc('0.5'));
  expect(await say(own, 'ab'.repeat(32))).toMatchObject({ code: 'own_withdrawal' });
  await settle();
  await pool.query('delete from chain_sends where transaction_id = $1', [hash]);
  expect(await say(paid, hash)).toMatchObject({ stage: 'built' });
  await bed.turn();
  expect(await bed.stands(paid)).toBe('completed settled');
  expect(await bed.payoutsOf(paid)).toMatchObject([{ status: 'completed', hash }]);
  expect(await say(paid, hash)).toMatchObject({ code: 'duplicate_transaction' });
  expect(await bed.house('in-flight', 'BTC')).toBe(inFlight);
  expect(await app.differences()).toEqual([]);
});

it('of which nothing has left is called off by an operator at once, whatever it waits for', async () => {
  const operator = await createOperator(app);
  const callOff = async ({ id }: { id: string }) =>
    (await operator.call('POST', `admin/withdrawals/${id}/call-off`)).body;
  await app.person('big');
  await app.fund('big', 'BTC', '100');
  const waiting = await bed.queued('big', btc('90'));
  await bed.turn();
  expect(await bed.stands(waiting)).toBe('queued held (funds)');
  expect(ReviewedWithdrawal.parse(await callOff(waiting))).toMatchObject({
    ...{ stage: 'rejected', status: 'cancelled', called_off: false },
    decision: { approved: false, reason: 'looked into it' },
  });
  expect(await bed.stands(waiting)).toBe('rejected released');
  expect(await free('big')).toBe('100');
  expect(await callOff(waiting)).toMatchObject({ code: 'withdrawal_already_cancelled' });

  const before = await free('ann');
  const built = await bed.queued('ann', btc('1'));
  await build();
  expect(await callOff(built)).toMatchObject({ stage: 'rejected' });
  await bed.turn();
  expect(await bed.stands(built)).toBe('rejected returned');
  expect(await free('ann')).toBe(before);

  const asked = await bed.queued('ann', btc('1'));
  await bed.turn(losing);
  expect(await callOff(asked)).toMatchObject({ stage: 'built', called_off: true });
  await settle();
  await settle();
  expect(await bed.stands(asked)).toBe('failed returned');
  expect(await free('ann')).toBe(before);
  expect(await callOff(asked)).toMatchObject({ code: 'withdrawal_already_sent' });
  await app.fund('operator', 'BTC', '1');
  const own = await bed.queued('operator', btc('0.5'));
  expect(await callOff(own)).toMatchObject({ code: 'own_withdrawal' });
});

it('that the signer knows otherwise is settled by whoever finds what has paid it, unless that pays them too', async () => {
  const [own, second] = [await createOperator(app), await createOperator(app, 'operator-two')];
  await settle();
  const [theirs, ours] = [await bed.queued('ann', btc('1')), await bed.queued('operator', btc('0.3'))];
  const lost: { transactionId: string; raw: string }[] = [];
  await bed.turn(async (request) => {
    const answer = await testSigner(app.platform)(request);
    if (answer.signed) lost.push(answer);
    throw new Error('cut off');
  });
  const knowsOtherwise: Sign = async () => ({ signed: false, refusal: 'id_reused', reason: '' });
  await bed.turn(knowsOtherwise);
  expect(await bed.payoutsOf(theirs)).toMatchObject([{ status: 'built', waitsFor: 'review' }]);
  const [{ transactionId: hash, raw } = { transactionId: '', raw: '' }] = lost;
  await (await app.chain('bitcoin')).send(raw);
  await app.mine('bitcoin');
  const say = async (operator: typeof own) =>
    (await operator.call('POST', `admin/withdrawals/${theirs.id}/paid`, { hash })).body;
  expect(await say(second)).toMatchObject({ code: 'payment_not_final' });
  await app.mine('bitcoin', 2);
  expect(await say(own)).toMatchObject({ code: 'own_withdrawal' });
  expect(await say(second)).toMatchObject({ stage: 'built' });
  for (let turns = 0; turns < 2; turns += 1) {
    await bed.turn(knowsOtherwise);
    await lift();
  }
  for (const withdrawal of [theirs, ours]) expect(await bed.stands(withdrawal)).toBe('completed settled');
  expect(await bed.payoutsOf(theirs)).toMatchObject([{ status: 'completed', hash }]);
  expect(await listAtWork(app.test.database.kysely, 'bitcoin')).toEqual([]);
  expect(await app.differences()).toEqual([]);
  const { rows } = await sql<{ actor: string; withdrawal: string }>`
    select actor_id as actor, details ->> 'withdrawal' as withdrawal from security_events
    where event = 'withdrawal_paid' and details ->> 'hash' = ${hash}
  `.execute(app.test.database.kysely);
  expect(rows.map(({ withdrawal }) => withdrawal).sort()).toEqual([theirs.id, ours.id].sort());
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([second.id]));
});
