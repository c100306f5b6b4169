import { type OrderTypeName, type orderEndpoints, orderTypes } from '@emporion/contracts/rest';
import type { z } from 'zod/mini';
import type { FillFilter } from '../history/fills.ts';
import type { OrderFilter } from '../history/orders.ts';

type Written<Query> = Partial<Omit<Query, 'limit' | 'cursor'>>;
type WrittenOrders = Written<z.output<typeof orderEndpoints.list.query>>;
type WrittenFills = Written<z.output<typeof orderEndpoints.fills.query>>;

const typeNames = Object.keys(orderTypes) as OrderTypeName[];

/** The filter of a list of orders as a query of the contract writes it. */
export function orderFilterOf(account: string, written: WrittenOrders): OrderFilter {
  const { pair, operation, type, client_order_id: clientOrderId, state } = written;
  return {
    ...{ account, market: pair, side: operation, clientOrderId, state },
    type: type === undefined ? undefined : typeNames[type],
    ...rangeOf(written),
  };
}

export function fillFilterOf(account: string, written: WrittenFills): FillFilter {
  return { account, market: written.pair, side: written.operation, ...rangeOf(written) };
}

function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const ms = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
  return { from: ms(from), to: ms(to) };
}
