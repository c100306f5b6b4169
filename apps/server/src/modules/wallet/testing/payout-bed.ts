import type { AddressFormatName } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { formatOf } from '../addresses/chain-addresses.ts';
import type { PayoutNetwork, Sign } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { testSigner } from './test-signer.ts';
import type { WalletApp } from './wallet-app.ts';

const origin = { address: '203.0.113.7', device: 'Firefox on Linux' };

/** Keys of ours that stand for strangers: no address of theirs was ever given out. */
const strangersFrom = 10_000;

export interface Wanted {
  readonly coin: string;
  readonly amount: string;
  readonly fee?: string;
  /** That of a stranger, another one each time, unless given. */
  readonly to?: string;
}

/** A row of `payouts`, as tests look at it. */
export interface PayoutRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly nonce: number | null;
  readonly hash: string | null;
  readonly raw: string | null;
  readonly waitsFor: string | null;
}

export type PayoutBed = ReturnType<typeof payoutBed>;

/** Withdrawals and payouts of one network, as its tests need them. Nothing runs by itself. */
export function payoutBed(app: WalletApp, network: string) {
  const { kysely } = app.test.database;
  let counter = 0;

  const net = async (): Promise<PayoutNetwork> => {
    const [found] = await payoutNetworks(app.platform, [network]);
    if (!found) throw new Error(`Nothing is paid out on ${network}.`);
    return found;
  };

  async function stranger(): Promise<string> {
    const listed = (await readNetworks(app.platform)).networks.get(network);
    if (!listed) throw new Error(`There is no network ${network}.`);
    const format: AddressFormatName = listed.addressFormat;
    const path = { branch: 1, index: strangersFrom + counter } as const;
    return formatOf(listed).fromPublicKey(testKeys(format).publicKey(path));
  }

  /** Asked for and confirmed by its owner. */
  async function queued(name: string, { coin, amount, fee = '0', to }: Wanted): Promise<Withdrawal> {
    counter += 1;
    await app.person(name);
    const written = await insertWithdrawal(kysely, {
      ...{ userId: userId(name), clientId: `${network}-${counter}`, coin, network, memo: null },
      ...{ address: to ?? (await stranger()), amount, fee, value: null, recipient: null },
      ...{ isNewDevice: false, origin, now: app.platform.clock.now() },
    });
    if (!written) throw new Error('not written');
    const held = await book(app.platform, written);
    const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
    const ready = confirmed && (await changeWithdrawal(kysely, confirmed, { status: 'queued' }));
    if (!ready) throw new Error('not queued');
    return ready;
  }

  return {
    net,
    stranger,
    queued,
    turn: async (sign: Sign = testSigner(app.platform)) =>
      runPayouts(app.platform, { networks: [await net()], sign }),
    stands: async ({ id }: Pick<Withdrawal, 'id'>): Promise<string> => {
      const found = await findWithdrawal(kysely, id);
      return `${found?.status} ${found?.books}${found?.waitsFor ? ` (${found.waitsFor})` : ''}`;
    },
    /** All that were made for a withdrawal, the oldest first. */
    payoutsOf: async ({ id }: Pick<Withdrawal, 'id'>): Promise<PayoutRow[]> => {
      const { rows } = await sql<PayoutRow>`
        select id, kind, status, nonce::int as nonce, transaction_id as hash, raw, waits_for as "waitsFor" from payouts
        where root = (select root from payouts where id = (select payout_id from withdrawals where id = ${id})) order by created_at
      `.execute(kysely);
      return rows;
    },
    house: (kind: 'custody' | 'in-flight' | 'network-costs', coin: string) =>
      app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, network), coin)),
    balanceOf: async (address: string, contract?: string): Promise<bigint> => {
      const { chain } = await net();
      return chain.balance([address], { contract, height: (await chain.tip()).height });
    },
  };
}
