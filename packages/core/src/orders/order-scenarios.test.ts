import { describe, expect, it } from 'vitest';
import { execute } from '#exchange/execute.ts';
import { Scenario, traders } from '#testing/scenario.ts';

const open = (options = {}) => new Scenario({ accounts: traders, ...options });

describe('a limit order', () => {
  it('rests when nothing meets it, and holds its cost', () => {
    open()
      .book('ann sells 5 at 12')
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 4, price: 11 })
      .expectEvents('bob places a limit buy of 4: book')
      .expectBook('ann sells 5 at 12', 'bob buys 4 at 11')
      .expectHeld('bob', { gold: 44n })
      .expectHeld('ann', { tea: 5n });
  });

  it('takes the best prices first, gets the excess back, and keeps the rest on the book', () => {
    open()
      .book('ann sells 2 at 10', 'cleo sells 2 at 9', 'dan sells 2 at 13')
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 6, price: 11 })
      .expectEvents(
        'bob places a limit buy of 6: taking',
        'bob buys 2 from cleo at 9',
        'bob buys 2 from ann at 10',
        'the rest goes on the book',
      )
      .expectBook('dan sells 2 at 13', 'bob buys 2 at 11')
      .expectChange('bob', { tea: 4n, gold: -38n })
      .expectHeld('bob', { gold: 22n });
  });

  it('trades at the price of the older order', () => {
    open()
      .book('ann buys 3 at 15')
      .order({ account: 'bob', side: 'sell', type: 'limit', quantity: 3, price: 10 })
      .expectEvents('bob places a limit sell of 3: taking', 'bob sells 3 to ann at 15')
      .expectBook()
      .expectChange('bob', { tea: -3n, gold: 45n });
  });

  it('with ioc fills what it can and gives the rest back', () => {
    open()
      .book('ann sells 2 at 10')
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 5, price: 10, timeInForce: 'ioc' })
      .expectEvents(
        'bob places a limit buy of 5: taking',
        'bob buys 2 from ann at 10',
        'order closed: unfilled, 3 left',
      )
      .expectBook()
      .expectHeld('bob', {});
  });

  it('with fok fills whole', () => {
    open()
      .book('ann sells 2 at 10', 'cleo sells 3 at 11')
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 5, price: 11, timeInForce: 'fok' })
      .expectEvents(
        'bob places a limit buy of 5: taking',
        'bob buys 2 from ann at 10',
        'bob buys 3 from cleo at 11',
      )
      .expectBook();
  });

  it('with fok is refused when it cannot fill whole, and nothing changes', () => {
    const scenario = open().book('ann sells 2 at 10');
    const request = {
      kind: 'PlaceOrder',
      account: 'bob',
      market: 'TEA-GOLD',
      side: 'buy',
      type: 'limit',
      quantity: 3,
      price: 10,
      timeInForce: 'fok',
    } as const;
    expect(scenario.test.codeOf(request)).toBe('order_error');
    scenario.expectBook('ann sells 2 at 10').expectHeld('bob', {});
  });

  it('that is post-only is refused when it would trade', () => {
    const scenario = open().book('ann sells 2 at 10');
    const request = {
      kind: 'PlaceOrder',
      account: 'bob',
      market: 'TEA-GOLD',
      side: 'buy',
      type: 'limit',
      quantity: 3,
      postOnly: true,
    } as const;
    expect(scenario.test.codeOf({ ...request, price: 10 })).toBe('order_error');
    expect(scenario.test.codeOf({ ...request, price: 9 })).toBe('accepted');
  });
});

