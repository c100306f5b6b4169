import { describe, expect, it } from 'vitest';
import { restoreExchange } from '#state/restore.ts';
import { takeSnapshot } from '#state/snapshot.ts';
import { Scenario, traders } from '#testing/scenario.ts';

const open = (options = {}) => new Scenario({ accounts: traders, ...options });
const tradeAt = (price: number) =>
  ({ account: 'buyer', side: 'buy', type: 'limit', quantity: 1, price, timeInForce: 'ioc' }) as const;

describe('a stop', () => {
  it('waits, then fires as a market order when a trade reaches its price', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', type: 'stop', quantity: 3, stopPrice: 90 })
      .expectEvents('ann places a stop sell of 3: waiting')
      .expectHeld('ann', { tea: 3n })
      .book('bob buys 2 at 90', 'cleo buys 5 at 80')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 })
      .expectEvents(
        'dan places a limit sell of 1: taking',
        'dan sells 1 to bob at 90',
        '1 due',
        'a stop fires',
        'ann sells 1 to bob at 90',
        'ann sells 2 to cleo at 80',
      )
      .expectBook('cleo buys 3 at 80')
      .expectHeld('ann', {});
  });

  it('by budget spends no more than its budget', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'buy', type: 'stop', budget: 250n, stopPrice: 110 })
      .book('bob sells 1 at 110', 'cleo sells 5 at 120')
      .order(tradeAt(110))
      .expectChange('ann', { tea: 2n, gold: -240n })
      .expectHeld('ann', {});
  });

  it('fires nearest price first, then oldest first', () => {
    const scenario = open().lastPrice(100);
    for (const [account, stopPrice] of [
      ['ann', 80],
      ['bob', 90],
      ['cleo', 90],
    ] as const) {
      scenario.order({ account, side: 'sell', type: 'stop', quantity: 1, stopPrice });
    }
    scenario
      .book('dan buys 9 at 70')
      .order({ account: 'seller', side: 'sell', type: 'limit', quantity: 1, price: 70 })
      .expectEvents(
        'seller places a limit sell of 1: taking',
        'seller sells 1 to dan at 70',
        '3 due',
        'a stop fires',
        'bob sells 1 to dan at 70',
        'a stop fires',
        'cleo sells 1 to dan at 70',
        'a stop fires',
        'ann sells 1 to dan at 70',
      );
  });

  it('sets off others in a cascade that is bounded and goes on with the next command', () => {
    const scenario = open({ limits: { followUpsPerCommandMax: 2 } }).lastPrice(100);
    for (const stopPrice of [90, 80, 70, 60]) {
      scenario.order({ account: 'ann', side: 'sell', type: 'stop', quantity: 1, stopPrice });
    }
    scenario.book(
      'bob buys 1 at 90',
      'bob buys 1 at 80',
      'bob buys 1 at 70',
      'bob buys 1 at 60',
      'bob buys 1 at 50',
    );
    scenario.order({ account: 'seller', side: 'sell', type: 'limit', quantity: 1, price: 90 });
    expect(scenario.last.filter(({ kind }) => kind === 'OrderFired')).toHaveLength(2);
    expect(scenario.test.exchange.dueCount).toBe(1);
    scenario.command({ kind: 'OpenAccount', account: 'new' });
    expect(scenario.test.exchange.dueCount).toBe(0);
    scenario.expectBook().expectHeld('ann', {});
  });

  it('is still there after a restart and fires once', () => {
    const scenario = open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', type: 'stop', quantity: 1, stopPrice: 90 })
      .book('bob buys 5 at 85');
    scenario.test.exchange = restoreExchange(
      JSON.parse(JSON.stringify(takeSnapshot(scenario.test.exchange))),
    );
    scenario.order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 85 });
    scenario.order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 85 });
    scenario.expectChange('ann', { tea: -1n, gold: 85n });
  });

  it('that is due waits while its market is closed', () => {
    const scenario = open({ limits: { followUpsPerCommandMax: 1 } }).lastPrice(100);
    for (const account of ['ann', 'bob'])
      scenario.order({ account, side: 'sell', type: 'stop', quantity: 1, stopPrice: 90 });
    scenario
      .book('cleo buys 9 at 90')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 });
    scenario.command({ kind: 'ChangeMarket', market: 'TEA-GOLD', state: 'halted' });
    expect(scenario.test.exchange.dueCount).toBe(1);
    scenario.command({ kind: 'ChangeMarket', market: 'TEA-GOLD', state: 'open' });
    scenario.expectChange('bob', { tea: -1n, gold: 90n });
  });
});

describe('a stop-limit', () => {
  it('becomes a limit order at its limit price', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', type: 'stop_limit', quantity: 3, stopPrice: 90, limitPrice: 88 })
      .book('bob buys 1 at 90', 'cleo buys 1 at 88', 'cleo buys 9 at 80')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 })
      .expectBook('ann sells 2 at 88', 'cleo buys 9 at 80')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 3, limitPrice: 87 })
      .expectBook('ann sells 2 at 87', 'cleo buys 9 at 80');
  });
});

