import { randomUUID } from 'node:crypto';
import { addressFormats, type SigningRequest } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { callOff } from '../withdrawals/call-off.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { payoutNetworks } from './payout-networks.ts';
import { runPayouts } from './run-payouts.ts';
import { insertPayout } from './store.ts';
import { callOffPayout } from './stuck-payouts.ts';

// What is stuck, refused or called off, on a chain where a higher fee takes the place of a lower one.
let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
  await app.person('ann');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '50' });
  await app.mine('bitcoin', 3);
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
});
beforeEach(async () => {
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  await bumpAfter(30);
});
afterAll(() => app.close());

const bumpAfter = (minutes: number) => app.change(`update blockchains set bump_after_minutes = ${minutes}`);
/** Of two networks alone: every further one is a handful of questions that change nothing. */
const networks = () => payoutNetworks(app.platform, ['bitcoin', 'ethereum']);
const turn = async (sign: Sign = testSigner(app.platform)) =>
  runPayouts(app.platform, { networks: await networks(), sign });
const turnWithBump = async () => {
  await bumpAfter(0);
  await turn();
  await bumpAfter(30);
};
const bitcoin = async (): Promise<PayoutNetwork> => {
  const net = (await networks()).find(({ network }) => network === 'bitcoin');
  if (!net) throw new Error('no network');
  return net;
};

let counter = 0;
async function queued(amount: string): Promise<Withdrawal> {
  const { kysely } = app.test.database;
  counter += 1;
  const path = { branch: 1, index: 500 + counter } as const;
  const address = addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey(path));
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId('ann'), clientId: `r${counter}`, coin: 'BTC', network: 'bitcoin', memo: null },
    ...{ address, amount },
    ...{ fee: '0', value: null, recipient: null, isNewDevice: false, now: app.platform.clock.now() },
    origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
  });
  if (!written) throw new Error('not written');
  const held = await book(app.platform, written);
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  const ready = confirmed && (await changeWithdrawal(kysely, confirmed, { status: 'queued' }));
  if (!ready) throw new Error('not queued');
  return ready;
}

const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};
interface Variant {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly hash: string;
  readonly raw: string;
  readonly isShown: boolean;
}
/** All that were made for a withdrawal, the oldest first. */
async function variants({ id }: Withdrawal): Promise<Variant[]> {
  const { rows } = await sql<Variant>`
    select payouts.id, kind, payouts.status, transaction_id as hash, raw, payouts.id = payout_id as "isShown"
    from payouts join withdrawals on withdrawals.id = ${id}
    where root = (select root from payouts where payouts.id = payout_id) order by payouts.created_at
  `.execute(app.test.database.kysely);
  return rows;
}
const statuses = async (withdrawal: Withdrawal) => (await variants(withdrawal)).map(({ status }) => status);
const shown = async (withdrawal: Withdrawal) =>
  (await variants(withdrawal)).find(({ isShown }) => isShown)?.hash;
const onChain = async (address: string) => {
  const chain = await app.chain('bitcoin');
  return chain.balance([address], { contract: undefined, height: (await chain.tip()).height });
};
const house = (kind: 'custody' | 'in-flight') =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, 'bitcoin'), 'BTC'));
const free = async () => (await app.balance('ann')).BTC?.actual;
const settleAll = async (network = 'bitcoin') => {
  for (let times = 0; times < 2; times += 1) {
    await turn();
    await app.mine(network, network === 'bitcoin' ? 3 : 12);
    await turn();
  }
};
const expectBooksEqual = async () => expect(await app.differences()).toEqual([]);

it('is replaced by a dearer one when no block takes it, and is paid and booked once', async () => {
  const custody = await house('custody');
  const withdrawal = await queued('0.4');
  await turn();
  const [first] = await variants(withdrawal);
  await turnWithBump();
  const both = await variants(withdrawal);
  expect(both.map(({ status }) => status)).toEqual(['broadcast', 'broadcast']);
  expect(both[1]?.hash).not.toBe(first?.hash);
  expect(await shown(withdrawal)).toBe(both[1]?.hash);
  const chain = await app.chain('bitcoin');
  expect(await chain.stateOf(first?.hash ?? '')).toEqual({ state: 'unknown' });
  // Time alone makes no further one before its time.
  await turn();
  expect(await statuses(withdrawal)).toHaveLength(2);
  await app.mine('bitcoin');
  await turn();
  expect(await statuses(withdrawal)).toEqual(['replaced', 'confirming']);
  await settleAll();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await statuses(withdrawal)).toEqual(['replaced', 'completed']);
  expect(await onChain(withdrawal.address)).toBe(40_000_000n);
  expect((await house('custody')) - custody).toBe(40_000_000n + 1_125n);
  expect(await house('in-flight')).toBe(0n);
  await expectBooksEqual();
});

