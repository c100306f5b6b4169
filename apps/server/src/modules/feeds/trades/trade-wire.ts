import type { Trade } from '@emporion/contracts/rest';
import type { TradeRecord } from '#modules/market-data/index.ts';
import type { MarketUnits } from '#modules/trading/index.ts';

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
