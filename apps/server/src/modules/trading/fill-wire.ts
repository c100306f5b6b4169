import type { Fill } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import type { FillRecord } from '#runtime/projections/history/fills.ts';
import { quoteTotal } from './live/quote-total.ts';
import type { MarketUnits } from './units.ts';

/** What a trade was for either of the two who made it. */
export function fillsOfTrade(event: TradeExecuted): readonly FillRecord[] {
  const { tradeId, market, price, quantity, takerSide, executedAt } = event;
  const maker = {
    role: 'maker',
    orderId: event.makerOrderId,
    account: event.makerAccount,
    side: takerSide === 'buy' ? 'sell' : 'buy',
    fee: event.makerFee,
  } as const;
  const taker = {
    role: 'taker',
    orderId: event.takerOrderId,
    account: event.takerAccount,
    side: takerSide,
    fee: event.takerFee,
  } as const;
  return [maker, taker].map((party) => {
    const total = quoteTotal(event, party);
    return { tradeId, market, price, quantity, executedAt, ...party, total };
  });
}

/** What an own order traded, as its owner reads it. */
export function fillOnWire(fill: FillRecord, market: MarketUnits): Fill {
  const { tradeId, orderId, side, price, quantity, total, fee, role, executedAt } = fill;
  return {
    id: String(tradeId),
    order_id: String(orderId),
    pair: market.code,
    operation: side,
    price: market.showPrice(price),
    quantity: market.showQuantity(quantity),
    total: market.showQuote(total),
    fee: side === 'buy' ? market.showBase(fee) : market.showQuote(fee),
    fee_coin: side === 'buy' ? market.base : market.quote,
    role,
    time: new Date(executedAt).toISOString(),
  };
}