it('is paid by the first one when that is mined after all, and a reorganisation can change which', async () => {
  const custody = await house('custody');
  const withdrawal = await queued('0.3');
  await turn();
  await turnWithBump();
  await turnWithBump();
  const [first, second] = await variants(withdrawal);
  await app.mine('bitcoin');
  await turn();
  expect(await statuses(withdrawal)).toEqual(['replaced', 'replaced', 'confirming']);
  const chain = await app.chain('bitcoin');
  await chain.reorg({ depth: 1, drop: 'all' });
  await chain.send(second?.raw ?? '');
  await app.mine('bitcoin');
  for (let turns = 0; turns < 2; turns += 1) await turn();
  expect(await statuses(withdrawal)).toEqual(['replaced', 'confirming', 'replaced']);
  expect(await shown(withdrawal)).toBe(second?.hash);
  await chain.reorg({ depth: 1, drop: 'all' });
  await chain.send(first?.raw ?? '');
  await app.mine('bitcoin');
  await turn();
  await settleAll();
  expect(await statuses(withdrawal)).toEqual(['completed', 'replaced', 'replaced']);
  expect(await shown(withdrawal)).toBe(first?.hash);
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(30_000_000n);
  expect((await house('custody')) - custody).toBe(30_000_000n + 1_000n);
  await expectBooksEqual();
});

it('waits on at the ceiling, and when the signer refuses the dearer one', async () => {
  const withdrawal = await queued('0.1');
  await turn();
  const refusing: Sign = async () => ({ signed: false, refusal: 'day_spent', reason: '' });
  await bumpAfter(0);
  await turn(refusing);
  expect(await statuses(withdrawal)).toEqual(['broadcast']);
  for (let times = 0; times < 7; times += 1) await turn();
  const made = (await statuses(withdrawal)).length;
  await turn();
  expect((await statuses(withdrawal)).length).toBe(made);
  const { rows } = await sql<{ waitsFor: string }>`
    select waits_for as "waitsFor" from payouts where waits_for is not null
  `.execute(app.test.database.kysely);
  expect(rows.map(({ waitsFor }) => waitsFor)).toEqual(['fee_ceiling']);
  const measures = await app.platform.metrics.registry.metrics();
  expect(measures).toContain(
    'wallet_payouts{network="bitcoin",kind="payout",status="broadcast",waits_for="fee_ceiling"} 1',
  );
  expect(measures).toMatch(/wallet_payouts_oldest_seconds\{network="bitcoin"\} \d/);
  await bumpAfter(30);
  await app.mine('bitcoin', 3);
  await settleAll();
  expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(10_000_000n);
  await expectBooksEqual();
});

/** Signs at a fee below what the chain takes, whatever was asked. */
const tooCheap: Sign = (request: SigningRequest) => {
  const { terms } = request;
  return testSigner(app.platform)(
    terms.family === 'development' && request.kind === 'payout'
      ? { ...request, terms: { ...terms, fee: 1n } }
      : request,
  );
};

it('that the network refuses after it was signed comes back only when its number is used up for good', async () => {
  const before = await free();
  const withdrawal = await queued('0.2');
  await app.change('update withdrawal_policy set signer_retry_seconds = 3600');
  await turn(tooCheap);
  await turn();
  expect(await stands(withdrawal)).toBe('signed in_flight');
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  await turn();
  const [, cancel] = await variants(withdrawal);
  expect(cancel).toMatchObject({ kind: 'sweep', status: 'broadcast', isShown: false });
  await app.mine('bitcoin');
  await turn();
  // One block is not for good.
  expect(await stands(withdrawal)).toBe('signed in_flight');
  await app.mine('bitcoin', 2);
  await turn();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await free()).toBe(before);
  const next = await queued('0.2');
  await settleAll();
  expect(await stands(next)).toBe('completed settled');
  expect(await onChain(withdrawal.address)).toBe(0n);
  await expectBooksEqual();
});

