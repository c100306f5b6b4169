import type { Side } from '#matching/order.ts';

/** Where a trailing stop stands after a trade at this price: a sell stays below the highest price, a buy above the lowest. */
export function trailingStopPrice({
  side,
  trail,
  price,
}: {
  side: Side;
  trail: number;
  price: number;
}): number {
  return side === 'sell' ? price - trail : price + trail;
}

/** Whether the stop moves from where it is to there: it only ever comes closer to the market. */
export function isCloser({ side, from, to }: { side: Side; from: number; to: number }): boolean {
  return side === 'sell' ? to > from : to < from;
}
