import type { ExchangeEvent, OrderTerms, TradeExecuted } from '@emporion/core';
import { beforeEach, expect, it } from 'vitest';
import { foldOrder, type OrderDraft, ordersChangedBy } from './fold-order.ts';

const terms: OrderTerms = {
  id: 7,
  account: 'ann',
  market: 'TEA-GOLD',
  side: 'buy',
  type: 'pegged',
  quantity: 10,
  remaining: 10,
  price: 20,
  holdPrice: 25,
  held: 250n,
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'newest',
  clientOrderId: null,
  linkedTo: 0,
  conditions: { stopPrice: 0, trail: 0, percent: 0, minimumPrice: 15, maximumPrice: 25 },
  placedAt: 1_000,
} as OrderTerms;

let open: Map<number, OrderDraft>;
let closed: OrderDraft[];
let changes: number;

beforeEach(() => {
  open = new Map();
  closed = [];
  changes = 0;
});

/** GOLD is the quote coin because the market says so, whatever the market is called. */
const fold = (event: ExchangeEvent, at: number) =>
  foldOrder(
    {
      find: (id) => open.get(id),
      quoteOf: (market) => (market === 'TEA-GOLD' ? 'GOLD' : 'SILVER'),
      placed: (order) => void open.set(order.id, order),
      changed: () => {
        changes += 1;
      },
      closed: (order) => {
        open.delete(order.id);
        closed.push(order);
      },
    },
    event,
    at,
  );

const place = (more: Partial<OrderTerms> = {}) =>
  fold({ kind: 'OrderPlaced', order: { ...terms, ...more }, place: 'book', postings: [] }, 1_000);

it('leaves an order alone whose price was kept, and moves one whose price changed', () => {
  place();
  const kept = { kind: 'OrderRepriced', orderId: 7, price: 20, place: 'kept' } as const;
  fold(kept, 2_000);
  expect(open.get(7)).toMatchObject({ price: 20, updatedAt: 1_000 });
  expect([changes, ordersChangedBy(kept)]).toEqual([0, []]);
  fold({ ...kept, price: 21, place: 'book' }, 3_000);
  expect(open.get(7)).toMatchObject({ price: 21, updatedAt: 3_000 });
  expect(changes).toBe(1);
});

const trade = (more: Partial<TradeExecuted> = {}): TradeExecuted => ({
  kind: 'TradeExecuted',
  tradeId: 1,
  market: 'TEA-GOLD',
  price: 20,
  quantity: 4,
  takerSide: 'sell',
  makerOrderId: 7,
  takerOrderId: 8,
  makerAccount: 'ann',
  takerAccount: 'bob',
  makerRemaining: 6,
  takerRemaining: 0,
  makerHeld: 150n,
  takerHeld: 0n,
  makerFee: 1n,
  takerFee: 2n,
  executedAt: 2_000,
  postings: [
    { account: 'ann', coin: 'GOLD', bucket: 'orders', amount: -100n },
    { account: 'ann', coin: 'GOLD', bucket: 'available', amount: 20n },
    { account: 'ann', coin: 'TEA', bucket: 'available', amount: 3n },
    { account: 'bob', coin: 'GOLD', bucket: 'available', amount: 78n },
    { account: 'bob', coin: 'TEA', bucket: 'orders', amount: -4n },
  ],
  ...more,
});

it('adds what either side paid or got before its fee, and closes what is filled', () => {
  place();
  place({ id: 8, account: 'bob', side: 'sell', quantity: 4, remaining: 4 });
  fold(trade(), 2_000);
  expect(open.get(7)).toMatchObject({
    filled: 4,
    remaining: 6,
    total: 80n,
    notional: 80n,
    fee: 1n,
    held: 150n,
  });
  expect(closed).toMatchObject([
    { id: 8, state: 'done', reason: 'filled', total: 80n, fee: 2n, held: 0n, updatedAt: 2_000 },
  ]);
});

it('counts in the quote coin of the market, not in the one that its name has', () => {
  place({ market: 'TEA' });
  const postings = [{ account: 'ann', coin: 'SILVER', bucket: 'orders', amount: -9n }] as const;
  fold(trade({ market: 'TEA', postings: [...postings] }), 2_000);
  expect(open.get(7)).toMatchObject({ total: 9n });
});

it('passes over orders that are not kept and events that are about something else', () => {
  fold(trade(), 2_000);
  fold({ kind: 'OrderClosed', orderId: 7, reason: 'cancelled', remaining: 1, postings: [] }, 2_000);
  fold({ kind: 'AccountOpened', account: 'ann' }, 2_000);
  fold({ kind: 'SomethingNew' } as unknown as ExchangeEvent, 2_000);
  expect([open.size, closed.length, changes]).toEqual([0, 0, 0]);
});