it('that is called off is paid or given back, and never both', async () => {
  const before = await free();
  const withdrawal = await queued('0.2');
  await turn();
  const [payout] = await variants(withdrawal);
  const asked = { id: withdrawal.id, reason: 'wrong recipient' };
  const callOffAs = (name: string) =>
    callOffAny(app.test.database.kysely, { ...asked, operatorId: userId(name) });
  await expect(callOffAs('ann')).rejects.toMatchObject({ code: 'own_withdrawal' });
  await callOffAs('operator');
  await turn();
  await settleAll();
  expect(await stands(withdrawal)).toBe('failed returned');
  await expect(callOffAs('operator')).rejects.toMatchObject({ code: 'withdrawal_already_sent' });
  expect(await free()).toBe(before);
  expect(await onChain(withdrawal.address)).toBe(0n);
  // The first bytes are refused for ever.
  const chain = await app.chain('bitcoin');
  expect(await chain.send(payout?.raw ?? '')).toMatchObject({ outcome: 'refused' });

  const quick = await queued('0.2');
  await turn();
  const [other] = await variants(quick);
  await callOffPayout(app.test.database.kysely, { id: other?.id ?? '', reason: 'too late' });
  await turn();
  await app.mine('bitcoin');
  await turn();
  // The block with the one that pays nobody goes, and the one that pays comes.
  await chain.reorg({ depth: 1, drop: 'all' });
  await chain.send(other?.raw ?? '');
  await app.mine('bitcoin');
  await turn();
  await settleAll();
  expect(await stands(quick)).toBe('completed settled');
  expect(await onChain(quick.address)).toBe(20_000_000n);
  await expectBooksEqual();
});

/** It hangs for longer than its network allows, and an operator calls it off. */
async function callOffStuck(withdrawal: Withdrawal): Promise<void> {
  await app.change(
    "update payouts set waiting_since = now() - interval '31 minutes' where status in ('signed', 'broadcast')",
  );
  const decision = { id: withdrawal.id, operatorId: userId('operator'), reason: 'a thief' };
  await callOffAny(app.test.database.kysely, decision);
}

it('that is called off is not replaced by a dearer one that pays', async () => {
  const withdrawal = await queued('0.3');
  await turn();
  await callOffStuck(withdrawal);
  await turn();
  expect((await variants(withdrawal)).map(({ kind }) => kind)).toEqual(['payout', 'sweep']);
  await settleAll();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await onChain(withdrawal.address)).toBe(0n);
  await expectBooksEqual();
});

it('that is called off while a dearer one waits for the signer is not signed any more, nor sent again', async () => {
  const withdrawal = await queued('0.3');
  await turn();
  await bumpAfter(0);
  await turn(() => Promise.reject(new Error('away')));
  await bumpAfter(30);
  expect(await statuses(withdrawal)).toEqual(['broadcast', 'built']);
  await callOffStuck(withdrawal);
  const asked: string[] = [];
  const real = testSigner(app.platform);
  await turn((request) => {
    asked.push(request.kind);
    return real(request);
  });
  expect(asked).toEqual(['sweep']);
  await settleAll();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await onChain(withdrawal.address)).toBe(0n);
  await expectBooksEqual();
});

it('that is called off is called off by one that pays more than the dearest, and by another if that is refused', async () => {
  const withdrawal = await queued('0.3');
  await turn();
  await turnWithBump();
  await callOffStuck(withdrawal);
  // Its bytes offer too little, as they do when a dearer one was sent in the same moment.
  const real = testSigner(app.platform);
  await turn((request) =>
    request.kind === 'sweep' && request.terms.family === 'development'
      ? real({ ...request, terms: { ...request.terms, fee: 1_000n } })
      : real(request),
  );
  await turn();
  const made = await variants(withdrawal);
  expect(made.map(({ kind }) => kind)).toEqual(['payout', 'payout', 'sweep', 'sweep']);
  await settleAll();
  expect(await stands(withdrawal)).toBe('failed returned');
  expect(await onChain(withdrawal.address)).toBe(0n);
  await expectBooksEqual();
});

