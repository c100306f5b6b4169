import type { ExchangeEvent } from '@emporion/core';
import type pg from 'pg';
import type { CommittedBatch } from '#platform/runtime.ts';
import { type OrderRow, orderColumns, orderOf } from '#runtime/projections/history/orders.ts';
import { dayOf, type ProjectionState, volumeKey } from '#runtime/projections/model/state.ts';

/** What some events speak of and the state does not have yet. */
interface Missing {
  readonly orders: Set<number>;
  /** The coins of each account. */
  readonly balances: Map<string, Set<string>>;
  /** By key. */
  readonly volumes: Map<string, readonly [account: string, coin: string, day: number]>;
}

/** Fetches the rows that the batches are going to change. Those that the database does not have either are made by the projection. */
export async function hydrate(
  client: pg.ClientBase,
  state: ProjectionState,
  batches: readonly CommittedBatch[],
): Promise<void> {
  const missing = missingFor(state, batches);
  await hydrateOrders(client, state, missing.orders);
  await hydrateBalances(client, state, missing.balances);
  await hydrateVolumes(client, state, missing.volumes);
}

function missingFor(state: ProjectionState, batches: readonly CommittedBatch[]): Missing {
  const missing: Missing = { orders: new Set(), balances: new Map(), volumes: new Map() };
  const placed = new Set<number>();
  const quotes = new Map<string, string>();
  for (const { events } of batches) {
    for (const event of events) {
      if (event.kind === 'OrderPlaced') placed.add(event.order.id);
      if (event.kind === 'MarketOpened') quotes.set(event.definition.market, event.definition.quote);
      for (const id of ordersOf(event)) if (!state.orders.has(id) && !placed.has(id)) missing.orders.add(id);
      addBalances(state, event, missing);
      addVolumes(state, event, missing, quotes);
    }
  }
  return missing;
}

function ordersOf(event: ExchangeEvent): readonly number[] {
  switch (event.kind) {
    case 'TradeExecuted':
      return [event.makerOrderId, event.takerOrderId];
    case 'OrderClosed':
    case 'OrderReduced':
    case 'OrderAmended':
    case 'OrderFired':
    case 'OrderRepriced':
      return [event.orderId];
    case 'TrailingStopsMoved':
      return event.moves.map(({ orderId }) => orderId);
    default:
      return [];
  }
}

function addBalances(state: ProjectionState, event: ExchangeEvent, missing: Missing): void {
  if (!('postings' in event)) return;
  for (const { account, coin } of event.postings) {
    if (state.balances.get(account)?.has(coin)) continue;
    const coins = missing.balances.get(account);
    if (coins) coins.add(coin);
    else missing.balances.set(account, new Set([coin]));
  }
}

function addVolumes(
  state: ProjectionState,
  event: ExchangeEvent,
  missing: Missing,
  opened: ReadonlyMap<string, string>,
): void {
  if (event.kind !== 'TradeExecuted') return;
  const coin = opened.get(event.market) ?? state.market(event.market).quote;
  const day = dayOf(event.executedAt);
  for (const account of [event.makerAccount, event.takerAccount]) {
    const key = volumeKey(account, coin, day);
    if (!state.volumes.has(key)) missing.volumes.set(key, [account, coin, day]);
  }
}

async function hydrateOrders(
  client: pg.ClientBase,
  state: ProjectionState,
  ids: ReadonlySet<number>,
): Promise<void> {
  if (ids.size === 0) return;
  const { rows } = await client.query<OrderRow>(
    `SELECT ${orderColumns} FROM open_orders WHERE open_orders.id = ANY ($1::bigint[])`,
    [[...ids]],
  );
  for (const row of rows) state.orders.set(row.id, orderOf(row));
}

async function hydrateBalances(
  client: pg.ClientBase,
  state: ProjectionState,
  missing: Missing['balances'],
): Promise<void> {
  if (missing.size === 0) return;
  const wanted = [...missing].flatMap(([account, coins]) => [...coins].map((coin) => [account, coin]));
  const { rows } = await client.query<Record<'account' | 'coin' | Bucket, string>>(
    `SELECT account, coin, available::text, orders::text, withdrawals::text, codes::text FROM balances
     WHERE (account, coin) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [wanted.map(([account]) => account), wanted.map(([, coin]) => coin)],
  );
  for (const { account, coin, available, orders, withdrawals, codes } of rows) {
    Object.assign(state.balance(account, coin), {
      available: BigInt(available),
      orders: BigInt(orders),
      withdrawals: BigInt(withdrawals),
      codes: BigInt(codes),
    });
  }
}

type Bucket = 'available' | 'orders' | 'withdrawals' | 'codes';

async function hydrateVolumes(
  client: pg.ClientBase,
  state: ProjectionState,
  missing: Missing['volumes'],
): Promise<void> {
  if (missing.size === 0) return;
  const wanted = [...missing.values()];
  const { rows } = await client.query<{ account: string; coin: string; day: number; volume: string }>(
    `SELECT account, coin, day, volume::text FROM traded_volumes
     WHERE (account, day, coin) IN (SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]))`,
    [wanted.map(([account]) => account), wanted.map(([, , day]) => day), wanted.map(([, coin]) => coin)],
  );
  for (const { account, coin, day, volume } of rows) state.volume(account, coin, day).volume = BigInt(volume);
}
