import { addressFormats } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { payoutNetworks } from './payout-networks.ts';
import { runPayouts } from './run-payouts.ts';

// What is stuck, refused or called off, on a chain where a higher fee takes the place of a lower one.
export let app: WalletApp;
export const bumpAfter = (minutes: number) =>
  app.change(`update blockchains set bump_after_minutes = ${minutes}`);
/** Of two networks alone: every further one is a handful of questions that change nothing. */
export const networks = () => payoutNetworks(app.platform, ['bitcoin', 'ethereum']);
export const turn = async (sign: Sign = testSigner(app.platform)) =>
  runPayouts(app.platform, { networks: await networks(), sign });
export const turnWithBump = async () => {
  await bumpAfter(0);
  await turn();
  await bumpAfter(30);
};
export const bitcoin = async (): Promise<PayoutNetwork> => {
  const net = (await networks()).find(({ network }) => network === 'bitcoin');
  if (!net) throw new Error('no network');
  return net;
};

export let counter = 0;
export async function queued(amount: string): Promise<Withdrawal> {
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

export const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};
export interface Variant {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly hash: string;
  readonly raw: string;
  readonly isShown: boolean;
}
/** All that were made for a withdrawal, the oldest first. */
export async function variants({ id }: Withdrawal): Promise<Variant[]> {
  const { rows } = await sql<Variant>`
    select payouts.id, kind, payouts.status, transaction_id as hash, raw, payouts.id = payout_id as "isShown"
    from payouts join withdrawals on withdrawals.id = ${id}
    where root = (select root from payouts where payouts.id = payout_id) order by payouts.created_at
  `.execute(app.test.database.kysely);
  return rows;
}
export const statuses = async (withdrawal: Withdrawal) =>
  (await variants(withdrawal)).map(({ status }) => status);
export const shown = async (withdrawal: Withdrawal) =>
  (await variants(withdrawal)).find(({ isShown }) => isShown)?.hash;
export const onChain = async (address: string) => {
  const chain = await app.chain('bitcoin');
  return chain.balance([address], { contract: undefined, height: (await chain.tip()).height });
};
export const house = (kind: 'custody' | 'in-flight') =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, 'bitcoin'), 'BTC'));
export const free = async () => (await app.balance('ann')).BTC?.actual;
export const settleAll = async (network = 'bitcoin') => {
  for (let times = 0; times < 2; times += 1) {
    await turn();
    await app.mine(network, network === 'bitcoin' ? 3 : 12);
    await turn();
  }
};
export const expectBooksEqual = async () => expect(await app.differences()).toEqual([]);
/** It hangs for longer than its network allows, and an operator calls it off. */
export async function callOffStuck(withdrawal: Withdrawal): Promise<void> {
  await app.change(
    "update payouts set waiting_since = now() - interval '31 minutes' where status in ('signed', 'broadcast')",
  );
  const decision = { id: withdrawal.id, operatorId: userId('operator'), reason: 'a thief' };
  await callOffAny(app.test.database.kysely, decision);
}

/** An exchange with money on its hot address, which asks the signer again at once. */
export function useReplacementApp(): void {
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
}