describe('a stop that fires at once or not at all', () => {
  /** Ann’s stop waits at 90; two can be sold at 88 once a trade has reached it. */
  const fire = (order: object) =>
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', quantity: 3, stopPrice: 90, ...order } as never)
      .book('bob buys 1 at 90', 'cleo buys 2 at 88')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 });
  const fired = ['dan places a limit sell of 1: taking', 'dan sells 1 to bob at 90', '1 due', 'a stop fires'];

  it.each([
    { type: 'stop_limit', limitPrice: 88, timeInForce: 'ioc' },
    { type: 'stop', timeInForce: 'ioc' },
    { type: 'stop', timeInForce: 'gtc' },
  ])('fills what it can and gives the rest back: $type with $timeInForce', (order) => {
    fire(order)
      .expectEvents(...fired, 'ann sells 2 to cleo at 88', 'order closed: unfilled, 1 left')
      .expectHeld('ann', {})
      .expectChange('ann', { tea: -2n, gold: 176n });
  });

  it.each([
    { type: 'stop_limit', limitPrice: 88, timeInForce: 'fok' },
    { type: 'stop', timeInForce: 'fok' },
  ])('fills whole or is closed untouched: $type with $timeInForce', (order) => {
    fire(order)
      .expectEvents(...fired, 'order closed: unfilled, 3 left')
      .expectHeld('ann', {})
      .expectChange('ann', {});
    fire({ ...order, quantity: 2 })
      .expectEvents(...fired, 'ann sells 2 to cleo at 88')
      .expectChange('ann', { tea: -2n, gold: 176n });
  });
});

describe('a trailing stop', () => {
  it('follows the price up, never down, and fires when the price falls back by its trail', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', type: 'trailing_stop', quantity: 1, trail: 10 })
      .book('bob sells 1 at 110', 'bob sells 1 at 105')
      .order(tradeAt(105))
      .expectEvents(
        'buyer places a limit buy of 1: taking',
        'buyer buys 1 from bob at 105',
        'trailing stop to 95',
      )
      .order(tradeAt(110))
      .book('cleo buys 1 at 104', 'cleo buys 1 at 100', 'cleo buys 1 at 99')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 104 })
      .expectEvents('dan places a limit sell of 1: taking', 'dan sells 1 to cleo at 104')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 100 })
      .expectEvents(
        'dan places a limit sell of 1: taking',
        'dan sells 1 to cleo at 100',
        '1 due',
        'a stop fires',
        'ann sells 1 to cleo at 99',
      );
  });
});

describe('a pegged order', () => {
  const reference = (price: number) => ({ kind: 'SetReferencePrice', market: 'TEA-GOLD', price }) as const;
  const pegged = {
    account: 'ann',
    side: 'buy',
    type: 'pegged',
    quantity: 2,
    percent: -50_000,
    minimumPrice: 80,
    maximumPrice: 120,
  } as const;

  it('stands its percent from the reference price, within its bounds, and holds at its maximum', () => {
    open()
      .command(reference(100))
      .order(pegged)
      .expectBook('ann buys 2 at 95')
      .expectHeld('ann', { gold: 240n })
      .command(reference(110))
      .expectEvents('ReferencePriceSet', '1 due', 'repriced to 104: book')
      .command(reference(1_000))
      .expectBook('ann buys 2 at 120')
      .command(reference(10))
      .expectBook('ann buys 2 at 80');
  });

  it('trades when the reference price carries it to another order', () => {
    open()
      .command(reference(100))
      .order(pegged)
      .book('bob sells 1 at 100')
      .command(reference(110))
      .expectEvents(
        'ReferencePriceSet',
        '1 due',
        'repriced to 104: taking',
        'ann buys 1 from bob at 100',
        'the rest goes on the book',
      )
      .expectBook('ann buys 1 at 104')
      .expectHeld('ann', { gold: 120n });
  });

  it('takes a new percent and new bounds', () => {
    open()
      .command(reference(100))
      .order(pegged)
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, percent: 20_000, maximumPrice: 101 })
      .expectBook('ann buys 2 at 101')
      .expectHeld('ann', { gold: 202n });
  });
});

describe('one cancels the other', () => {
  const pair = {
    kind: 'PlaceOcoOrders',
    account: 'ann',
    market: 'TEA-GOLD',
    side: 'sell',
    quantity: 4,
    price: 110,
    stopPrice: 90,
  } as const;

  it('holds once for both, and a fill of the limit order cancels the stop', () => {
    open()
      .lastPrice(100)
      .command(pair)
      .expectHeld('ann', { tea: 4n })
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 1, price: 110 })
      .expectEvents(
        'bob places a limit buy of 1: taking',
        'bob buys 1 from ann at 110',
        'order closed: linked, 4 left',
      )
      .expectBook('ann sells 3 at 110')
      .expectHeld('ann', { tea: 3n });
  });

  it('cancels the limit order when the stop fires', () => {
    open()
      .lastPrice(100)
      .command(pair)
      .book('bob buys 9 at 90')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 })
      .expectEvents(
        'dan places a limit sell of 1: taking',
        'dan sells 1 to bob at 90',
        '1 due',
        'order closed: linked, 4 left',
        'a stop fires',
        'ann sells 4 to bob at 90',
      )
      .expectBook('bob buys 4 at 90');
  });

  it('of a buy holds the larger of the two, and gives it all back when cancelled', () => {
    open()
      .lastPrice(100)
      .command({ ...pair, side: 'buy', price: 90, stopPrice: 110, limitPrice: 115 })
      .expectHeld('ann', { gold: 460n })
      .command({ kind: 'CancelOrder', account: 'ann', orderId: 3 })
      .expectEvents('order closed: cancelled, 4 left', 'order closed: linked, 4 left')
      .expectHeld('ann', {});
  });
});
