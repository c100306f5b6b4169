import type { Chain, TransactionState } from '@emporion/chains';
import { type Exchange, houseAccount, keyOfBooking } from '@emporion/core';
import { powerOfTen } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';
import { listOpenBooks, type OpenBook } from './open-books.ts';

/** What the chain has of a coin, and what the books say that it has, in units of 10 to the minus `decimals`. */
export interface Reconciled {
  readonly network: string;
  readonly coin: string;
  readonly height: number;
  readonly decimals: number;
  /** On the house's own addresses, on those of users, and on the cold one. */
  readonly hot: bigint;
  readonly users: bigint;
  readonly cold: bigint;
  /** All three together. */
  readonly onChain: bigint;
  /** Minus custody. */
  readonly custody: bigint;
  /** What is on our addresses and not in custody: seen and not credited, remainders; less what left and is not booked. */
  readonly open: bigint;
  /** Zero when all is well: what the chain has less custody and what is open. */
  readonly difference: bigint;
}

export interface BookSources {
  readonly db: QueryExecutorProvider;
  readonly read: <Value>(look: (exchange: Exchange) => Value) => Promise<Value>;
  readonly chain: Pick<Chain, 'balance' | 'stateOf'>;
}

/**
 * Compares the coins on our addresses with the books, coin by coin, at the height up to which the chain is written down. Custody moves with final facts only,
 * so at every height: coins on our addresses = −custody + seen and not credited, to the unit.
 *
 * While money moves, a difference may only say that one of the two was read later: whoever finds one looks again.
 *
 * @throws ChainUnavailable.
 */
export async function reconcile(
  { db, read, chain }: BookSources,
  { network, coins }: { network: Network; coins: readonly CoinNetwork[] },
): Promise<Reconciled[]> {
  const { rows } = await sql<{ height: number }>`
    select height from chain_checkpoints where network = ${network.code}
  `.execute(db);
  const height = rows[0]?.height;
  if (height === undefined) return [];
  const here = coins.filter((each) => each.network === network.code);
  const open = await listOpenBooks(db, { network: network.code, height });
  const states = new Map<string, TransactionState>();
  for (const { transactionId } of open)
    if (transactionId !== null && !states.has(transactionId))
      states.set(transactionId, await chain.stateOf(transactionId));
  const ours = await listOurs(db, network.code);
  const onChain = new Map<string, Record<Place, bigint>>();
  for (const { coin, contract } of here) {
    const asset = { contract: contract ?? undefined, height };
    const lie = (place: Place) => (ours[place].length === 0 ? 0n : chain.balance(ours[place], asset));
    onChain.set(coin, { hot: await lie('hot'), users: await lie('users'), cold: await lie('cold') });
  }
  return read((exchange) =>
    here.map((listed) => {
      const { coin, ledgerDecimals } = listed;
      const decimals = Math.max(listed.decimals, ledgerDecimals);
      const fromChain = (units: bigint) => units * powerOfTen(decimals - listed.decimals);
      const fromLedger = (units: bigint) => units * powerOfTen(decimals - ledgerDecimals);
      const custody = -fromLedger(exchange.ledger.available(houseAccount('custody', network.code), coin));
      let sum = 0n;
      for (const each of open) {
        if (each.contract !== listed.contract) continue;
        sum += fromChain(unitsOnChain(each, { states, height }));
        if (isBooked(each, exchange)) sum -= fromLedger(each.ledgerUnits);
      }
      const at = (place: Place) => fromChain(onChain.get(coin)?.[place] ?? 0n);
      const [hot, users, cold] = [at('hot'), at('users'), at('cold')];
      const there = hot + users + cold;
      return {
        ...{ network: network.code, coin, height, decimals, hot, users, cold, onChain: there, custody },
        ...{ open: sum, difference: there - custody - sum },
      };
    }),
  );
}

type Place = 'hot' | 'users' | 'cold';

/** Every address whose coins are ours: those of the keys that this network's share and that money ever came to, and the cold one. */
async function listOurs(
  db: QueryExecutorProvider,
  network: string,
): Promise<Record<Place, readonly string[]>> {
  const { rows } = await sql<{ place: Place; address: string }>`
    select distinct case branch when 1 then 'hot' else 'users' end as place, address from chain_addresses
    where account = (select id from wallet_accounts join wallet_keys using (public_key) where network = ${network})
      and (branch = 1 or first_used_at is not null)
    union all
    select 'cold', cold_address from wallet_keys where network = ${network} and cold_address is not null
  `.execute(db);
  const at = (wanted: Place) => rows.flatMap(({ place, address }) => (place === wanted ? address : []));
  return { hot: at('hot'), users: at('users'), cold: at('cold') };
}

function unitsOnChain(
  { isOnChain, transactionId, isCost, chainUnits }: OpenBook,
  { states, height }: { states: ReadonlyMap<string, TransactionState>; height: number },
): bigint {
  if (isOnChain !== undefined) return isOnChain ? chainUnits : 0n;
  const found = states.get(transactionId ?? '');
  if (found?.state !== 'mined' || found.block.height > height) return 0n;
  if (isCost) return -found.cost;
  return found.succeeded ? chainUnits : 0n;
}

/** A loss that is due counts as in the books until it is booked; a return only once it is. */
function isBooked({ isBooked: known, series, number, isUndone }: OpenBook, exchange: Exchange): boolean {
  if (known !== undefined) return known;
  const booking = series !== null && number !== null ? { series, number } : undefined;
  const isDone =
    booking !== undefined &&
    exchange.bookings.get(booking.series)?.isDone(booking.number) === true &&
    !exchange.recentBookings.get(keyOfBooking(booking))?.rejection;
  return isDone !== isUndone;
}
