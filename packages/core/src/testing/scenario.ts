import { expect } from 'vitest';
import type { ExchangeEvent } from '#exchange/events.ts';
import type { Order, Side } from '#matching/order.ts';
import { openTeaMarket, type Request, type TeaMarket, type TestExchange } from './fixture.ts';
import { checkInvariants } from './invariants.ts';

type PlaceRequest = Omit<Extract<Request, { kind: 'PlaceOrder' }>, 'kind' | 'market'>;

/**
 * A story of one market, written as a table: a book, a command, what happened, the book after. A line of a book is
 * `ann sells 5 at 12`, best price first within each side.
 */
export class Scenario {
  readonly test: TestExchange;
  last: readonly ExchangeEvent[] = [];

  constructor(options: TeaMarket = {}) {
    this.test = openTeaMarket(options);
  }

  /** Puts the orders on the book, in this order. Each line is `ann sells 5 at 12`. */
  book(...lines: string[]): this {
    for (const line of lines) {
      const [account, verb, quantity, , price] = line.split(' ');
      const side = verb === 'sells' ? 'sell' : 'buy';
      this.order({
        account: account ?? '',
        side,
        type: 'limit',
        quantity: Number(quantity),
        price: Number(price),
      });
    }
    return this;
  }

  /** Makes a trade at the price, so that there is a last price, and leaves the book as it was. */
  lastPrice(price: number): this {
    this.order({ account: 'seller', side: 'sell', type: 'limit', quantity: 1, price });
    return this.order({ account: 'buyer', side: 'buy', type: 'limit', quantity: 1, price });
  }

  order(request: PlaceRequest): this {
    return this.command({ kind: 'PlaceOrder', market: 'TEA-GOLD', ...request });
  }

  command(request: Request): this {
    this.last = this.test.accept(request).events.slice(1);
    checkInvariants(this.test.exchange);
    return this;
  }

  /** What the last command did, one line for each event. */
  expectEvents(...lines: string[]): this {
    expect(this.last.map(describeEvent)).toEqual(lines);
    return this;
  }

  /** The whole book: the asks, then the bids. */
  expectBook(...lines: string[]): this {
    const { book } = this.test.exchange.market('TEA-GOLD');
    expect([...book.asks.orders(), ...book.bids.orders()].map(describeOrder)).toEqual(lines);
    return this;
  }

  /** What the account has gained or lost since it began with a million of each, holds included. */
  expectChange(account: string, { tea = 0n, gold = 0n }: { tea?: bigint; gold?: bigint }): this {
    const balances = this.test.exchange.ledger.walletOf(account).balances;
    const change = (coin: string) => (balances.get(coin)?.total ?? 0n) - 1_000_000n;
    expect({ tea: change('TEA'), gold: change('GOLD') }).toEqual({ tea, gold });
    return this;
  }

  expectHeld(account: string, { tea = 0n, gold = 0n }: { tea?: bigint; gold?: bigint }): this {
    const balances = this.test.exchange.ledger.walletOf(account).balances;
    expect({ tea: balances.get('TEA')?.orders ?? 0n, gold: balances.get('GOLD')?.orders ?? 0n }).toEqual({
      tea,
      gold,
    });
    return this;
  }
}

export const traders = ['ann', 'bob', 'cleo', 'dan', 'seller', 'buyer'];

function verb(side: Side): string {
  return side === 'sell' ? 'sells' : 'buys';
}

function describeOrder({ account, side, remaining, price }: Order): string {
  return `${account} ${verb(side)} ${remaining} at ${price}`;
}

function describeEvent(event: ExchangeEvent): string {
  switch (event.kind) {
    case 'OrderPlaced': {
      const { account, side, quantity, type } = event.order;
      return `${account} places a ${type} ${side} of ${quantity || 'a budget'}: ${event.place}`;
    }
    case 'TradeExecuted': {
      const { takerAccount, takerSide, quantity, makerAccount, price } = event;
      return `${takerAccount} ${verb(takerSide)} ${quantity} ${takerSide === 'sell' ? 'to' : 'from'} ${makerAccount} at ${price}`;
    }
    case 'OrderClosed':
      return `order closed: ${event.reason}, ${event.remaining} left`;
    case 'OrderRested':
      return 'the rest goes on the book';
    case 'OrdersDue':
      return `${event.orderIds.length} due`;
    case 'OrderFired':
      return 'a stop fires';
    case 'OrderRepriced':
      return `repriced to ${event.price}: ${event.place}`;
    case 'TrailingStopsMoved':
      return `trailing stop to ${event.moves.map(({ stopPrice }) => stopPrice).join(', ')}`;
    case 'OrderAmended':
      return `amended to ${event.remaining} at ${event.price}: ${event.place}`;
    case 'OrderReduced':
      return `reduced to ${event.remaining}`;
    default:
      return event.kind;
  }
}
