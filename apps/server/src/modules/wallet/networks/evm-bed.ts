import { startTestBed, type TestBed } from '@emporion/chains/testing/evm-test-bed';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { listAtWork } from '../payouts/store.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

// Deposits and payouts of the exchange on a real node.
export const network = 'ethereum';
export const confirmations = 3;
export const ether = 10n ** 18n;
export let app: WalletApp;
export let bed: TestBed;
export const states = async (name: string) =>
  (await app.deposits(name)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
export const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
export const house = (kind: 'custody' | 'reorg-loss' | 'in-flight', coin: string) =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), coin));

export async function mine(blocks = confirmations): Promise<void> {
  await bed.node.mine(blocks);
  await app.watcher.follow(network, { review: true });
}

export const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, [network]),
    sign: testSigner(app.platform),
  });

/** Fees to where they are missing, tokens, then the rest of the chain's coin: each is final before the next. */
export async function turnUntilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await turn();
    await mine();
    quiet = (await listAtWork(app.test.database.kysely, network)).length === 0 ? quiet + 1 : 0;
  }
}

/** What lies on all our addresses. */
export async function onChain(contract: string | undefined): Promise<bigint> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from chain_addresses where network = ${network}
  `.execute(app.test.database.kysely);
  const { height } = await bed.chain.tip();
  return bed.chain.balance(
    rows.map(({ address }) => address),
    { contract, height },
  );
}

export async function expectBooksEqual(): Promise<void> {
  expect(await onChain(undefined)).toBe(-(await house('custody', 'ETH')));
  expect(await onChain(bed.contracts.plain)).toBe(-(await house('custody', 'USDT')));
}

export async function queued(
  name: string,
  payment: { coin: string; amount: string; to: string },
): Promise<Withdrawal> {
  const { kysely } = app.test.database;
  await app.person(name);
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId(name), clientId: payment.to, coin: payment.coin, network, memo: null },
    ...{ address: payment.to, amount: payment.amount, fee: '0.01', value: null, recipient: null },
    ...{ isNewDevice: false, origin: { address: '203.0.113.7', device: 'Firefox on Linux' } },
    now: app.platform.clock.now(),
  });
  if (!written) throw new Error('not written');
  const held = await book(app.platform, written);
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  return (confirmed && (await changeWithdrawal(kysely, confirmed, { status: 'queued' }))) ?? held;
}

export const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};
export interface Variant {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly nonce: number;
  readonly hash: string;
  readonly raw: string;
}
export async function variants({ id }: Withdrawal): Promise<Variant[]> {
  const { rows } = await sql<Variant>`
    select id, kind, status, nonce::int, transaction_id as hash, raw from payouts
    where root = (select root from payouts where id = (select payout_id from withdrawals where id = ${id})) order by created_at
  `.execute(app.test.database.kysely);
  return rows;
}
export const bumpAfter = (minutes: number) =>
  app.change(`update blockchains set bump_after_minutes = ${minutes}`);
export const balanceOf = async (address: string) =>
  bed.chain.balance([address], { contract: undefined, height: (await bed.chain.tip()).height });
export const pending = async () => {
  const block = (await bed.node.ask('eth_getBlockByNumber', 'pending', false)) as { transactions: string[] };
  return block.transactions;
};

/** An exchange with one network on a real node. */
export function useEvmApp(): void {
  beforeAll(async () => {
    [app, bed] = await Promise.all([createWalletApp(), startTestBed(confirmations)]);
    const parameters = {
      chainId: 31_337,
      nodes: [bed.node.url],
      fees: {
        fallback: { maxFeePerGas: '20000000000', maxPriorityFeePerGas: '1000000000' },
        maxFeePerGas: '500000000000',
      },
    };
    await app.change(`
      update blockchains set family = 'evm', confirmations = ${confirmations}, parameters = '${JSON.stringify(parameters)}'
      where code = '${network}'
    `);
    await app.change(`
      update coin_blockchains set contract = case coin when 'USDT' then '${bed.contracts.plain}' else contract end,
        confirmations = null, deposit_min = 0
      where blockchain = '${network}'
    `);
    await app.watcher.follow(network);
  });
  afterAll(async () => {
    await app?.close();
    await bed?.node.stop();
  });
}
