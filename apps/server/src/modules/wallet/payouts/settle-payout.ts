import { houseAccount } from '@emporion/core';
import type { Platform } from '#platform/platform.ts';
import { bookMovement, releaseRefused } from '../bookings.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, listOfPayout } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { Payout } from './payout.ts';
import { type PayoutNetwork, toLedgerUnits } from './payout-network.ts';
import { changePayout } from './store.ts';

/** Final: out of flight and out of custody, and what the network took too. Of one that failed the network took its part all the same. */
export async function settle(
  { platform, net }: { readonly platform: Platform; readonly net: PayoutNetwork },
  payout: Payout,
): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { id, network, payments, cost } = payout;
  const [custody, inFlight] = [houseAccount('custody', network), houseAccount('in-flight', network)];
  const reference = `payout:${id}`;
  const series = 'payout-final';
  const booking = await kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series, reference }));
  const ledger = (coin: string, amount: bigint): bigint => {
    const asset = net.coins.get(coin);
    if (!asset) throw new Error(`${network} has no coin ${coin} any more.`);
    return toLedgerUnits(amount, asset);
  };
  const sums = new Map<string, bigint>();
  // What goes from one of our addresses to another stays in custody.
  const isPaid = payout.status === 'completed' && payout.kind === 'payout';
  for (const { coin, amount } of isPaid ? payments : [])
    sums.set(coin, (sums.get(coin) ?? 0n) + ledger(coin, amount));
  const paid = [...sums].map(([coin, amount]) => ({ from: inFlight, to: custody, coin, amount }));
  const costs = cost !== null && cost > 0n ? [costLeg(network, net.feeCoin, ledger(net.feeCoin, cost))] : [];
  const reason = `final on ${network}: ${payout.transactionId}`;
  const words = { booking, reference, actor: `watcher:${network}`, reason };
  const cause = isPaid ? 'payout' : 'network_cost';
  const legs = [...paid, ...costs];
  const result =
    legs.length === 0
      ? undefined
      : await platform.runtime.execute({ kind: 'MoveHouseMoney', cause, legs, ...words });
  if (result?.status === 'rejected') {
    await releaseRefused(platform, booking);
    throw new Error(`The exchange refused to settle the payout ${id}: ${result.rejection.code}.`);
  }
  return kysely.transaction().execute(async (transaction) => {
    for (const withdrawal of isPaid ? await listOfPayout(transaction, id) : []) {
      const change = { status: 'completed', books: 'settled', waitsFor: null } as const;
      const done =
        withdrawal.status === 'completed'
          ? undefined
          : await changeWithdrawal(transaction, withdrawal, change);
      const hash = payout.transactionId;
      if (done) await tellOwner(transaction, platform, { withdrawal: done, event: 'completed', hash });
    }
    return changePayout(transaction, payout, { books: 'settled' });
  });
}

function costLeg(network: string, coin: string, amount: bigint) {
  const costs = houseAccount('network-costs', network);
  return { from: costs, to: houseAccount('custody', network), coin, amount };
}

/** It will never arrive: what was in flight goes back to its accounts. What the network took for a failed transaction is the house's cost. */
export async function giveBack(
  platform: Platform,
  payout: Payout,
  reason: string,
  cost = 0n,
): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const failed = await kysely.transaction().execute(async (transaction) => {
    for (const withdrawal of await listOfPayout(transaction, payout.id)) {
      const change = { status: 'failed', books: 'returning', reason, waitsFor: null } as const;
      const changed = await changeWithdrawal(transaction, withdrawal, change);
      if (changed) await tellOwner(transaction, platform, { withdrawal: changed, event: 'failed' });
    }
    const books = cost > 0n ? 'settling' : 'open';
    return changePayout(transaction, payout, { status: 'failed', waitsFor: null, cost, books });
  });
  for (const withdrawal of await listOfPayout(kysely, payout.id)) await book(platform, withdrawal);
  return failed;
}
