import type { Side, TradeExecuted } from '@emporion/core';

/** What a trade moved for one side in the quote coin: what the buyer paid, what the seller got before the fee. */
export function quoteTotal(
  { market, postings }: TradeExecuted,
  { account, side, fee }: { account: string; side: Side; fee: bigint },
): bigint {
  const quote = market.slice(market.indexOf('-') + 1);
  let moved = 0n;
  for (const posting of postings)
    if (posting.account === account && posting.coin === quote) moved += posting.amount;
  return side === 'buy' ? -moved : moved + fee;
}
