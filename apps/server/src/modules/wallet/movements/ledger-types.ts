import { type RawBuilder, sql } from 'kysely';
import type { MovementFilter, MovementType } from './movement-filter.ts';

/** What a line of the ledger is called, and the condition that finds those of one name: said twice here, and nowhere else. */
interface Line {
  readonly kind: string;
  readonly reference: string;
}

/** What another user withdrew to an address of this one's is a transfer for the ledger, and a deposit for whoever got it. */
export const isReceived = ({ kind, reference }: Line) =>
  kind === 'transfer' && reference.startsWith('withdrawal:');
/** What a bank brought, which staff have credited. */
export const isFromBank = ({ kind, reference }: Line) => kind === 'deposit' && reference.startsWith('bank:');

/** Each refund or chargeback of a card order has a reference of its own, that of the order with a number. Those of a release before have the order's. */
const isOfReversal = ({ reference }: Pick<Line, 'reference'>) => reference.includes('/');
/** The order that a reference of cards belongs to. */
export const cardOrderOf = (reference: string) => reference.slice('card:'.length).split('/')[0] ?? '';

/** Of the card order that a line belongs to, by its reference or by the swap that the order made. */
export interface LineOrder {
  readonly side: 'buy' | 'sell';
  /** The line gives back a part of it, or all. */
  readonly reversal: 'refund' | 'chargeback' | null;
}

export function typeOfLine(
  line: Line,
  { order, isOfSwap }: { order: LineOrder | undefined; isOfSwap: boolean },
): MovementType {
  const { kind } = line;
  if (isReceived(line)) return 'deposit';
  if (isFromBank(line)) return 'bank';
  // What the pay system would not return is the owner's again, under the reference of the refund.
  if (order?.reversal && (kind === 'reversal' || isOfReversal(line))) return order.reversal;
  if (order !== undefined) return order.side === 'buy' ? 'card_purchase' : 'card_sale';
  if (kind === 'trade' && isOfSwap) return 'swap';
  return ownTypes.find((own) => own === kind) ?? 'other';
}

/** The kinds of the ledger that are a type as they are, unless something above says more. */
const ownTypes = ['deposit', 'withdrawal', 'transfer', 'code', 'trade', 'adjustment', 'bonus'] as const;

const fromBank = sql`(kind = 'deposit' and reference like 'bank:%')`;
const received = sql`(kind = 'transfer' and reference like 'withdrawal:%')`;
const ofCard = sql`reference like 'card:%'`;

/** A line of a trade that a swap made, at the swap's moment and by an order of its. */
function ofSwap(userId: string, whose: 'anybody' | 'buy' | 'sell'): RawBuilder<unknown> {
  const orders =
    whose === 'anybody'
      ? sql``
      : sql`join card_orders paid on paid.swap_id = own.id and paid.user_id = ${userId}::uuid and paid.side = ${sql.lit(whose)}`;
  // The moments first: who has many trades has few swaps.
  return sql`(kind = 'trade' and at = any(array(select own.swapped_at from swaps own ${orders} where own.account = ${userId}))
    and exists (select from swaps own ${orders} join fills on fills.order_id = any(own.order_ids)
      where own.account = ${userId} and own.swapped_at = ledger_entries.at and fills.trade_id::text = ledger_entries.reference))`;
}

const ofReversal = sql`(reference like 'card:%' and (kind = 'reversal' or reference like '%/%'))`;
const isChargeback = sql`exists (
  select from card_reversals back where back.reference = ledger_entries.reference and back.kind = 'chargeback')`;

const noTrade = sql`kind <> 'trade'`;

/** The lines of one type. Where no trade can be one, it is said, so that the planner takes the index of what is no trade. */
export function kindIs({ type, userId }: MovementFilter): RawBuilder<unknown>[] {
  switch (type) {
    case undefined:
      return [];
    case 'deposit':
      return [noTrade, sql`((kind = 'deposit' and not ${fromBank} and not ${ofCard}) or ${received})`];
    case 'withdrawal':
      return [sql`kind = 'withdrawal'`, sql`not ${ofCard}`];
    case 'bank':
      return [noTrade, fromBank];
    case 'transfer':
      return [sql`kind = 'transfer'`, sql`not ${received}`];
    case 'card_purchase':
      return [sql`((kind = 'deposit' and ${ofCard} and not ${ofReversal}) or ${ofSwap(userId, 'buy')})`];
    case 'card_sale':
      return [sql`((kind in ('withdrawal', 'payout_returned') and ${ofCard}) or ${ofSwap(userId, 'sell')})`];
    case 'swap':
      return [
        ofSwap(userId, 'anybody'),
        sql`not ${ofSwap(userId, 'buy')}`,
        sql`not ${ofSwap(userId, 'sell')}`,
      ];
    case 'trade':
      return [sql`kind = 'trade'`, sql`not ${ofSwap(userId, 'anybody')}`];
    case 'refund':
      return [noTrade, ofReversal, sql`not ${isChargeback}`];
    case 'chargeback':
      return [noTrade, ofReversal, isChargeback];
    case 'other':
      return [
        sql`kind not in (${sql.join(ownTypes.map((kind) => sql.lit(kind)))})`,
        noTrade,
        sql`not ${ofCard}`,
      ];
    default:
      return [sql`kind = ${sql.lit(type)}`];
  }
}
