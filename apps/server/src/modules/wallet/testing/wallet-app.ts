import type { DevelopmentPayment } from '@emporion/chains';
import { invariant, parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { forgetMarkets, readNetworks } from '#modules/markets/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { pinTestKeys } from '#testing/test-keys.ts';
import { createTradingApp, type TradingApp, type TradingAppOptions, userId } from '#testing/trading-app.ts';
import { currentAddress } from '../addresses/deposit-addresses.ts';
import { bookChainOf } from '../books/book-chain.ts';
import { type Reconciled, reconcile } from '../books/reconcile.ts';
import { type Deposit, listDeposits } from '../deposits/deposit.ts';
import type { DevelopmentChain } from '../development-chain/development-chain.ts';
import { payFromTap } from '../development-chain/tap.ts';
import { walletModule } from '../index.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { type Watcher, watcherOf } from '../watch/watcher.ts';

export interface Paid {
  readonly network: string;
  readonly coin: string;
  readonly amount: string;
  /** Instead of the address of somebody. */
  readonly to?: { readonly address: string; readonly memo: string | null };
  /** Instead of the coin's. */
  readonly contract?: string;
}

export interface WalletApp extends TradingApp {
  readonly watcher: Watcher;
  chain(network: string): Promise<DevelopmentChain>;
  addressOf(name: string, network: string): Promise<{ address: string; memo: string | null }>;
  /** Gives somebody a row among the users, which whoever withdraws needs. */
  person(name: string): Promise<void>;
  /** The tap pays to somebody's address; answers with the transaction. */
  pay(name: string, paid: Paid): Promise<string>;
  /** Adds blocks and has the watcher see them. */
  mine(network: string, count?: number): Promise<void>;
  deposits(name: string): Promise<Deposit[]>;
  /** Where the chains and the books do not agree, on the named networks or on all; nothing when all is well. */
  differences(...only: string[]): Promise<Reconciled[]>;
  /** Writes to the tables of coins and networks as an operator would. */
  change(statement: string): Promise<void>;
}

/** The demo's markets with pinned keys and development chains; nothing runs by itself. */
export async function createWalletApp(options: Partial<TradingAppOptions> = {}): Promise<WalletApp> {
  const { modules = [], ...rest } = options;
  const app = await createTradingApp({
    mails: true,
    ...rest,
    // Sockets come first, for others add topics to them.
    modules: [...modules, tradingModule, walletModule],
  });
  const { platform } = app;
  const { kysely } = app.test.database;
  await pinTestKeys(kysely);
  const networkOf = async (code: string) => {
    const network = (await readNetworks(platform)).networks.get(code);
    invariant(network, `There is no network ${code}.`);
    return network;
  };
  const chain = async (code: string) => chainsOf(platform).development(await networkOf(code));
  const watcher = watcherOf(platform);
  const addressOf: WalletApp['addressOf'] = async (name, code) => {
    const key = (await listPinnedKeys(kysely)).find((each) => each.network === code);
    invariant(key, `${code} has no key.`);
    return currentAddress(kysely, { network: await networkOf(code), key, userId: userId(name) });
  };
  return {
    ...app,
    watcher,
    chain,
    addressOf,
    person: async (name) => {
      await sql`
        insert into users (id, email, username, username_skeleton, password_hash, first_name, last_name, country, birthday, referral_code, terms_accepted_at, privacy_accepted_at)
        values (${userId(name)}, ${`${name}@example.test`}, ${`person-${name}`}, ${`person-${name}`}, 'x', 'Theo', 'Test', 'PT', '1990-05-17', ${name}, now(), now())
        on conflict do nothing
      `.execute(kysely);
    },
    pay: async (name, { network, coin, amount, to, contract }) => {
      const { coins } = await readNetworks(platform);
      const listed = coins.find((each) => each.network === network && each.coin === coin);
      const units = parseDecimal(amount, listed?.decimals ?? 0);
      invariant(units.ok, `${amount} is finer than ${coin}.`);
      const { address, memo } = to ?? (await addressOf(name, network));
      const asset = contract ?? listed?.contract ?? undefined;
      const payment: DevelopmentPayment = {
        to: address,
        ...(memo !== null && { memo }),
        ...(asset !== undefined && { contract: asset }),
        amount: units.value,
      };
      const [id = ''] = await (await chain(network)).change((db, row) => payFromTap(db, row, [payment]));
      return id;
    },
    mine: async (network, count = 1) => {
      await (await chain(network)).mine(count);
      await watcher.follow(network, { review: true });
    },
    deposits: (name) => listDeposits(kysely, sql`user_id = ${userId(name)} order by seen_at, id`),
    differences: async (...only) => {
      const { networks, coins } = await readNetworks(platform);
      const sources = { db: kysely, read: app.runtime.read };
      const asked = [...networks.values()].filter(({ code }) => only.length === 0 || only.includes(code));
      const lines = await Promise.all(
        asked.map(async (network) =>
          reconcile({ ...sources, chain: await bookChainOf(platform, network) }, { network, coins }),
        ),
      );
      return lines.flat().filter(({ difference }) => difference !== 0n);
    },
    change: async (statement) => {
      await app.test.database.pool.query(statement);
      forgetMarkets(platform);
    },
  };
}
