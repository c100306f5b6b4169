import { houseAccount } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import { ledgerHistory } from '#modules/wallet/history/index.ts';
import type { Liabilities } from '../tree/split-balances.ts';

/** What is owed of a coin after one batch of the journal. */
export interface LiabilitiesAt extends Liabilities {
  readonly height: number;
  /** When the last command of the batch was accepted. */
  readonly takenAt: Date;
  readonly coinDecimals: number;
  /** What of it was on its way out of the exchange. */
  readonly inFlight: bigint;
}

const fetchedTogether = 20_000;
const house = 'house:%';
const inFlight = houseAccount('in-flight', '%');

/**
 * Reads the balances and the batch they are of at one moment, which the transaction of the follower that writes them makes one. Owed is what accounts have, free or
 * held, and what left one and is not final on its network: that is still on addresses of ours.
 *
 * @throws when the coin does not sum to zero over all accounts, or somebody has less than nothing: then nothing may be published.
 */
export async function readLiabilities(client: pg.ClientBase, coin: string): Promise<LiabilitiesAt> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows: places } = await client.query<{ height: number; takenAt: number; decimals: number }>(
      `SELECT batch::float8 AS height, accepted_at::float8 AS "takenAt", decimals
       FROM follower_checkpoints AS follower CROSS JOIN coins WHERE follower.name = $1 AND code = $2`,
      [ledgerHistory, coin],
    );
    const [place] = places;
    invariant(place, `there is no history of ${coin} yet`);
    const { rows: sums } = await client.query<{ sum: string }>(
      'SELECT coalesce(sum(available + orders + withdrawals + codes), 0)::text AS sum FROM balances WHERE coin = $1',
      [coin],
    );
    invariant(sums[0]?.sum === '0', `all accounts together have ${sums[0]?.sum} of ${coin}`);
    const owed = await fetchOwed(client, coin);
    const { height, takenAt, decimals } = place;
    return { ...owed, height, takenAt: new Date(takenAt), coinDecimals: decimals };
  } finally {
    await client.query('ROLLBACK');
  }
}

interface OwedRow {
  readonly account: string;
  readonly amount: string;
  readonly isOverdrawn: boolean;
  readonly isInFlight: boolean;
}

async function fetchOwed(
  client: pg.ClientBase,
  coin: string,
): Promise<Liabilities & { readonly inFlight: bigint }> {
  const accounts: string[] = [];
  const amounts: bigint[] = [];
  let onTheWay = 0n;
  for (let after = ''; ; ) {
    const { rows } = await client.query<OwedRow>(
      `SELECT account, (available + orders + withdrawals + codes)::text AS amount,
         least(available, orders, withdrawals, codes) < 0 AS "isOverdrawn", account LIKE $3 AS "isInFlight"
       FROM balances
       WHERE coin = $1 AND (account NOT LIKE $2 OR account LIKE $3) AND account > $4
       ORDER BY account LIMIT $5`,
      [coin, house, inFlight, after, fetchedTogether],
    );
    for (const { account, amount: written, isOverdrawn, isInFlight } of rows) {
      invariant(!isOverdrawn, `${account} has less than nothing of ${coin}`);
      const amount = BigInt(written);
      if (amount === 0n) continue;
      accounts.push(account);
      amounts.push(amount);
      if (isInFlight) onTheWay += amount;
    }
    const last = rows.at(-1);
    if (!last || rows.length < fetchedTogether) return { accounts, amounts, inFlight: onTheWay };
    after = last.account;
  }
}
