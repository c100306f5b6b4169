import type { Posting, Side, TradeExecuted } from '@emporion/core';

/** What a trade was for one of the two who made it. */
export interface TradeSide {
  readonly role: 'maker' | 'taker';
  readonly orderId: number;
  readonly account: string;
  readonly side: Side;
  /** In the coin that is received. */
  readonly fee: bigint;
  /** What is left of the order, and what it still holds. */
  readonly remaining: number;
  readonly held: bigint;
  /** Paid or received in the quote coin, before the fee. */
  readonly total: bigint;
}

/** Both sides of a trade, the maker's first. `quote` is the coin that the market's prices are in. */
export function tradeSides(event: TradeExecuted, quote: string): readonly [TradeSide, TradeSide] {
  const { takerSide, postings, makerAccount, makerFee, takerAccount, takerFee } = event;
  const makerSide: Side = takerSide === 'buy' ? 'sell' : 'buy';
  return [
    {
      role: 'maker',
      orderId: event.makerOrderId,
      account: makerAccount,
      side: makerSide,
      fee: makerFee,
      remaining: event.makerRemaining,
      held: event.makerHeld,
      total: quoteTotal(postings, { account: makerAccount, side: makerSide, fee: makerFee, quote }),
    },
    {
      role: 'taker',
      orderId: event.takerOrderId,
      account: takerAccount,
      side: takerSide,
      fee: takerFee,
      remaining: event.takerRemaining,
      held: event.takerHeld,
      total: quoteTotal(postings, { account: takerAccount, side: takerSide, fee: takerFee, quote }),
    },
  ];
}

/** What the buyer of a trade paid: it may be one unit more than the seller received. */
export function paidFor(event: TradeExecuted, quote: string): bigint {
  const { takerSide, makerAccount, takerAccount, postings } = event;
  const account = takerSide === 'buy' ? takerAccount : makerAccount;
  return quoteTotal(postings, { account, side: 'buy', fee: 0n, quote });
}

/** What a trade moved for one side in the quote coin: what the buyer paid, what the seller got before the fee. */
function quoteTotal(
  postings: readonly Posting[],
  { account, side, fee, quote }: Pick<TradeSide, 'account' | 'side' | 'fee'> & { quote: string },
): bigint {
  let moved = 0n;
  for (const posting of postings)
    if (posting.account === account && posting.coin === quote) moved += posting.amount;
  return side === 'buy' ? -moved : moved + fee;
}