it('is paid once by two processes that do the same at once', async () => {
  const before = await free();
  const some = [await queued('0.1'), await queued('0.2')];
  const both = () => Promise.all([turn(), turn()]);
  await both();
  await bumpAfter(0);
  await both();
  await bumpAfter(30);
  await app.mine('bitcoin');
  await both();
  await app.mine('bitcoin', 2);
  await both();
  await settleAll();
  for (const withdrawal of some) expect(await stands(withdrawal)).toBe('completed settled');
  expect(await onChain(some[0]?.address ?? '')).toBe(10_000_000n);
  expect(await onChain(some[1]?.address ?? '')).toBe(20_000_000n);
  expect(Number(before) - Number(await free())).toBeCloseTo(0.3);
  await expectBooksEqual();
});

it('asks the signer for a sweep that it refused again only after a while', async () => {
  await app.change('update withdrawal_policy set signer_retry_seconds = 3600');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '1' });
  await app.mine('bitcoin', 3);
  let asked = 0;
  const refusing: Sign = async () => {
    asked += 1;
    return { signed: false, refusal: 'day_spent', reason: '' };
  };
  for (let turns = 0; turns < 3; turns += 1) await turn(refusing);
  expect(asked).toBe(1);
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  await settleAll();
  await expectBooksEqual();
});

it('fills a number that was given back below one that is signed', async () => {
  const net = await bitcoin();
  const nonce = await (await app.chain('bitcoin')).nonceOf(net.hot.address);
  const ids = [randomUUID(), randomUUID()];
  for (const [at, id] of ids.entries()) {
    const terms = { family: 'development', from: net.hot.path, nonce: nonce + at, fee: 1_000n } as const;
    await insertPayout(app.test.database.kysely, {
      ...{ id, network: 'bitcoin', kind: 'sweep', fromAddress: net.hot.address, nonce: nonce + at, terms },
      ...{ payments: [{ to: net.hot.address, own: net.hot.path, coin: 'BTC', amount: 5n }], status: 'built' },
    });
  }
  const real = testSigner(app.platform);
  await turn((request) =>
    request.id === ids[0]
      ? Promise.resolve({ signed: false, refusal: 'fee_too_high', reason: '' })
      : real(request),
  );
  await settleAll();
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from payouts where network = 'bitcoin' and from_address = ${net.hot.address} and nonce >= ${nonce}
    order by nonce, created_at
  `.execute(app.test.database.kysely);
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed']);
  await expectBooksEqual();
});

it('that the signer has no room for today lets smaller ones by, and can be called off or stopped', async () => {
  const before = await free();
  const [large, small] = [await queued('5'), await queued('0.1')];
  const real = testSigner(app.platform);
  const upToOne: Sign = (request) =>
    request.payments.some(({ amount }) => amount > 100_000_000n)
      ? Promise.resolve({ signed: false, refusal: 'day_spent', reason: '' })
      : real(request);
  await turn(upToOne);
  expect(await stands(large)).toBe('queued in_flight (signer_day)');
  expect(await stands(small)).toBe('broadcast in_flight');
  await callOff(app.platform, { id: large.id, userId: userId('ann'), reason: 'changed my mind' });
  expect(await stands(large)).toBe('cancelled returned');
  await settleAll();
  expect(Number(before) - Number(await free())).toBeCloseTo(0.1);

  const stopped = await queued('5');
  await turn(upToOne);
  const switching = { kind: 'ChangeAccount', account: userId('ann') } as const;
  await app.runtime.execute({ ...switching, key: 'off', withdrawalEnabled: false });
  await turn();
  expect(await stands(stopped)).toBe('held in_flight');
  await app.runtime.execute({ ...switching, key: 'on', withdrawalEnabled: true });
  await expectBooksEqual();
});

it('books a cost that is finer than the ledger as a whole unit, and keeps the rest of it', async () => {
  await app.change(
    "update coin_blockchains set decimals = 22 where blockchain = 'ethereum' and coin = 'ETH'",
  );
  await app.pay('ann', { network: 'ethereum', coin: 'ETH', amount: '1' });
  await app.mine('ethereum', 12);
  await settleAll('ethereum');
  const { rows } = await sql<{ cost: number; remainder: number; books: string }>`
    select cost::int, cost_remainder::int as remainder, books from payouts
    where network = 'ethereum' and status = 'completed'
  `.execute(app.test.database.kysely);
  expect(rows).toEqual([{ cost: 1_000, remainder: 9_000, books: 'settled' }]);
  await expectBooksEqual();
});
