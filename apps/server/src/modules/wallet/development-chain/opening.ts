import { houseAccount, houseAccounts } from '@emporion/core';
import { invariant, powerOfTen } from '@emporion/kernel';
import { sql } from 'kysely';
import { type CoinNetwork, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress } from '../addresses/chain-addresses.ts';
import { bookMovement, voidLostBookings } from '../bookings.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { formerSeries } from './gifts.ts';
import { payFromTap } from './tap.ts';

/** Where the money of a demo came from before coins came over chains. */
const formerAccounts = [houseAccounts.custody, houseAccount('custody', 'demo')];

/**
 * Puts what a demo of before holds on the development chains: the tap pays it to the hot addresses, and the books move it from the former custody accounts to
 * those of the networks. Each account and coin once; what a crash left between the two is booked at the next start.
 */
export async function openBooks(platform: Platform): Promise<void> {
  // A refill that a crash cut off in those days is not asked for again.
  await voidLostBookings(platform, formerSeries);
  await payOpenings(platform);
  await bookOpenings(platform);
}

async function payOpenings(platform: Platform): Promise<void> {
  const { networks, coins } = await readNetworks(platform);
  const keys = await listPinnedKeys(platform.database.kysely);
  const held = await platform.view.read(({ ledger, coins: listed }) =>
    formerAccounts.flatMap((account) =>
      [...listed.keys()].map((coin) => ({ account, coin, amount: -ledger.available(account, coin) })),
    ),
  );
  for (const { account, coin, amount } of held.filter((each) => each.amount > 0n)) {
    const listed = coins.find(
      (each) => each.coin === coin && networks.get(each.network)?.family === 'development',
    );
    const network = networks.get(listed?.network ?? '');
    const key = keys.find((each) => each.network === network?.code);
    if (!listed || !network || !key) continue;
    const chain = await chainsOf(platform).development(network);
    await chain.change(async (db, row) => {
      const { rows } = await sql`
        select from development_openings where account = ${account} and coin = ${coin}
      `.execute(db);
      if (rows.length > 0) return;
      const to = await ensureHotAddress(db, { network, key });
      const { contract } = listed;
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
}

function toChain(amount: bigint, { decimals, ledgerDecimals }: CoinNetwork): bigint {
  invariant(decimals >= ledgerDecimals, 'A chain of the demo counts at least as finely as the ledger.');
  return amount * powerOfTen(decimals - ledgerDecimals);
}

async function bookOpenings({ database, runtime }: Platform): Promise<void> {
  const { rows } = await sql<{ account: string; coin: string; network: string; amount: string }>`
    select account, coin, network, amount::text as amount from development_openings where not is_booked
  `.execute(database.kysely);
  for (const { account, coin, network, amount } of rows) {
    const reference = `opening:${account}:${coin}`;
    const booking = await database.kysely
      .transaction()
      .execute((transaction) => bookMovement(transaction, { series: `house:${network}`, reference }));
    const result = await runtime.execute({
      kind: 'MoveHouseMoney',
      booking,
      ...{ reference, actor: 'demo', reason: 'what the demo held before its coins came over chains' },
      cause: 'custody_move',
      legs: [{ from: houseAccount('custody', network), to: account, coin, amount: BigInt(amount) }],
    });
    invariant(result.status === 'accepted', 'the exchange refused to move custody to its network');
    await sql`
      update development_openings set is_booked = true where account = ${account} and coin = ${coin}
    `.execute(database.kysely);
  }
}
