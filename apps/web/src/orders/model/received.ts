import { parseDecimal, rateUp } from '@emporion/kernel';
import type { MarketMath } from '#orders/model/market-math.ts';
import type { OrderDraft } from '#orders/model/order-draft.ts';

/** A fee in percent of what is received, as the wire writes it, in parts per million. */
export function rateOf(percent: string): bigint {
  const parsed = parseDecimal(percent, 4);
  return parsed.ok ? parsed.value : 0n;
}

export interface Traded {
  readonly quantity: number;
  /** In the smallest unit of the quote coin. */
  readonly cost: bigint;
}

/** The fee of a trade and what is left after it, in the coin that is received. */
export interface Received {
  readonly fee: string;
  readonly net: string;
  readonly coin: 'base' | 'quote';
}

/** As the exchange settles fills: the fee comes out of what each of them brings, rounded up. */
export function receivedFor(
  { side }: Pick<OrderDraft, 'side'>,
  fills: readonly Traded[],
  { math, rate }: { math: MarketMath; rate: bigint },
): Received {
  let [gross, fee] = [0n, 0n];
  for (const { quantity, cost } of fills) {
    const brought = side === 'sell' ? cost : math.units.base(quantity);
    gross += brought;
    fee += rateUp(brought, rate);
  }
  const show = side === 'sell' ? math.showQuote : math.showBase;
  return { fee: show(fee), net: show(gross - fee), coin: side === 'sell' ? 'quote' : 'base' };
}

/** What an order at a price of its own trades when it is filled at that price. */
export function tradedAt(
  { side }: Pick<OrderDraft, 'side'>,
  { price, quantity, math }: { price: number; quantity: number; math: MarketMath },
): Traded {
  const { units } = math;
  return {
    quantity,
    cost: side === 'buy' ? units.quoteUp(price, quantity) : units.quoteDown(price, quantity),
  };
}
