import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { showWorth, worthOf } from '#modules/rates/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { carefulRates } from './careful-rates.ts';
import { unitsOf } from './policy.ts';
import { valueCoin } from './value-for-limits.ts';

/** What an account paid by card within the hours that the operator holds it for, in USDT as it was worth then. What of it was given back holds nothing. */
async function readHeld(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<{ readonly hours: number; readonly value: string }> {
  const { rows } = await sql<{ hours: number; value: string }>`
    select card_hold_hours as hours, trim_scale(coalesce((
      select sum(value * (amount - returned) / amount) from card_orders
      where user_id = ${userId} and side = 'buy' and paid_at > ${now}::timestamptz - card_hold_hours * interval '1 hour'
    ), 0))::text as value
    from withdrawal_policy
  `.execute(db);
  return rows[0] ?? { hours: 0, value: '0' };
}

interface OnItsWay {
  readonly coin: string;
  readonly amount: string;
}

/**
 * What was written down to leave and may still be in the balance: the books follow a moment later. To an address of ours they follow only when everything is
 * confirmed, and what a sale brought lies there until it is held.
 */
async function readOnItsWay(db: QueryExecutorProvider, userId: string): Promise<readonly OnItsWay[]> {
  const { rows } = await sql<OnItsWay>`
    select coin, trim_scale(sum(amount))::text as amount from (
      select coin, amount + fee as amount from withdrawals
      where user_id = ${userId} and (books in ('holding', 'transferring')
        or (books = 'none' and status in ('requested', 'confirmed', 'held', 'queued')))
      union all
      select coin, amount from transfers where from_user = ${userId} and status = 'transferring'
      union all
      select coin, amount from money_codes where maker = ${userId} and status = 'locking'
      union all
      select coin, coin_amount from card_orders where user_id = ${userId} and side = 'sell' and stage = 'selling'
      union all
      select currency, amount from card_orders where user_id = ${userId} and side = 'sell' and stage = 'sold'
    ) leaving group by coin
  `.execute(db);
  return rows;
}

/**
 * As much as was paid by card of late stays in the account, in whatever coins: a payment can be charged back when its coins are gone. What is held by orders
 * counts as being there, what is leaving does not, `also` included. The caller holds the lock under which all of it is written down.
 *
 * @throws Problem card_hold.
 */
export async function requireBeyondCardHold(
  platform: Pick<Platform, 'view' | 'database' | 'config'>,
  db: QueryExecutorProvider,
  { userId, also, now }: { userId: string; also?: OnItsWay; now: Date },
): Promise<void> {
  const { hours, value } = await readHeld(db, { userId, now });
  if (!/[1-9]/.test(value)) return;
  const rates = await carefulRates(platform, now);
  // Before the balances: what is booked between the two is then counted twice, and never not at all.
  const leaving = [...(also ? [also] : []), ...(await readOnItsWay(db, userId))];
  const { balances, decimals } = await platform.view.read((exchange) => ({
    balances: [...(exchange.findAccount(userId)?.balances ?? [])],
    decimals: new Map(exchange.coins),
  }));
  const worthIn = (code: string, units: bigint): bigint => {
    const rate = rates.get(code);
    return rate ? worthOf(units, decimals.get(code) ?? 0, rate) : 0n;
  };
  const gone = leaving.reduce((sum, each) => {
    const units = parseDecimal(each.amount, decimals.get(each.coin) ?? 0);
    return sum + worthIn(each.coin, units.ok ? units.value : 0n);
  }, 0n);
  const there = balances.reduce(
    (sum, [code, { available, orders }]) => sum + worthIn(code, available + orders),
    0n,
  );
  const left = there - gone;
  if (left >= 0n && unitsOf(showWorth(left, valueCoin, decimals)) >= unitsOf(value)) return;
  throw new Problem('card_hold', { params: { hours, amount: value } });
}

/**
 * The same for what was asked for before and moves now: to an address of ours nothing is held at the request, and a card may have paid since.
 *
 * @throws Problem card_hold.
 */
export async function requireStillBeyondCardHold(
  platform: Pick<Platform, 'view' | 'database' | 'config'>,
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await lockLeaving(db, userId);
  await requireBeyondCardHold(platform, db, { userId, now });
}

/** One at a time of all that leaves an account: withdrawals, transfers, codes and sales. */
export async function lockLeaving(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals:${userId}`}, 0))`.execute(db);
}
