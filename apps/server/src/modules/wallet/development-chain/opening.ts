import { houseAccount, houseAccounts } from '@emporion/core';
import { invariant, parseDecimal, powerOfTen } from '@emporion/kernel';
import { sql } from 'kysely';
import { type CoinNetwork, type Networks, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress } from '../addresses/chain-addresses.ts';
import { bookMovement, voidLostBookings } from '../bookings.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { formerSeries } from './gifts.ts';
import { payFromTap } from './tap.ts';

/** Where the money of a demo came from before coins came over chains. */
const formerAccounts = [houseAccounts.custody, houseAccount('custody', 'demo')];

/** What the house of a demo begins with of each coin on each of its networks: to pay for transactions, and to pay out before anybody has deposited there. */
const houseMoney: Readonly<Record<string, string>> = {
  BTC: '10',
  RBTC: '10',
  ETH: '200',
  BNB: '500',
  USDT: '1000000',
};
const houseMoneyOfOthers = '100000';

/** Money that the tap pays to a hot address, and how the books tell of it. */
interface Opening {
  /** A former account of custody, whose money it is; or capital, which the house brings in. */
  readonly account: string;
  readonly amount: bigint;
  readonly listed: CoinNetwork;
}

/**
 * Puts what a demo of before holds on the development chains, and what its house begins with: the tap pays it to the hot addresses, and the books move it
 * from the former custody accounts to those of the networks, or note it as capital. Each network, account and coin once; what a crash left between the two is
 * booked at the next start.
 */
export async function openBooks(platform: Platform): Promise<void> {
  // A refill that a crash cut off in those days is not asked for again.
  await voidLostBookings(platform, formerSeries);
  const networks = await readNetworks(platform);
  const due = await withoutPaid(platform, [
    ...(await formerMoney(platform, networks)),
    ...moneyOfHouse(networks),
  ]);
  // Networks side by side, each one payment after the other: each waits for the disk most of the time.
  await Promise.all(
    [...networks.networks.keys()].map(async (code) => {
      for (const opening of due)
        if (opening.listed.network === code) await payOpening(platform, networks, opening);
    }),
  );
  await bookOpenings(platform);
}

async function withoutPaid({ database }: Platform, openings: readonly Opening[]): Promise<Opening[]> {
  const { rows } = await sql<{ network: string; account: string; coin: string }>`
    select network, account, coin from development_openings
  `.execute(database.kysely);
  const paid = new Set(rows.map(({ network, account, coin }) => `${network} ${account} ${coin}`));
  return openings.filter(
    ({ account, listed: { network, coin } }) => !paid.has(`${network} ${account} ${coin}`),
  );
}

async function formerMoney({ view }: Platform, { networks, coins }: Networks): Promise<Opening[]> {
  const held = await view.read(({ ledger, coins: listed }) =>
    formerAccounts.flatMap((account) =>
      [...listed.keys()].map((coin) => ({ account, coin, amount: -ledger.available(account, coin) })),
    ),
  );
  return held.flatMap(({ account, coin, amount }) => {
    const listed = coins.find(
      (each) => each.coin === coin && networks.get(each.network)?.family === 'development',
    );
    return listed && amount > 0n ? [{ account, amount, listed }] : [];
  });
}

function moneyOfHouse({ networks, coins }: Networks): Opening[] {
  return coins.flatMap((listed) => {
    if (networks.get(listed.network)?.family !== 'development') return [];
    const units = parseDecimal(houseMoney[listed.coin] ?? houseMoneyOfOthers, listed.ledgerDecimals);
    return units.ok ? [{ account: houseAccounts.capital, amount: units.value, listed }] : [];
  });
}

async function payOpening(
  platform: Platform,
  { networks }: Networks,
  { account, amount, listed }: Opening,
): Promise<void> {
  const { coin, contract } = listed;
  const network = networks.get(listed.network);
  const key = (await listPinnedKeys(platform.database.kysely)).find(
    (each) => each.network === listed.network,
  );
  if (!network || !key) return;
  const chain = await chainsOf(platform).development(network);
  await chain.change(async (db, row) => {
    const { rows } = await sql`
      select from development_openings
      where network = ${network.code} and account = ${account} and coin = ${coin}
    `.execute(db);
    if (rows.length > 0) return;
    const to = await ensureHotAddress(db, { network, key });
    const payment = { to, ...(contract !== null && { contract }), amount: toChain(amount, listed) };
    const [id = ''] = await payFromTap(db, row, [payment]);
    await sql`
      with send as (
        insert into chain_sends (network, transaction_id, kind) values (${network.code}, ${id}, 'opening')
      )
      insert into development_openings (account, coin, network, amount, transaction_id)
      values (${account}, ${coin}, ${network.code}, ${String(amount)}, ${id})
    `.execute(db);
  });
}

function toChain(amount: bigint, { decimals, ledgerDecimals }: CoinNetwork): bigint {
  invariant(decimals >= ledgerDecimals, 'A chain of the demo counts at least as finely as the ledger.');
  return amount * powerOfTen(decimals - ledgerDecimals);
}

async function bookOpenings({ database, runtime }: Platform): Promise<void> {
  const { rows } = await sql<{ account: string; coin: string; network: string; amount: string }>`
    select account, coin, network, amount::text as amount from development_openings where not is_booked
  `.execute(database.kysely);
  const bookOne = async ({ account, coin, network, amount }: (typeof rows)[number]) => {
    const reference = `opening:${network}:${account}:${coin}`;
    const booking = await database.kysely
      .transaction()
      .execute((transaction) => bookMovement(transaction, { series: `house:${network}`, reference }));
    const result = await runtime.execute({
      kind: 'MoveHouseMoney',
      booking,
      ...{ reference, actor: 'demo', reason: 'what the demo begins with on its chains' },
      cause: account === houseAccounts.capital ? 'capital_in' : 'custody_move',
      legs: [{ from: houseAccount('custody', network), to: account, coin, amount: BigInt(amount) }],
    });
    invariant(result.status === 'accepted', 'the exchange refused to move custody to its network');
    await sql`
      update development_openings set is_booked = true
      where network = ${network} and account = ${account} and coin = ${coin}
    `.execute(database.kysely);
  };
  await Promise.all(rows.map(bookOne));
}