describe('a market order', () => {
  it('by quantity takes what is there and gives up the rest', () => {
    open()
      .book('ann sells 2 at 10', 'cleo sells 1 at 30')
      .order({ account: 'bob', side: 'buy', type: 'market', quantity: 5 })
      .expectEvents(
        'bob places a market buy of 5: taking',
        'bob buys 2 from ann at 10',
        'bob buys 1 from cleo at 30',
        'order closed: unfilled, 2 left',
      )
      .expectChange('bob', { tea: 3n, gold: -50n });
  });

  it('by budget never spends more than the budget and returns the dust', () => {
    open()
      .book('ann sells 2 at 10', 'cleo sells 5 at 30')
      .order({ account: 'bob', side: 'buy', type: 'market', budget: 99n })
      .expectEvents(
        'bob places a market buy of a budget: taking',
        'bob buys 2 from ann at 10',
        'bob buys 2 from cleo at 30',
        'order closed: filled, 0 left',
      )
      .expectChange('bob', { tea: 4n, gold: -80n })
      .expectHeld('bob', {});
  });

  it('with ioc is what it is without', () => {
    open()
      .book('ann sells 2 at 10')
      .order({ account: 'bob', side: 'buy', type: 'market', quantity: 5, timeInForce: 'ioc' })
      .expectEvents(
        'bob places a market buy of 5: taking',
        'bob buys 2 from ann at 10',
        'order closed: unfilled, 3 left',
      );
  });

  it('with fok fills whole, by quantity or by budget, or is refused and nothing changes', () => {
    const scenario = open().book('ann sells 2 at 10', 'cleo sells 3 at 11', 'dan sells 5 at 12');
    const buy = { account: 'bob', side: 'buy', type: 'market', timeInForce: 'fok' } as const;
    const codeOf = (size: { quantity: number } | { budget: bigint }) =>
      scenario.test.codeOf({ kind: 'PlaceOrder', market: 'TEA-GOLD', ...buy, ...size });
    expect([codeOf({ quantity: 11 }), codeOf({ budget: 125n })]).toEqual(['order_error', 'order_error']);
    scenario
      .expectBook('ann sells 2 at 10', 'cleo sells 3 at 11', 'dan sells 5 at 12')
      .order({ ...buy, quantity: 2 })
      .expectEvents('bob places a market buy of 2: taking', 'bob buys 2 from ann at 10')
      .order({ ...buy, budget: 40n })
      .expectBook('dan sells 5 at 12')
      .expectChange('bob', { tea: 5n, gold: -53n });
  });

  it('does not trade beyond its worst price', () => {
    open()
      .book('ann buys 2 at 10', 'cleo buys 5 at 8')
      .order({ account: 'bob', side: 'sell', type: 'market', quantity: 4, worstPrice: 9 })
      .expectEvents(
        'bob places a market sell of 4: taking',
        'bob sells 2 to ann at 10',
        'order closed: unfilled, 2 left',
      )
      .expectBook('cleo buys 5 at 8');
  });

  it('does not trade beyond the band of the market', () => {
    open({ rules: { band: 100_000 } })
      .lastPrice(100)
      .book('ann sells 1 at 105', 'cleo sells 1 at 110')
      .command({
        kind: 'ChangeMarket',
        market: 'TEA-GOLD',
        rules: { ...open().test.exchange.market('TEA-GOLD').rules, band: 50_000 },
      })
      .order({ account: 'bob', side: 'buy', type: 'market', quantity: 2 })
      .expectEvents(
        'bob places a market buy of 2: taking',
        'bob buys 1 from ann at 105',
        'order closed: unfilled, 1 left',
      );
  });
});

describe('self-trade prevention', () => {
  const both = { account: 'bob', side: 'buy', type: 'limit', quantity: 5, price: 10 } as const;
  const start = () => open().book('ann sells 1 at 9', 'bob sells 2 at 9', 'cleo sells 3 at 10');

  it('cancels the newest by default, after what it could trade before', () => {
    start()
      .order(both)
      .expectEvents(
        'bob places a limit buy of 5: taking',
        'bob buys 1 from ann at 9',
        'order closed: self_trade, 4 left',
      )
      .expectBook('bob sells 2 at 9', 'cleo sells 3 at 10');
  });

  it('cancels the oldest and goes on', () => {
    start()
      .order({ ...both, selfTrade: 'oldest' })
      .expectEvents(
        'bob places a limit buy of 5: taking',
        'bob buys 1 from ann at 9',
        'bob buys 3 from cleo at 10',
        'order closed: self_trade, 2 left',
        'the rest goes on the book',
      )
      .expectBook('bob buys 1 at 10');
  });

  it('cancels both', () => {
    start()
      .order({ ...both, selfTrade: 'both' })
      .expectEvents(
        'bob places a limit buy of 5: taking',
        'bob buys 1 from ann at 9',
        'order closed: self_trade, 2 left',
        'order closed: self_trade, 4 left',
      )
      .expectBook('cleo sells 3 at 10');
  });
});

