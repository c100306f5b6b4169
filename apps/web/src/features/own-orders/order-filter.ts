import { type Order, type OrderTypeName, orderTypes } from '@emporion/contracts/rest';
import { kindOf } from '#orders/model/order-kind.ts';
import { dayStart } from '#ui/field/day-start.ts';

export const closedStates = ['closed', 'done', 'canceled'] as const;
export type ClosedState = (typeof closedStates)[number];
export const periods = ['all', 'day', 'week', 'month', 'own'] as const;
export type Period = (typeof periods)[number];

/** Which orders and trades are listed. What a list does not know of it leaves out. */
export interface OrderFilter {
  /** Null means all pairs. */
  readonly pair: string | null;
  readonly side: Order['operation'] | null;
  readonly kind: OrderTypeName | null;
  readonly state: ClosedState;
  readonly period: Period;
  /** Days of an own period, as a date field writes them; empty for no bound. Both days belong to it. */
  readonly from: string;
  readonly to: string;
}

export const everything: Omit<OrderFilter, 'pair'> = {
  side: null,
  kind: null,
  state: 'closed',
  period: 'all',
  from: '',
  to: '',
};

export interface TimeSpan {
  readonly from?: string;
  readonly to?: string;
}

const dayMs = 86_400_000;
const lengths: Partial<Record<Period, number>> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs };

/** The moments between which rows are listed. A period that ends now begins at a whole minute, so that asking again asks the same. */
export function spanOf(
  { period, from, to }: Pick<OrderFilter, 'period' | 'from' | 'to'>,
  now: Date,
): TimeSpan {
  const length = lengths[period];
  if (length !== undefined)
    return { from: new Date(Math.floor((now.getTime() - length) / 60_000) * 60_000).toISOString() };
  if (period !== 'own') return {};
  const [start, end] = [dayStart(from), dayStart(to, 1)];
  return { ...(start === undefined ? {} : { from: start }), ...(end === undefined ? {} : { to: end }) };
}

/** How many of the filters behind the button are set. */
export function countFilters({ side, kind, state, period }: Omit<OrderFilter, 'pair'>): number {
  return [side !== null, kind !== null, state !== 'closed', period !== 'all'].filter(Boolean).length;
}

/** Open orders are all here, so they are filtered here. */
export function fits(order: Order, { pair, side, kind, ...when }: OrderFilter, now: Date): boolean {
  const { from, to } = spanOf(when, now);
  return (
    (pair === null || order.pair === pair) &&
    (side === null || order.operation === side) &&
    (kind === null || kindOf(order) === kind) &&
    (from === undefined || order.time >= from) &&
    (to === undefined || order.time < to)
  );
}

/** What the server is asked for a page of closed orders, and of trades, which have no type and no state. */
export function orderQuery(filter: OrderFilter, now: Date) {
  const { kind, state } = filter;
  return { ...fillQuery(filter, now), state, ...(kind === null ? {} : { type: orderTypes[kind] }) };
}

export function fillQuery({ pair, side, ...when }: OrderFilter, now: Date) {
  return {
    ...(pair === null ? {} : { pair }),
    ...(side === null ? {} : { operation: side }),
    ...spanOf(when, now),
  };
}
