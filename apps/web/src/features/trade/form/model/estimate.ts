import type { MarketMath } from './market-math.ts';
import type { OrderSide } from './order-draft.ts';

interface Level {
  readonly price: string;
  readonly quantity: string;
}

export interface Levels {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** How much is to be traded: so much of the base coin, or what so much of the quote coin buys. */
export type Size = { readonly quantity: number } | { readonly budget: bigint };

/** What an order that takes any price would meet in the book as it stands. */
export interface Estimate {
  readonly quantity: number;
  /** In the smallest unit of the quote coin. */
  readonly cost: bigint;
  /** In units of price, to the nearest. */
  readonly averagePrice: number;
  /** How far the average is from the best price, in parts per million. */
  readonly slippage: number;
  /** False when the book is not deep enough. */
  readonly complete: boolean;
}

/** Walks the book from its best price. Null where there is nothing to trade with. */
export function estimateFill(
  { bids, asks }: Levels,
  { side, size, math }: { side: OrderSide; size: Size; math: MarketMath },
): Estimate | null {
  const { units } = math;
  let [quantity, cost, best, left] = [0, 0n, 0, true];
  for (const level of side === 'buy' ? asks : bids) {
    const [price, offered] = [math.price(level.price), math.quantity(level.quantity)];
    if (price === null || offered === null || price === 0) continue;
    if (best === 0) best = price;
    const wanted =
      'quantity' in size
        ? size.quantity - quantity
        : math.wholeLots(units.affordable(size.budget - cost, price));
    const taken = Math.min(wanted, offered);
    quantity += taken;
    cost += side === 'buy' ? units.quoteUp(price, taken) : units.quoteDown(price, taken);
    left = wanted > offered;
    if (!left) break;
  }
  if (quantity === 0) return null;
  const { price_decimals, quantity_decimals, quote_decimals } = math.rules;
  const scaled = cost * 10n ** BigInt(price_decimals + quantity_decimals);
  const per = BigInt(quantity) * 10n ** BigInt(quote_decimals);
  const averagePrice = Number((scaled * 2n + per) / (per * 2n));
  const slippage = Math.abs(Math.round(((averagePrice - best) / best) * 1_000_000));
  return { quantity, cost, averagePrice, slippage, complete: !left };
}
