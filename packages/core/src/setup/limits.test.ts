import { describe, expect, it } from 'vitest';
import { hasDueOrders } from '#orders/follow-ups.ts';
import { restoreExchange } from '#state/restore.ts';
import { takeSnapshot } from '#state/snapshot.ts';
import { openTeaMarket, type TestExchange } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';

const market = 'TEA-GOLD';
const rest = {
  kind: 'PlaceOrder',
  account: 'ann',
  market,
  side: 'buy',
  type: 'limit',
  quantity: 1,
  price: 1,
} as const;

/** How many more orders the account may leave on the book. */
function roomOf(test: TestExchange, account = 'ann'): number {
  let count = 0;
  while (test.codeOf({ ...rest, account }) === 'accepted') count += 1;
  return count;
}

describe('limits', () => {
  it('change by command, also those of an old exchange, and stay over a snapshot', () => {
    const test = openTeaMarket({ limits: { openOrdersPerMarketMax: 3 } });
    expect(roomOf(test)).toBe(3);
    test.accept({ kind: 'ChangeLimits', limits: { openOrdersPerMarketMax: 5 } });
    test.exchange = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(test.exchange))));
    expect(roomOf(test)).toBe(2);
    test.accept({ kind: 'ChangeLimits', limits: { openOrdersPerMarketMax: 1 } });
    expect([...test.exchange.orders.keys()]).toHaveLength(5);
  });

  it('can be another for one account', () => {
    const test = openTeaMarket({ limits: { openOrdersPerMarketMax: 3 } });
    test.accept({ kind: 'ChangeAccount', account: 'ann', limits: { openOrdersPerMarketMax: 6 } });
    test.exchange = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(test.exchange))));
    expect([roomOf(test), roomOf(test, 'bob')]).toEqual([6, 3]);
    test.accept({ kind: 'ChangeAccount', account: 'ann', limits: null });
    expect(roomOf(test)).toBe(0);
  });

  it.each([
    [{}],
    [{ recentKeysMax: 5 }],
    [{ closedOrdersMax: 5 }],
    [{ fillsPerOrderMax: 0 }],
    [{ fillsPerOrderMax: 1e9 }],
    [{ ordersPerDayMax: '5' }],
    [null],
    ['all'],
  ])('are refused when they are %j', (limits) => {
    expect(openTeaMarket().codeOf({ kind: 'ChangeLimits', limits } as never)).toBe('wrong_data');
  });
});

it('a cascade stops at a number of trades, and goes on with the next command', () => {
  const test = openTeaMarket({ limits: { fillsPerCommandMax: 10 } });
  const order = { account: 'ann', market, type: 'limit', quantity: 1 } as const;
  for (let count = 0; count < 60; count += 1) test.place({ ...order, side: 'buy', price: 100 - count });
  // Every trade falls to the next stop: without a bound one sale would fire all of them.
  for (let count = 0; count < 12; count += 1) {
    test.place({
      account: 'bob',
      market,
      side: 'sell',
      type: 'stop',
      quantity: 4,
      stopPrice: 99 - count * 4,
      worstPrice: 1,
    });
  }
  const first = test.accept({
    kind: 'PlaceOrder',
    ...order,
    account: 'cleo',
    side: 'sell',
    quantity: 2,
    price: 1,
  });
  const trades = (events: readonly { kind: string }[]) =>
    events.filter(({ kind }) => kind === 'TradeExecuted').length;
  expect(trades(first.events)).toBe(10);
  expect(hasDueOrders(test.exchange)).toBe(true);
  let more = 0;
  while (hasDueOrders(test.exchange)) more += trades(test.accept({ kind: 'DealWithDueOrders' }).events);
  expect(more).toBe(40);
  checkInvariants(test.exchange);
});
