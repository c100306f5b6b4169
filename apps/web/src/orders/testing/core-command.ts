import type { PlaceOcoOrders, PlaceOrder } from '@emporion/core';
import { samplePair } from '#market/testing/sample-pair.ts';
import type { MarketMath } from '../model/market-math.ts';
import { orderBody } from '../model/order-body.ts';
import type { OrderDraft } from '../model/order-draft.ts';

type Request = Omit<PlaceOrder, 'key' | 'acceptedAt'> | Omit<PlaceOcoOrders, 'key' | 'acceptedAt'>;

/** What the server makes of the body that the form sends. */
export function coreCommand(draft: OrderDraft, math: MarketMath, account: string): Request {
  const { call, body } = orderBody(draft, samplePair.code);
  const wire: Record<string, unknown> = body;
  const price = (name: string) =>
    wire[name] === undefined ? undefined : (math.price(String(wire[name])) ?? 0);
  const fields = {
    account,
    market: samplePair.code,
    side: draft.side,
    quantity: wire.quantity === undefined ? undefined : (math.quantity(String(wire.quantity)) ?? 0),
    budget: wire.total === undefined ? undefined : (math.quote(String(wire.total)) ?? 0n),
    price: price('price'),
    stopPrice: price('stop_price'),
    limitPrice: price('limit_price'),
    worstPrice: price('worst_price'),
    trail: price('trail'),
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const kind = call === 'placeOco' ? 'PlaceOcoOrders' : 'PlaceOrder';
  return { kind, ...given, ...(call === 'placeOco' ? {} : { type: draft.kind }) } as Request;
}
