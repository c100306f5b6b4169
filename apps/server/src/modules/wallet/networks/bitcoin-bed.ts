import { type BitcoinTestBed, startTestBed } from '@emporion/chains/testing/bitcoin-test-bed';
import { houseAccount } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { pinTestKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

export const network = 'bitcoin';
export const confirmations = 3;
export const coin = 100_000_000n;

export const nodes = [
  { name: 'litecoind', format: 'litecoin' },
  { name: 'bitcoind', format: 'bitcoin' },
] as const;

/** The node that is asked now, and how its addresses are written. */
export let chosen: (typeof nodes)[number] = nodes[0];
export let app: WalletApp;
export let bed: BitcoinTestBed;
export const states = async (who: string) =>
  (await app.deposits(who)).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
export const actual = async (who: string) => (await app.balance(who)).BTC?.actual;
export const house = (kind: 'custody' | 'reorg-loss' | 'in-flight' | 'network-costs') =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), 'BTC'));

export async function net(): Promise<PayoutNetwork> {
  const [found] = await payoutNetworks(app.platform, [network]);
  if (!found) throw new Error('There are no payouts on the network.');
  return found;
}
export const turn = async () =>
  runPayouts(app.platform, { networks: [await net()], sign: testSigner(app.platform) });

export async function mine(blocks = confirmations): Promise<void> {
  await bed.mine(blocks);
  await app.watcher.follow(network, { review: true });
}

export const deposit = async (who: string, ...amounts: bigint[]): Promise<string> => {
  const { address } = await app.addressOf(who, network);
  return bed.pay(...amounts.map((amount) => ({ to: address, amount })));
};

/** By the outputs that we list and the node confirms, and by all that the node finds for itself. */
export async function expectBooksEqual(): Promise<void> {
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

export async function queued(who: string, amount: bigint): Promise<Withdrawal> {
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

export const stands = async ({ id }: Withdrawal) => {
  const found = await findWithdrawal(app.test.database.kysely, id);
  return found && `${found.status} ${found.books}${found.waitsFor ? ` (${found.waitsFor})` : ''}`;
};
/** What an address got in blocks. */
export const received = async ({ address }: Withdrawal) => {
  const { height } = await bed.chain.tip();
  return bed.chain.balance([address], { contract: undefined, height });
};
export const payoutsOf = async (withdrawal: Withdrawal) => {
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
export const waitLonger = (minutes: number) =>
  app.change(`update blockchains set bump_after_minutes = ${minutes} where code = '${network}'`);

/** An exchange with one network on a real node. */
export function useBitcoinApp(node: (typeof nodes)[number], program: string): void {
  beforeAll(async () => {
    chosen = node;
    [app, bed] = await Promise.all([
      createWalletApp(),
      startTestBed({ program, coin: node.format, confirmations }),
    ]);
    const fees = { fallback: '10000', ceiling: '200000' };
    const parameters = JSON.stringify({ chain: 'regtest', node: bed.node.url, fees });
    await app.change(`
      delete from wallet_keys where network = '${network}';
      update blockchains set family = 'bitcoin', address_format = '${node.format}', confirmations = ${confirmations},
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
}
