import { houseAccount } from '@emporion/core';
import type { Platform } from '#platform/platform.ts';
import { bookMovement, releaseRefused } from '../bookings.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, listOfPayout } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { Payout } from './payout.ts';
import { type PayoutNetwork, toLedgerUnits } from './payout-network.ts';
import { ChangedMeanwhile, changePayout, listVariants } from './store.ts';

/**
 * Final: out of flight and out of custody, and what the network took too. Of one that failed the network took its part all the same. Of all that share a
 * number or an input this is the only one that is booked.
 */
export async function settle({ platform, net }: Settling, payout: Payout): Promise<Payout | undefined> {
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
  const taken = bookedCost(net, cost ?? 0n);
  const costs = taken.units > 0n ? [costLeg(network, net.feeCoin, taken.units)] : [];
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
    for (const withdrawal of isPaid ? await listOfPayout(transaction, payout) : []) {
      const change = { status: 'completed', books: 'settled', waitsFor: null } as const;
      const done =
        withdrawal.status === 'completed'
          ? undefined
          : await changeWithdrawal(transaction, withdrawal, change);
      const hash = payout.transactionId;
      if (done) await tellOwner(transaction, platform, { withdrawal: done, event: 'completed', hash });
    }
    for (const other of await listVariants(transaction, payout)) {
      if (other.id === id) continue;
      await net.release(transaction, other);
      const status = other.raw === null ? 'failed' : 'replaced';
      await changePayout(transaction, other, { status, waitsFor: null, books: 'settled' });
    }
    return changePayout(transaction, payout, { books: 'settled', costRemainder: taken.remainder });
  });
}

/** Where the chain counts more finely than the ledger a whole unit is booked, and what of it was not taken is kept in the chain's units. */
function bookedCost({ coins, feeCoin, network }: PayoutNetwork, cost: bigint) {
  const asset = coins.get(feeCoin);
  if (!asset) throw new Error(`${network} has no coin ${feeCoin} any more.`);
  const { chainDecimals, ledgerDecimals } = asset;
  if (ledgerDecimals >= chainDecimals) return { units: toLedgerUnits(cost, asset), remainder: 0n };
  const step = 10n ** BigInt(chainDecimals - ledgerDecimals);
  const units = (cost + step - 1n) / step;
  return { units, remainder: units * step - cost };
}

function costLeg(network: string, coin: string, amount: bigint) {
  const costs = houseAccount('network-costs', network);
  return { from: costs, to: houseAccount('custody', network), coin, amount };
}

/**
 * It will never arrive: what was in flight goes back to its accounts. To be called only when no bytes exist, or when a transaction with its number or inputs
 * is final. What the network took for one that took its place is the house's cost. One that was mined and failed has cost what its owner agreed to pay for it:
 * the fee is kept.
 *
 * @throws ChangedMeanwhile when it stands elsewhere by now.
 */
export async function giveBack(
  { platform, net }: Settling,
  payout: Payout,
  end: { readonly status: 'completed' | 'failed'; readonly reason: string },
): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { status, reason } = end;
  const ended = await kysely.transaction().execute(async (transaction) => {
    const isMined = payout.status === 'confirming';
    const hasFailed = isMined && status === 'failed';
    for (const withdrawal of await listOfPayout(transaction, payout)) {
      const change = { status: 'failed', books: 'returning', reason, waitsFor: null } as const;
      const kept = hasFailed ? ({ feeKept: true } as const) : {};
      const changed = await changeWithdrawal(transaction, withdrawal, { ...change, ...kept });
      const event = hasFailed ? 'failed_on_chain' : 'failed';
      const hash = hasFailed ? payout.transactionId : null;
      if (changed) await tellOwner(transaction, platform, { withdrawal: changed, event, hash });
    }
    if (!isMined) await net.release(transaction, payout);
    const books = isMined ? 'settling' : 'settled';
    const changed = await changePayout(transaction, payout, { status, reason, waitsFor: null, books });
    if (!changed) throw new ChangedMeanwhile();
    return changed;
  });
  for (const withdrawal of await listOfPayout(kysely, payout)) await book(platform, withdrawal);
  return ended;
}

interface Settling {
  readonly platform: Platform;
  readonly net: PayoutNetwork;
}
