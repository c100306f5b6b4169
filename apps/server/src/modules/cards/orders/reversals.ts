import { mulDivUp } from '@emporion/kernel';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { bookMovement } from '#modules/wallet/index.ts';
import { fiatUnits, showFiat } from '../terms.ts';
import { type Movement, seriesOf } from './move-money.ts';
import type { OrderRow, Purchase } from './order.ts';

/** What of a purchase was given back at one time. Amounts are decimals. */
export interface Reversal {
  readonly id: string;
  readonly place: number;
  readonly kind: 'refund' | 'chargeback';
  readonly amount: string;
  readonly fee: string;
  readonly state: 'open' | 'done' | 'undone' | 'uncovered';
  readonly taken: string | null;
  readonly lost: string | null;
  readonly reference: string;
  readonly booking: number;
  readonly undoBooking: number | null;
  readonly clientId: string | null;
  /** Null: the pay system by itself. */
  readonly by: { readonly id: string; readonly username: string } | null;
  readonly reason: string | null;
  readonly begun: string;
  readonly ended: string | null;
}

/** Of an order that is called `own`, the oldest first. */
export const reversalsColumn = sql`(
  select coalesce(json_agg(json_build_object(
    'id', back.id, 'place', place, 'kind', kind, 'amount', trim_scale(back.amount)::text, 'fee', trim_scale(back.fee)::text, 'state', state,
    'taken', trim_scale(taken)::text, 'lost', trim_scale(lost)::text, 'reference', reference, 'booking', booking, 'undoBooking', undo_booking,
    'clientId', back.client_id, 'reason', back.reason, 'begun', begun_at, 'ended', ended_at,
    'by', case when decided_by is not null then json_build_object('id', decided_by, 'username', staff.username) end
  ) order by place), '[]')
  from card_reversals back left join users staff on staff.id = decided_by where order_id = own.id
) as reversals`;

type Returnable = Pick<OrderRow, 'amount' | 'fee' | 'reversals'>;

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, each) => sum + fiatUnits(each), 0n);
const doneOf = ({ reversals }: Returnable) => reversals.filter(({ state }) => state === 'done');

/** What of the payment was not given back so far, in hundredths. */
export function leftOf(order: Returnable): bigint {
  return fiatUnits(order.amount ?? '0') - sumOf(doneOf(order).map(({ amount }) => amount));
}

/**
 * What of our fee goes back with an amount: as much as makes all of it that was given back by then, rounded up, so that whoever gets all back in parts has paid
 * no fee. A movement is never of the fee alone.
 */
export function feeShareOf(order: Returnable, amount: bigint): bigint {
  const fee = fiatUnits(order.fee ?? '0');
  const before = sumOf(doneOf(order).map((each) => each.fee));
  const back = fiatUnits(order.amount ?? '0') - leftOf(order) + amount;
  const share = mulDivUp(fee, { by: back, per: fiatUnits(order.amount ?? '1') }) - before;
  return share < amount ? share : amount - 1n;
}

/** What an account must have for a refund of so much, in hundredths. */
export const neededOf = (order: Returnable, amount: bigint) => amount - feeShareOf(order, amount);

/** The most that can be refunded of what is left when the account has so much: what is needed grows with the amount, so halving finds it. */
export function mostOf(order: Returnable, free: bigint): bigint {
  let [low, high] = [0n, leftOf(order)];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (neededOf(order, middle) <= free) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The one that is under way. @throws Error where there is none, though the stage says so. */
export function openReversal({ id, reversals }: Purchase): Reversal {
  const open = reversals.find(({ state }) => state === 'open');
  if (!open) throw new Error(`The card order ${id} gives nothing back, and is at a stage that does.`);
  return open;
}

/** Writes down what is to be given back, with the number of its movement. The caller holds the order's lock. */
export async function openNext(
  transaction: QueryExecutorProvider,
  order: OrderRow,
  {
    kind,
    amount,
    movement,
    now,
    by = null,
  }: {
    kind: Reversal['kind'];
    amount: bigint;
    movement: Movement;
    now: Date;
    by?: { operatorId: string; reason: string; clientId: string } | null;
  },
): Promise<void> {
  const place = order.reversals.length + 1;
  const reference = `card:${order.id}/${place}`;
  const { number } = await bookMovement(transaction, { series: seriesOf(order.system, movement), reference });
  const fee = feeShareOf(order, amount);
  await sql`
    insert into card_reversals (order_id, place, kind, amount, fee, reference, booking, client_id, decided_by, reason, begun_at)
    values (${order.id}, ${place}, ${kind}, ${showFiat(amount)}, ${showFiat(fee)}, ${reference}, ${number},
      ${by?.clientId ?? null}, ${by?.operatorId ?? null}, ${by?.reason ?? null}, ${now})
  `.execute(transaction);
}

/** Closes one. False: another process has, and did the rest. */
export async function closeReversal(
  transaction: QueryExecutorProvider,
  { id }: Reversal,
  { state, now, set = sql`id = id` }: { state: Reversal['state']; now: Date; set?: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows } = await sql`
    update card_reversals set state = ${state}, ended_at = ${now}, ${set} where id = ${id} and state = 'open' returning id
  `.execute(transaction);
  return rows.length > 0;
}
