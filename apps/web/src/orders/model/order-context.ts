import type { FieldProblem } from '#ui/form/field-problem.ts';
import type { Available } from './holding.ts';
import type { MarketMath } from './market-math.ts';
import type { OrderDraft } from './order-draft.ts';

/** What an order is judged by. */
export interface OrderContext {
  readonly math: MarketMath;
  /** The price of the last trade as it is when this is called; null before the first. */
  readonly lastPrice: () => string | null;
  /** Null while it is not known, and of a visitor. */
  readonly available: Available | null;
  /** The best prices of the book this moment; left out where nobody knows them. */
  readonly best?: () => { readonly bid: string | null; readonly ask: string | null };
  /** What a buy would cost in the book as it stands; null where that is not known. */
  readonly bookCost?: (draft: OrderDraft) => bigint | null;
}

/** The last price in units of price; zero before the first trade. */
export function lastOf({ math, lastPrice }: OrderContext): number {
  const last = lastPrice();
  return last === null ? 0 : (math.price(last) ?? 0);
}

export type Finding = FieldProblem | undefined;

export function problem(code: string, params?: Readonly<Record<string, string>>): FieldProblem {
  return params === undefined ? { code } : { code, params };
}
