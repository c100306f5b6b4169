import { invariant, rateUp } from '@emporion/kernel';
import type { TradeExecuted } from '#exchange/events.ts';
import { houseAccounts } from '#ledger/house.ts';
import type { Posting } from '#ledger/posting.ts';
import type { Fill } from '#matching/matcher.ts';
import type { Order } from '#matching/order.ts';
import type { Exchange } from '#state/exchange.ts';
import type { Market } from '#state/market.ts';

export interface Settlement {
  readonly market: Market;
  /** A working copy of the taking order: its `remaining` and `held` move along with each fill. */
  readonly taker: Order;
  readonly tradeId: number;
  readonly executedAt: number;
}

/**
 * The money of one fill. The seller gets the cost rounded down, the buyer pays it rounded up, and the difference of at most one
 * unit goes to the house's rounding account. Fees come out of what each receives, rounded up.
 */
export function settleFill(exchange: Exchange, fill: Fill, settlement: Settlement): TradeExecuted {
  const { market, taker, tradeId, executedAt } = settlement;
  const { maker, quantity } = fill;
  const takerBuys = taker.side === 'buy';
  const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];

  const base = market.units.base(quantity);
  const proceeds = market.units.quoteDown(maker.price, quantity);
  const payment = payFrom(market, buyer, fill);
  const makerRate = market.ratesOf(exchange.account(maker.account).tier).maker;
  const takerRate = market.ratesOf(exchange.account(taker.account).tier).taker;
  const buyerFee = rateUp(base, takerBuys ? takerRate : makerRate);
  const sellerFee = rateUp(proceeds, takerBuys ? makerRate : takerRate);
  const postings = tradePostings(market, { buyer, seller, base, proceeds, payment, buyerFee, sellerFee });

  const sellerHeld = seller.held - base;
  // A buy by budget has no quantity to count down.
  if (taker.quantity > 0) taker.remaining -= quantity;
  taker.held = takerBuys ? payment.held : sellerHeld;
  return {
    kind: 'TradeExecuted',
    tradeId,
    market: market.code,
    price: maker.price,
    quantity,
    takerSide: taker.side,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerAccount: maker.account,
    takerAccount: taker.account,
    makerRemaining: maker.remaining - quantity,
    takerRemaining: taker.remaining,
    makerHeld: takerBuys ? sellerHeld : payment.held,
    takerHeld: taker.held,
    makerFee: takerBuys ? sellerFee : buyerFee,
    takerFee: takerBuys ? buyerFee : sellerFee,
    executedAt,
    postings,
  };
}

/** What one fill does to the hold of its buyer. */
interface Payment {
  readonly paid: bigint;
  /** What comes back because the trade was better than the price it was held for. */
  readonly released: bigint;
  readonly held: bigint;
}

/**
 * The buyer pays the cost rounded up, but never more than was held for this quantity. Without that bound the roundings of many
 * fills would add up to more than the one rounding of the hold.
 */
function payFrom(market: Market, buyer: Order, { maker, quantity }: Fill): Payment {
  const cost = market.units.quoteUp(maker.price, quantity);
  if (buyer.holdPrice === 0) return { paid: cost, released: 0n, held: buyer.held - cost };
  const held = market.units.quoteUp(buyer.holdPrice, buyer.remaining - quantity);
  const freed = buyer.held - held;
  let paid = cost;
  if (paid > freed) paid = freed;
  return { paid, released: freed - paid, held };
}

interface TradeMoney {
  readonly buyer: Order;
  readonly seller: Order;
  readonly base: bigint;
  readonly proceeds: bigint;
  readonly payment: Payment;
  readonly buyerFee: bigint;
  readonly sellerFee: bigint;
}

function tradePostings(market: Market, money: TradeMoney): Posting[] {
  const { buyer, seller, base: amount, proceeds, buyerFee, sellerFee } = money;
  const { paid, released } = money.payment;
  const { base, quote } = market;
  const postings: Posting[] = [
    { account: seller.account, coin: base, bucket: 'orders', amount: -amount },
    { account: buyer.account, coin: base, bucket: 'available', amount: amount - buyerFee },
    { account: buyer.account, coin: quote, bucket: 'orders', amount: -(paid + released) },
    { account: seller.account, coin: quote, bucket: 'available', amount: proceeds - sellerFee },
  ];
  const { fees, rounding } = houseAccounts;
  if (buyerFee > 0n) postings.push({ account: fees, coin: base, bucket: 'available', amount: buyerFee });
  if (sellerFee > 0n) postings.push({ account: fees, coin: quote, bucket: 'available', amount: sellerFee });
  if (released > 0n)
    postings.push({ account: buyer.account, coin: quote, bucket: 'available', amount: released });
  const surplus = paid - proceeds;
  invariant(surplus >= 0n, 'A buyer paid less than the seller got.');
  if (surplus > 0n) postings.push({ account: rounding, coin: quote, bucket: 'available', amount: surplus });
  return postings;
}
