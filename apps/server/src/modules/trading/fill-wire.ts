import type { Fill } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import { tradeSides } from '#runtime/followers/index.ts';
import type { FillRecord } from './history/fills.ts';
import type { MarketUnits } from './units.ts';

/** What a trade was for either of the two who made it. `quote` is the coin that the market's prices are in. */
export function fillsOfTrade(event: TradeExecuted, quote: string): readonly FillRecord[] {
  const { tradeId, market, price, quantity, executedAt } = event;
  return tradeSides(event, quote).map(({ role, orderId, account, side, fee, total }) => ({
    ...{ tradeId, market, price, quantity, executedAt },
    ...{ role, orderId, account, side, fee, total },
  }));
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
