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

/** The card order that a line belongs to, by its reference. */
export interface LineOrder {
  readonly side: 'buy' | 'sell';
  /** The line gives back a part of it, or all. */
  readonly reversal: 'refund' | 'chargeback' | null;
}

export function typeOfLine(line: Line, order: LineOrder | undefined): MovementType {
  const { kind } = line;
  if (isReceived(line)) return 'deposit';
  if (isFromBank(line)) return 'bank';
  // A refund that the pay system declined is credited again, under the reference of the refund.
  if (order?.reversal && (kind === 'reversal' || isOfReversal(line))) return order.reversal;
  if (order !== undefined) return order.side === 'buy' ? 'card_purchase' : 'card_sale';
  return ownTypes.find((own) => own === kind) ?? 'other';
}

/** The kinds of the ledger that are a type as they are, unless something above says more. */
const ownTypes = ['deposit', 'withdrawal', 'transfer', 'code', 'adjustment', 'bonus'] as const;

const fromBank = sql`(kind = 'deposit' and reference like 'bank:%')`;
const received = sql`(kind = 'transfer' and reference like 'withdrawal:%')`;
const ofCard = sql`reference like 'card:%'`;

const ofReversal = sql`(reference like 'card:%' and (kind = 'reversal' or reference like '%/%'))`;
const isChargeback = sql`exists (
  select from card_reversals back where back.reference = ledger_entries.reference and back.kind = 'chargeback')`;

/** The lines that a row of a card order stands for. Its refunds and its chargeback are rows of their own. */
export const ofCardOrder = sql`(kind in ('deposit', 'withdrawal', 'payout_returned') and ${ofCard} and not ${ofReversal})`;

/** The lines of one type. Undefined: no single line is of this type. */
export function kindIs({ type }: MovementFilter): RawBuilder<unknown>[] | undefined {
  switch (type) {
    case undefined:
      return [];
    case 'deposit':
      return [sql`((kind = 'deposit' and not ${fromBank} and not ${ofCard}) or ${received})`];
    case 'withdrawal':
      return [sql`kind = 'withdrawal'`, sql`not ${ofCard}`];
    case 'bank':
      return [fromBank];
    case 'transfer':
      return [sql`kind = 'transfer'`, sql`not ${received}`];
    case 'card_purchase':
    case 'card_sale':
    case 'swap':
    case 'trade':
      return undefined;
    case 'refund':
      return [ofReversal, sql`not ${isChargeback}`];
    case 'chargeback':
      return [ofReversal, isChargeback];
    case 'other':
      return [sql`kind not in (${sql.join(ownTypes.map((kind) => sql.lit(kind)))})`, sql`not ${ofCard}`];
    default:
      return [sql`kind = ${sql.lit(type)}`];
  }
}
