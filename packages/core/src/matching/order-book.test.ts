import { QuoteUnits } from '@emporion/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { match } from './matcher.ts';
import { Order, type Side } from './order.ts';
import { OrderBook } from './order-book.ts';
import { ReferenceBook } from './reference-book.ts';

const units = new QuoteUnits({ baseDecimals: 0, quoteDecimals: 0, priceDecimals: 0, quantityDecimals: 0 });

function makeOrder(id: number, side: Side, price: number, quantity: number, account = 'maker'): Order {
  return new Order({
    id,
    account,
    market: 'TEA-GOLD',
    side,
    type: 'limit',
    quantity,
    remaining: quantity,
    price,
    holdPrice: price,
    held: 0n,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'newest',
    clientOrderId: null,
    conditions: null,
    linkedTo: 0,
    placedAt: 0,
  });
}

const ids = (orders: Order[]) => orders.map(({ id }) => id);

/** What both books can do; one suite runs against both. */
interface Book {
  add(order: Order): void;
  remove(order: Order): void;
  side(side: Side): Order[];
  fills(taker: Order): { id: number; quantity: number }[];
}

function fastBook(): Book {
  const book = new OrderBook();
  return {
    add: (order) => book.add(order),
    remove: (order) => book.remove(order),
    side: (side) => [...(side === 'buy' ? book.bids : book.asks).orders()],
    fills: (taker) =>
      match({ book, units, rules: { lot: 1 } }, taker, 1_000).fills.map(({ maker, quantity }) => ({
        id: maker.id,
        quantity,
      })),
  };
}

function referenceBook(): Book {
  const book = new ReferenceBook();
  return {
    add: (order) => book.add(order),
    remove: (order) => book.remove(order),
    side: (side) => book.side(side),
    fills: (taker) => book.fills(taker).map(({ maker, quantity }) => ({ id: maker.id, quantity })),
  };
}

describe.each([
  ['the fast book', fastBook],
  ['the reference book', referenceBook],
])('%s', (_, open) => {
  it('keeps bids from high to low and asks from low to high, the oldest first', () => {
    const book = open();
    for (const [id, side, price] of [
      [1, 'buy', 5],
      [2, 'buy', 7],
      [3, 'buy', 5],
      [4, 'sell', 9],
      [5, 'sell', 8],
      [6, 'sell', 9],
    ] as const) {
      book.add(makeOrder(id, side, price, 10));
    }
    expect(ids(book.side('buy'))).toEqual([2, 1, 3]);
    expect(ids(book.side('sell'))).toEqual([5, 4, 6]);
  });

  it('gives an order that joins again the last place of its price', () => {
    const book = open();
    const first = makeOrder(1, 'buy', 5, 10);
    book.add(first);
    book.add(makeOrder(2, 'buy', 5, 10));
    book.remove(first);
    book.add(first);
    expect(ids(book.side('buy'))).toEqual([2, 1]);
  });

  it('fills the best price first and the oldest order of a price first, up to the limit', () => {
    const book = open();
    book.add(makeOrder(1, 'sell', 10, 4));
    book.add(makeOrder(2, 'sell', 9, 3));
    book.add(makeOrder(3, 'sell', 10, 5));
    book.add(makeOrder(4, 'sell', 12, 5));
    const taker = makeOrder(9, 'buy', 11, 8, 'taker');
    expect(book.fills(taker)).toEqual([
      { id: 2, quantity: 3 },
      { id: 1, quantity: 4 },
      { id: 3, quantity: 1 },
    ]);
    expect(book.fills(makeOrder(9, 'buy', 8, 8, 'taker'))).toEqual([]);
  });
});

describe('the fast book and the reference book', () => {
  // Few prices make long queues; many prices make many blocks of levels.
  it.each([4, 40, 3_000])('agree on every order and every fill, with %i prices', (prices) => {
    const step = fc.record({
      action: fc.constantFrom('add', 'add', 'add', 'remove', 'take'),
      side: fc.constantFrom<Side>('buy', 'sell'),
      price: fc.integer({ min: 1, max: prices }),
      quantity: fc.integer({ min: 1, max: 50 }),
      victim: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: prices > 1_000 ? 1_200 : 200, size: 'max' }), (steps) => {
        const [fast, reference] = [fastBook(), referenceBook()];
        const open: Order[] = [];
        for (const [index, { action, side, price, quantity, victim }] of steps.entries()) {
          const order = makeOrder(index + 1, side, price, quantity, action === 'take' ? 'taker' : 'maker');
          if (action === 'take') expect(fast.fills(order)).toEqual(reference.fills(order));
          if (action === 'add') {
            open.push(order);
            fast.add(order);
            reference.add(order);
          }
          const gone = action === 'remove' ? open.splice(victim % Math.max(open.length, 1), 1)[0] : undefined;
          if (gone) {
            fast.remove(gone);
            reference.remove(gone);
          }
        }
        for (const side of ['buy', 'sell'] as const)
          expect(ids(fast.side(side))).toEqual(ids(reference.side(side)));
      }),
      // A long story takes minutes to shrink, and its seed replays it anyway.
      { numRuns: prices > 1_000 ? 8 : 60, endOnFailure: prices > 1_000 },
    );
  });
});
