import type { MarketMath } from '#orders/model/market-math.ts';
import type { OrderSide } from '#orders/model/order-draft.ts';
import type { Traded } from '#orders/model/received.ts';

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
export interface Estimate extends Traded {
  /** Level by level, as each is settled and pays its fee. */
  readonly parts: readonly Traded[];
  /** In units of price, to the nearest. */
  readonly averagePrice: number;
  /** The price of the last level that is taken. */
  readonly worstPrice: number;
  /** How far the average is from the best price, in parts per million. */
  readonly slippage: number;
  /** False when the book is not deep enough, up to the worst price. */
  readonly complete: boolean;
}

export interface Taking {
  readonly side: OrderSide;
  readonly size: Size;
  readonly math: MarketMath;
  /** Beyond this price nothing is taken; none when it is null. */
  readonly worst?: number | null;
}

/** A market order that moves the price further than this is warned of; parts per million. */
const slippageMax = 10_000;

export function isSlippery({ slippage }: Pick<Estimate, 'slippage'>): boolean {
  return slippage > slippageMax;
}

/** Walks the book from its best price, as the matcher does. Null where there is nothing to trade with. */
export function estimateFill(
  { bids, asks }: Levels,
  { side, size, math, worst = null }: Taking,
): Estimate | null {
  const { units } = math;
  const parts: Traded[] = [];
  let [quantity, cost, best, last, left] = [0, 0n, 0, 0, true];
  for (const level of side === 'buy' ? asks : bids) {
    const [price, offered] = [math.price(level.price), math.quantity(level.quantity)];
    if (price === null || offered === null || price === 0) continue;
    if (worst !== null && (side === 'buy' ? price > worst : price < worst)) break;
    const affordable = 'budget' in size ? units.affordable(size.budget - cost, price) : null;
    const wanted = 'quantity' in size ? size.quantity - quantity : offered;
    const short = affordable !== null && affordable < BigInt(offered);
    const taken = short ? math.lotsDown(Number(affordable)) : Math.min(wanted, offered);
    // What is worth less than one unit here cannot be paid, and the matcher stops at it.
    left = !(short || affordable === BigInt(offered)) && !('quantity' in size && wanted <= offered);
    if (units.isDust(price, taken)) break;
    if (best === 0) best = price;
    last = price;
    const part = side === 'buy' ? units.quoteUp(price, taken) : units.quoteDown(price, taken);
    parts.push({ quantity: taken, cost: part });
    quantity += taken;
    cost += part;
    if (!left) break;
  }
  if (quantity === 0) return null;
  const averagePrice = averageOf({ quantity, cost }, math);
  const slippage = Math.abs(Math.round(((averagePrice - best) / best) * 1_000_000));
  return { quantity, cost, parts, averagePrice, worstPrice: last, slippage, complete: !left };
}

function averageOf({ quantity, cost }: Traded, { rules }: MarketMath): number {
  const scaled = cost * 10n ** BigInt(rules.price_decimals + rules.quantity_decimals);
  const per = BigInt(quantity) * 10n ** BigInt(rules.quote_decimals);
  return Number((scaled * 2n + per) / (per * 2n));
}
