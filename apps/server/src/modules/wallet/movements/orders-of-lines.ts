import type { Movement } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import type { LedgerEntry } from '../history/ledger.ts';
import { cardOrderOf, type LineOrder } from './ledger-types.ts';

type Source = Pick<Platform, 'database'>;
type Swap = NonNullable<Movement['swap']>;

/** The swaps that trades are part of, by the orders that the swaps placed. */
export async function readSwaps(
  { database }: Source,
  {
    userId,
    entries,
    trades,
    decimals,
  }: {
    userId: string;
    entries: readonly LedgerEntry[];
    trades: ReadonlyMap<string, NonNullable<Movement['trade']>>;
    decimals: ReadonlyMap<string, number>;
  },
): Promise<ReadonlyMap<string, Swap>> {
  if (trades.size === 0) return new Map();
  const moments = [...new Set(entries.flatMap(({ kind, at }) => (kind === 'trade' ? [at] : [])))];
  const { rows } = await sql<Swap & { orders: string[] }>`
    select id::text as id, from_coin as "from", to_coin as "to", given::text as given, received::text as received,
      order_ids::text[] as orders
    from swaps where account = ${userId} and swapped_at = any(${moments}::bigint[])
  `.execute(database.kysely);
  return new Map(
    rows.flatMap(({ orders, id, from, to, given, received }) => {
      const show = (units: string, coin: string) => formatDecimal(BigInt(units), decimals.get(coin) ?? 0);
      const swap = { id, from, to, given: show(given, from), received: show(received, to) };
      return orders.map((order): [string, Swap] => [order, swap]);
    }),
  );
}

interface Back {
  readonly reference: string;
  readonly kind: 'refund' | 'chargeback';
}

/** The card orders that lines belong to, by the reference of what came in or left and by the number of the order's swap; with what they were paid with or to. */
export async function readOrders(
  { database }: Source,
  {
    userId,
    entries,
    swaps,
  }: { userId: string; entries: readonly LedgerEntry[]; swaps: ReadonlyMap<string, Swap> },
): Promise<ReadonlyMap<string, LineOrder & { readonly id: string; readonly label: string }>> {
  const references = entries.flatMap(({ reference }) => (reference.startsWith('card:') ? [reference] : []));
  const ids = references.map(cardOrderOf);
  const made = [...swaps.values()].map(({ id }) => id);
  if (ids.length + made.length === 0) return new Map();
  const { rows } = await sql<
    Omit<LineOrder, 'reversal'> & { id: string; swap: string | null; label: string; back: Back[] | null }
  >`
    select id, side, swap_id::text as swap,
      (select json_agg(json_build_object('reference', reference, 'kind', kind)) from card_reversals where order_id = own.id) as back,
      case system when 'sepa' then 'SEPA' else initcap(system) end || coalesce(' •••• ' || coalesce(card_last_four, right(destination, 4)), '') as label
    from card_orders own
    where user_id = ${userId}::uuid and (id = any(${ids}::uuid[]) or swap_id = any(${made}::bigint[]))
  `.execute(database.kysely);
  return new Map(
    rows.flatMap(({ swap, back, ...known }): [string, LineOrder & typeof known][] => {
      const order = { ...known, reversal: null };
      const own = [`card:${known.id}`, ...(swap === null ? [] : [swap])];
      return [
        ...own.map((key): [string, typeof order] => [key, order]),
        ...(back ?? []).map(({ reference, kind }): [string, LineOrder & typeof known] => [
          reference,
          { ...known, reversal: kind },
        ]),
      ];
    }),
  );
}
