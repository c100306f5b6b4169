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

const fromBank = "(kind = 'deposit' AND reference LIKE 'bank:%')";
const received = "(kind = 'transfer' AND reference LIKE 'withdrawal:%')";
const ofCard = "reference LIKE 'card:%'";

/** A line of a trade that a swap made, at the swap's moment and by an order of its. */
function ofSwap(user: string, whose: 'anybody' | 'buy' | 'sell'): string {
  const orders =
    whose === 'anybody'
      ? ''
      : `JOIN card_orders paid ON paid.swap_id = own.id AND paid.user_id = ${user}::uuid AND paid.side = '${whose}'`;
  // The moments first: who has many trades has few swaps.
  return `(kind = 'trade' AND at = ANY (ARRAY(SELECT own.swapped_at FROM swaps own ${orders} WHERE own.account = ${user}))
    AND EXISTS (SELECT FROM swaps own ${orders} JOIN fills ON fills.order_id = ANY (own.order_ids)
      WHERE own.account = ${user} AND own.swapped_at = ledger_entries.at AND fills.trade_id::text = ledger_entries.reference))`;
}

const ofReversal = "(reference LIKE 'card:%' AND (kind = 'reversal' OR reference LIKE '%/%'))";
const isChargeback =
  "EXISTS (SELECT FROM card_reversals back WHERE back.reference = ledger_entries.reference AND back.kind = 'chargeback')";

const noTrade = "kind <> 'trade'";

/** The lines of one type. Where no trade can be one, it is said, so that the planner takes the index of what is no trade. */
export function kindIs({ type }: MovementFilter, user: string): string[] {
  switch (type) {
    case undefined:
      return [];
    case 'deposit':
      return [noTrade, `((kind = 'deposit' AND NOT ${fromBank} AND NOT ${ofCard}) OR ${received})`];
    case 'withdrawal':
      return ["kind = 'withdrawal'", `NOT ${ofCard}`];
    case 'bank':
      return [noTrade, fromBank];
    case 'transfer':
      return ["kind = 'transfer'", `NOT ${received}`];
    case 'card_purchase':
      return [`((kind = 'deposit' AND ${ofCard} AND NOT ${ofReversal}) OR ${ofSwap(user, 'buy')})`];
    case 'card_sale':
      return [`((kind IN ('withdrawal', 'payout_returned') AND ${ofCard}) OR ${ofSwap(user, 'sell')})`];
    case 'swap':
      return [ofSwap(user, 'anybody'), `NOT ${ofSwap(user, 'buy')}`, `NOT ${ofSwap(user, 'sell')}`];
    case 'trade':
      return ["kind = 'trade'", `NOT ${ofSwap(user, 'anybody')}`];
    case 'refund':
      return [noTrade, ofReversal, `NOT ${isChargeback}`];
    case 'chargeback':
      return [noTrade, ofReversal, isChargeback];
    case 'other':
      return [`kind NOT IN (${ownTypes.map((kind) => `'${kind}'`).join(', ')})`, noTrade, `NOT ${ofCard}`];
    default:
      return [`kind = '${type}'`];
  }
}
