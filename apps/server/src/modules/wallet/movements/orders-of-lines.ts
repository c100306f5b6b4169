import type { Movement } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
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
  const { rows } = await database.pool.query<Swap & { orders: string[] }>(
    `SELECT id::text AS id, from_coin AS "from", to_coin AS "to", given::text AS given, received::text AS received,
       order_ids::text[] AS orders
     FROM swaps WHERE account = $1 AND swapped_at = ANY ($2::bigint[])`,
    [userId, moments],
  );
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
  const { rows } = await database.pool.query<
    Omit<LineOrder, 'reversal'> & { id: string; swap: string | null; label: string; back: Back[] | null }
  >(
    `SELECT id, side, swap_id::text AS swap,
       (SELECT json_agg(json_build_object('reference', reference, 'kind', kind)) FROM card_reversals WHERE order_id = own.id) AS back,
       CASE system WHEN 'sepa' THEN 'SEPA' ELSE initcap(system) END || coalesce(' •••• ' || coalesce(card_last_four, right(destination, 4)), '') AS label
     FROM card_orders own WHERE user_id = $3::uuid AND (id = ANY ($1::uuid[]) OR swap_id = ANY ($2::bigint[]))`,
    [ids, made, userId],
  );
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