describe('an amended order', () => {
  it('keeps its place in the queue when only its quantity falls', () => {
    open()
      .book('ann sells 5 at 10', 'bob sells 5 at 10')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, quantity: 2 })
      .expectEvents('reduced to 2')
      .expectBook('ann sells 2 at 10', 'bob sells 5 at 10')
      .expectHeld('ann', { tea: 2n });
  });

  it('goes to the end of the queue when its quantity rises', () => {
    open()
      .book('ann sells 5 at 10', 'bob sells 5 at 10')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, quantity: 6 })
      .expectEvents('amended to 6 at 10: book')
      .expectBook('bob sells 5 at 10', 'ann sells 6 at 10');
  });

  it('trades when its new price meets another', () => {
    open()
      .book('ann sells 5 at 10', 'bob buys 3 at 8')
      .command({ kind: 'AmendOrder', account: 'bob', orderId: 2, price: 10 })
      .expectEvents('amended to 3 at 10: taking', 'bob buys 3 from ann at 10')
      .expectBook('ann sells 2 at 10')
      .expectChange('bob', { tea: 3n, gold: -30n });
  });

  it('counts what has been filled towards its quantity', () => {
    open()
      .book('ann sells 5 at 10')
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 2, price: 10 })
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, quantity: 4, price: 11 })
      .expectBook('ann sells 2 at 11');
  });

  it.each([
    ['quantity', { quantity: 5 }],
    ['price', { price: 10 }],
    ['quantity and price', { quantity: 5, price: 10 }],
  ])('stays where it is when it is given the %s that it has', (_, same) => {
    open()
      .book('ann sells 5 at 10', 'bob sells 5 at 10')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, ...same })
      .expectEvents()
      .expectBook('ann sells 5 at 10', 'bob sells 5 at 10');
  });

  it('keeps its place when its quantity falls and its price is given as it is', () => {
    open()
      .book('ann sells 5 at 10', 'bob sells 5 at 10')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, quantity: 2, price: 10 })
      .expectEvents('reduced to 2')
      .expectBook('ann sells 2 at 10', 'bob sells 5 at 10');
  });

  it('is amended once under one key, and tells a repetition whether it was', () => {
    const { test } = open().book('ann sells 5 at 10', 'bob sells 5 at 10');
    const amend = (key: string, price: number) =>
      execute(test.exchange, {
        kind: 'AmendOrder',
        key,
        acceptedAt: 9_000,
        account: 'ann',
        orderId: 1,
        price,
      });
    const accepted = (orderId: number, repeated: boolean) => ({
      outcome: { status: 'accepted', orderId },
      repeated,
    });
    expect(amend('one', 11)).toMatchObject(accepted(1, false));
    expect(amend('two', 11)).toMatchObject(accepted(0, false));
    expect(amend('three', 12)).toMatchObject(accepted(1, false));
    // The first one again, whose answer was lost: the order stays as it is now.
    expect(amend('one', 11)).toMatchObject({ ...accepted(1, true), events: [] });
    expect(amend('two', 11)).toMatchObject({ ...accepted(0, true), events: [] });
    expect(test.exchange.orders.get(1)?.price).toBe(12);
    expect(amend('one', 13).outcome).toMatchObject({ rejection: { code: 'duplicate_transaction' } });
  });

  it('can still be reduced and cancelled after tick and lot have changed under it', () => {
    const scenario = open().book('ann sells 7 at 13');
    const { rules } = scenario.test.exchange.market('TEA-GOLD');
    scenario
      .command({ kind: 'ChangeMarket', market: 'TEA-GOLD', rules: { ...rules, tick: 5, lot: 2 } })
      .expectBook('ann sells 7 at 13')
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 1, quantity: 4 })
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 2, price: 15 })
      .expectEvents('bob places a limit buy of 2: taking', 'bob buys 2 from ann at 13')
      .command({ kind: 'CancelOrder', account: 'ann', orderId: 1 })
      .expectBook();
  });
});

describe('cancelling', () => {
  it('releases each hold once, for one order, a market or all', () => {
    open()
      .book('ann sells 5 at 10', 'ann buys 3 at 8', 'ann buys 1 at 7')
      .command({ kind: 'CancelOrder', account: 'ann', orderId: 1 })
      .expectHeld('ann', { gold: 31n })
      .command({ kind: 'CancelOrders', account: 'ann', market: 'TEA-GOLD' })
      .expectEvents('order closed: cancelled, 3 left', 'order closed: cancelled, 1 left')
      .expectHeld('ann', {})
      .command({ kind: 'CancelOrders', account: 'ann' })
      .expectEvents();
  });
});

describe('the limits of open orders', () => {
  const buy = { kind: 'PlaceOrder', account: 'bob', market: 'TEA-GOLD', side: 'buy', quantity: 1 } as const;

  it.each([
    ['in one market', { openOrdersPerMarketMax: 1 }],
    ['in all', { openOrdersPerAccountMax: 1 }],
  ])('let an account with all its orders open still take, and nothing that would stay: %s', (_, limits) => {
    const { test } = open({ limits }).book('ann sells 9 at 10').lastPrice(10).book('bob buys 1 at 5');
    const codes = [
      { ...buy, type: 'market' },
      { ...buy, type: 'limit', price: 10, timeInForce: 'ioc' },
      { ...buy, type: 'limit', price: 10, timeInForce: 'fok' },
      { ...buy, type: 'limit', price: 10 },
      { ...buy, type: 'stop', stopPrice: 12, worstPrice: 12 },
      { ...buy, type: 'stop_limit', stopPrice: 12, limitPrice: 12, timeInForce: 'ioc' },
      { ...buy, type: 'trailing_stop', trail: 2, worstPrice: 15 },
    ] as const;
    expect(codes.map((request) => test.codeOf(request))).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'order_too_many_open',
      'order_too_many_open',
      'order_too_many_open',
      'order_too_many_open',
    ]);
  });
});
