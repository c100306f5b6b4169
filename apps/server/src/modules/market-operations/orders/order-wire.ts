import type { StaffOrder, StaffTrade } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import {
  type FillRecord,
  fillOnWire,
  type LiveExchange,
  type OrderRecord,
  orderOnWire,
  statusOf,
  type WholeTrade,
} from '#modules/trading/index.ts';

type Names = ReadonlyMap<string, string>;

/** The usernames of accounts, by their ids. */
export async function namesOf(db: QueryExecutorProvider, accounts: readonly string[]): Promise<Names> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any (${[...new Set(accounts)]}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export const holderOf = (id: string, names: Names) => ({ id, username: names.get(id) ?? null });

export function staffOrderOnWire(order: OrderRecord, live: LiveExchange, names: Names): StaffOrder {
  const status = statusOf(order);
  return {
    ...orderOnWire(order, live),
    status: status === 'partially_filled' ? 'open' : status,
    user: holderOf(order.account, names),
  };
}

export function staffTradeOnWire({ maker, taker }: WholeTrade, live: LiveExchange, names: Names): StaffTrade {
  const market = live.market(taker.market);
  const side = (fill: FillRecord) => {
    const { order_id, operation, fee, fee_coin } = fillOnWire(fill, market);
    return { user: holderOf(fill.account, names), order_id, operation, fee, fee_coin };
  };
  const { id, pair, operation, price, quantity, total, time } = fillOnWire(taker, market);
  return { id, pair, operation, price, quantity, total, time, maker: side(maker), taker: side(taker) };
}
