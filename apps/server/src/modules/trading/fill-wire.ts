import type { Fill } from '@emporion/contracts/rest';
import type { FillRecord } from '#runtime/projections/history/fills.ts';
import type { MarketUnits } from './units.ts';

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
