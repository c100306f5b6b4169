import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import type { LedgerEntry } from '../history/ledger.ts';
import { cardOrderOf, type LineOrder } from './ledger-types.ts';
import { cardLabel } from './read-exchange-rows.ts';

type Source = Pick<Platform, 'database'>;

interface Back {
  readonly reference: string;
  readonly kind: 'refund' | 'chargeback';
}

type KnownOrder = LineOrder & { readonly id: string; readonly label: string };

/** The card orders that lines belong to, by the references of their refunds and their own; with what they were paid with or to. */
export async function readOrders(
  { database }: Source,
  userId: string,
  entries: readonly LedgerEntry[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  const ids = entries.flatMap(({ reference }) =>
    reference.startsWith('card:') ? [cardOrderOf(reference)] : [],
  );
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<KnownOrder, 'reversal'> & { back: Back[] | null }>`
    select id, side, ${cardLabel} as label,
      (select json_agg(json_build_object('reference', reference, 'kind', kind)) from card_reversals where order_id = own.id) as back
    from card_orders own where user_id = ${userId}::uuid and id = any(${ids}::uuid[])
  `.execute(database.kysely);
  return new Map(
    rows.flatMap(({ back, ...known }): [string, KnownOrder][] => [
      [`card:${known.id}`, { ...known, reversal: null }],
      ...(back ?? []).map(({ reference, kind }): [string, KnownOrder] => [
        reference,
        { ...known, reversal: kind },
      ]),
    ]),
  );
}
