import { type Order, orderTypes, type Pair } from '@emporion/contracts/rest';
import { isByTotal, type OrderDraft } from '#orders/model/order-draft.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A draft in the shape of an order, for the list of open orders until the server has answered. */
export function sendingOrder(draft: OrderDraft, pair: Pair, at: Date): Order {
  const { kind, side } = draft;
  const priced = kind === 'limit' || kind === 'oco';
  const waits = kind === 'stop' || kind === 'stop_limit' || kind === 'oco';
  const byTotal = isByTotal(draft);
  return {
    id: `sending-${at.getTime()}`,
    pair: pair.code,
    type: orderTypes[kind === 'oco' ? 'limit' : kind],
    operation: side,
    quantity: byTotal ? '0' : draft.quantity,
    filled: '0',
    remaining: draft.quantity,
    price: priced ? draft.price : orNull(kind === 'stop_limit' ? draft.limit_price : ''),
    average_price: null,
    total: '0',
    budget: byTotal ? draft.total : null,
    stop_price: waits ? orNull(draft.stop_price) : null,
    limit_price: null,
    trail: null,
    percent: null,
    min_price: null,
    max_price: null,
    fee: '0',
    fee_coin: side === 'buy' ? pair.base.code : pair.quote.code,
    status: 'pending',
    reason: null,
    time_in_force: draft.time_in_force,
    post_only: draft.post_only,
    client_order_id: null,
    linked_to: null,
    time: at.toISOString(),
    updated: Math.floor(at.getTime() / 1_000),
  };
}
