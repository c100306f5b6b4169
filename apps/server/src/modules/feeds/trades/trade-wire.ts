import type { Trade } from '@emporion/contracts/rest';
import type { Side } from '@emporion/core';
import type { MarketUnits } from '#modules/trading/index.ts';
import type { TradeRecord } from '#runtime/projections/history/trades.ts';

/** A trade as anyone may see it, with the side of whoever took; or, of a user's own, with their side. */
export function tradeOnWire(trade: TradeRecord, market: MarketUnits, side: Side = trade.takerSide): Trade {
  return {
    id: String(trade.id),
    pair: market.code,
    operation: side,
    price: market.showPrice(trade.price),
    quantity: market.showQuantity(trade.quantity),
    time: new Date(trade.executedAt).toISOString(),
  };
}
