import type { Trade } from '@emporion/contracts/rest';
import type { MarketUnits } from '#modules/trading/index.ts';
import type { TradeRecord } from '#runtime/projections/history/trades.ts';

/** A trade as anyone may see it, with the side of whoever took. */
export function tradeOnWire(trade: TradeRecord, market: MarketUnits): Trade {
  return {
    id: String(trade.id),
    pair: market.code,
    operation: trade.takerSide,
    price: market.showPrice(trade.price),
    quantity: market.showQuantity(trade.quantity),
    time: new Date(trade.executedAt).toISOString(),
  };
}
