import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseAccount } from '#ledger/house.ts';
import type { Side } from '#matching/order.ts';
import { openRules, openTeaMarket, TestExchange } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';
import { Scenario, traders } from '#testing/scenario.ts';

const open = (options = {}) => new Scenario({ accounts: traders, ...options });
const market = 'TEA-GOLD';

describe('money that an operator brought in', () => {
  it('can be withdrawn, although custody then has paid out more than was ever deposited', () => {
    const custody = houseAccount('custody', 'testnet');
    const test = new TestExchange();
    test.accept({ kind: 'ListCoin', coin: 'TEA', decimals: 0 });
    test.accept({ kind: 'OpenAccount', account: 'ann' });
    test.accept({ kind: 'AdjustBalance', account: 'ann', coin: 'TEA', amount: 100n });
    test.accept({
      kind: 'HoldWithdrawal',
      withdrawalId: 'w1',
      account: 'ann',
      coin: 'TEA',
      amount: 90n,
      fee: 10n,
    });
    test.accept({ kind: 'SendWithdrawal', withdrawalId: 'w1' });
    const leg = { from: houseAccount('in-flight', 'testnet'), to: custody, coin: 'TEA', amount: 90n };
    test.accept({ kind: 'MoveHouseMoney', cause: 'payout', legs: [leg] });
    expect(test.available(custody, 'TEA')).toBe(90n);
    checkInvariants(test.exchange);
  });
});

describe('an account whose withdrawals are switched off', () => {
  it('cannot be emptied by a transfer either', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'ChangeAccount', account: 'ann', withdrawalEnabled: false });
    const transfer = { kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 5n, fee: 0n } as const;
    expect(test.codeOf(transfer)).toBe('withdrawal_disabled');
    expect(test.codeOf({ ...transfer, from: 'bob', to: 'ann' })).toBe('accepted');
  });
});

describe('a buy by budget', () => {
  const buy = { account: 'bob', side: 'buy', type: 'market' } as const;

  it('that is spent to the unit is filled, whatever stands behind it', () => {
    open()
      .book('ann sells 2 at 10', 'bob sells 2 at 11')
      .order({ ...buy, budget: 20n, timeInForce: 'fok', selfTrade: 'both' })
      .expectEvents(
        'bob places a market buy of a budget: taking',
        'bob buys 2 from ann at 10',
        'order closed: filled, 0 left',
      )
      .expectBook('bob sells 2 at 11');
  });

  it('whose rest buys nothing more leaves an own order alone', () => {
    open()
      .book('ann sells 2 at 10', 'bob sells 2 at 11')
      .order({ ...buy, budget: 30n, selfTrade: 'both' })
      .expectEvents(
        'bob places a market buy of a budget: taking',
        'bob buys 2 from ann at 10',
        'order closed: filled, 0 left',
      )
      .expectBook('bob sells 2 at 11');
  });

  it('that buys nothing at all is not called filled', () => {
    const scenario = open()
      .book('ann sells 2 at 10')
      .order({ ...buy, budget: 9n })
      .expectEvents('bob places a market buy of a budget: taking', 'order closed: dust, 0 left');
    expect(scenario.test.codeOf({ kind: 'PlaceOrder', market, ...buy, budget: 9n, timeInForce: 'fok' })).toBe(
      'order_error',
    );
  });

  it('as a fok stop fills when the book ends with the budget', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'buy', type: 'stop', budget: 220n, stopPrice: 110, timeInForce: 'fok' })
      .book('bob sells 3 at 110')
      .order({ account: 'dan', side: 'buy', type: 'limit', quantity: 1, price: 110 })
      .expectBook()
      .expectChange('ann', { tea: 2n, gold: -220n });
  });
});

describe('amending', () => {
  it('refuses a stop price for a trailing stop by budget, which has none of its own', () => {
    const scenario = open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'buy', type: 'trailing_stop', budget: 500n, trail: 10 });
    expect(scenario.test.codeOf({ kind: 'AmendOrder', account: 'ann', orderId: 3, stopPrice: 105 })).toBe(
      'order_wrong_type',
    );
  });

  it('lets a trailing stop grow where it stands, although its trail would put a new one elsewhere', () => {
    const scenario = open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'buy', type: 'trailing_stop', quantity: 1, trail: 10, worstPrice: 110 })
      .lastPrice(105)
      .command({ kind: 'AmendOrder', account: 'ann', orderId: 3, quantity: 2 })
      .expectHeld('ann', { gold: 220n });
    expect(scenario.test.exchange.order(3).conditions?.stopPrice).toBe(110);
  });

  it('refuses null, which is neither a price nor nothing', () => {
    const scenario = open().book('ann sells 5 at 10');
    const amend = { kind: 'AmendOrder', account: 'ann', orderId: 1 } as const;
    expect(scenario.test.codeOf({ ...amend, price: null as never })).toBe('order_wrong_price');
    expect(scenario.test.codeOf({ ...amend, quantity: null as never })).toBe('order_wrong_quantity');
  });
});

describe('a swap', () => {
  const swap = {
    kind: 'Swap',
    account: 'ann',
    from: 'TEA',
    to: 'GOLD',
    minimumReceived: 1n,
    route: [market],
  } as const;
  const start = (rules: object) => open({ rules }).book('bob buys 8 at 10').test;

  it('keeps to the cost limits of a market also where it sells', () => {
    const test = start({ minimumCost: 50n, maximumCost: 80n });
    expect(test.codeOf({ ...swap, amount: 4n })).toBe('order_cost_limit');
    expect(test.codeOf({ ...swap, amount: 5n })).toBe('accepted');
  });

  it('measures whole lots, not what is over, against the maximum', () => {
    const test = start({ maximumQuantity: 10, lot: 4 });
    expect(test.codeOf({ ...swap, amount: 11n })).toBe('accepted');
    expect(test.codeOf({ ...swap, amount: 12n })).toBe('order_size_too_large');
  });

  it('of more than a number can hold is too large, not malformed', () => {
    const test = start({ maximumQuantity: Number.MAX_SAFE_INTEGER });
    test.accept({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 2n ** 60n });
    expect(test.codeOf({ ...swap, amount: 2n ** 60n })).toBe('order_size_too_large');
  });
});

describe('a pair', () => {
  it('refuses a worst price beside a limit price, of which only one can be meant', () => {
    const pair = {
      kind: 'PlaceOcoOrders',
      account: 'ann',
      market,
      side: 'sell',
      quantity: 4,
      price: 110,
      stopPrice: 90,
    } as const;
    expect(open().test.codeOf({ ...pair, limitPrice: 89, worstPrice: 80 })).toBe('order_wrong_type');
  });
});

describe('a stop-limit', () => {
  it('keeps its limit price within the band around its stop price', () => {
    const { test } = open({ rules: { band: 100_000 } }).lastPrice(100);
    const stop = { kind: 'PlaceOrder', account: 'ann', market, type: 'stop_limit', quantity: 1 } as const;
    expect(test.codeOf({ ...stop, side: 'buy', stopPrice: 120, limitPrice: 133 })).toBe('price_too_high');
    expect(test.codeOf({ ...stop, side: 'buy', stopPrice: 120, limitPrice: 132 })).toBe('accepted');
    expect(test.codeOf({ ...stop, side: 'sell', stopPrice: 80, limitPrice: 71 })).toBe('price_too_low');
    expect(test.codeOf({ ...stop, side: 'sell', stopPrice: 80, limitPrice: 72 })).toBe('accepted');
  });
});

describe('due orders', () => {
  const other = 'GOLD-TEA';

  /** Pegged orders of the first market, and a stop of the second which waits at 90. */
  function openTwoMarkets() {
    const scenario = open({ limits: { followUpsPerCommandMax: 1 } });
    const { test } = scenario;
    const definition = {
      base: 'GOLD',
      quote: 'TEA',
      priceDecimals: 0,
      quantityDecimals: 0,
      rules: openRules,
    };
    test.accept({ kind: 'OpenMarket', market: other, ...definition });
    test.accept({ kind: 'SetReferencePrice', market, price: 100 });
    for (const percent of [0, 10_000, 20_000]) {
      test.place({
        account: 'ann',
        market,
        side: 'buy',
        type: 'pegged',
        quantity: 1,
        percent,
        minimumPrice: 1,
        maximumPrice: 900,
      });
    }
    const stop = test.place({
      account: 'bob',
      market: other,
      side: 'sell',
      type: 'stop',
      quantity: 1,
      stopPrice: 90,
    });
    test.place({ account: 'cleo', market: other, side: 'buy', type: 'limit', quantity: 5, price: 80 });
    return { test, stop };
  }

  it('of one market do not starve those of another', () => {
    const { test, stop } = openTwoMarkets();
    test.accept({ kind: 'SetReferencePrice', market, price: 200 });
    test.place({ account: 'dan', market: other, side: 'sell', type: 'limit', quantity: 1, price: 80 });
    // The pegged orders of the first market are due again with every reference price, faster than they can be dealt with.
    for (const price of [300, 400]) test.accept({ kind: 'SetReferencePrice', market, price });
    expect(test.exchange.orders.has(stop)).toBe(false);
    checkInvariants(test.exchange);
  });

  it('can be dealt with although nobody trades any more', () => {
    const { test } = openTwoMarkets();
    test.accept({ kind: 'SetReferencePrice', market, price: 200 });
    expect(test.exchange.dueCount).toBe(2);
    for (const left of [1, 0, 0]) {
      test.accept({ kind: 'DealWithDueOrders' });
      expect(test.exchange.dueCount).toBe(left);
    }
  });
});

describe('trailing stops', () => {
  it('of one account leave room for those of others', () => {
    const { test } = open({ limits: { trailingStopsPerMarketMax: 21 } }).lastPrice(100);
    const trailing = (account: string) =>
      test.codeOf({
        kind: 'PlaceOrder',
        account,
        market,
        side: 'sell',
        type: 'trailing_stop',
        quantity: 1,
        trail: 10,
      });
    for (let count = 0; count < 20; count += 1) expect(trailing('ann')).toBe('accepted');
    expect([trailing('ann'), trailing('bob'), trailing('dan')]).toEqual([
      'order_too_many_open',
      'accepted',
      'order_market_full',
    ]);
  });

  it('move at most twice in a sweep, however many trades it has, and end where the last trade puts them', () => {
    const scenario = open().lastPrice(100);
    scenario.order({ account: 'ann', side: 'sell', type: 'trailing_stop', quantity: 1, trail: 10 });
    scenario.order({
      account: 'ann',
      side: 'buy',
      type: 'trailing_stop',
      quantity: 1,
      trail: 10,
      worstPrice: 500,
    });
    for (let price = 95; price < 105; price += 1) scenario.book(`bob sells 1 at ${price}`);
    scenario.order({ account: 'dan', side: 'buy', type: 'limit', quantity: 10, price: 104 });
    const moves = scenario.last.filter(({ kind }) => kind === 'TrailingStopsMoved');
    expect(moves.length).toBeLessThanOrEqual(2);
    const { exchange } = scenario.test;
    expect([exchange.order(3).conditions?.stopPrice, exchange.order(4).conditions?.stopPrice]).toEqual([
      94, 105,
    ]);
  });

  it('that a sweep moves and then reaches are due', () => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'buy', type: 'trailing_stop', quantity: 1, trail: 5, worstPrice: 500 })
      .book(
        'bob sells 1 at 90',
        'bob sells 1 at 92',
        'bob sells 1 at 95',
        'bob sells 1 at 97',
        'bob sells 1 at 99',
      )
      .order({ account: 'dan', side: 'buy', type: 'limit', quantity: 4, price: 97 })
      .expectEvents(
        'dan places a limit buy of 4: taking',
        'dan buys 1 from bob at 90',
        'trailing stop to 95',
        'dan buys 1 from bob at 92',
        'dan buys 1 from bob at 95',
        '1 due',
        'dan buys 1 from bob at 97',
        'a stop fires',
        'ann buys 1 from bob at 99',
      );
  });
});

describe('coins of any decimals', () => {
  const count = fc.nat({ max: 18 });
  const decimals = fc
    .record({ base: count, quote: count, price: count, quantity: count })
    .map((each) => {
      const quantityDecimals = Math.min(each.quantity, each.base);
      // A market has at most fifteen decimals more than its quote coin.
      const priceDecimals = Math.min(each.price, each.quote - quantityDecimals + 15);
      return { baseDecimals: each.base, quoteDecimals: each.quote, quantityDecimals, priceDecimals };
    })
    .filter(({ priceDecimals }) => priceDecimals >= 0);
  /** From one to the largest whole number, every magnitude as likely. */
  const size = fc
    .tuple(fc.integer({ min: 0, max: 52 }), fc.double({ min: 1, max: 1.999, noNaN: true }))
    .map(([power, factor]) => Math.min(Math.floor(2 ** power * factor), Number.MAX_SAFE_INTEGER));
  const order = fc.record({
    account: fc.constantFrom('ann', 'bob'),
    side: fc.constantFrom<Side>('buy', 'sell'),
    type: fc.constantFrom('limit', 'limit', 'limit', 'market', 'budget', 'stop'),
    price: size,
    quantity: size,
    selfTrade: fc.constantFrom('newest' as const, 'oldest' as const, 'both' as const),
  });

  it('trade from the smallest to the largest numbers without a unit made or lost', () => {
    fc.assert(
      fc.property(
        decimals,
        fc.nat({ max: 999_999 }),
        fc.array(order, { maxLength: 40, size: 'max' }),
        (each, fee, orders) => {
          const test = new TestExchange();
          const { baseDecimals, quoteDecimals, ...units } = each;
          test.accept({ kind: 'ListCoin', coin: 'A', decimals: baseDecimals });
          test.accept({ kind: 'ListCoin', coin: 'B', decimals: quoteDecimals });
          const rules = {
            ...openRules,
            maximumQuantity: Number.MAX_SAFE_INTEGER,
            maximumCost: 10n ** 40n,
            fees: [{ maker: fee, taker: 999_999 - fee }],
          };
          test.accept({ kind: 'OpenMarket', market: 'A-B', base: 'A', quote: 'B', ...units, rules });
          for (const account of ['ann', 'bob']) {
            test.accept({ kind: 'OpenAccount', account });
            for (const coin of ['A', 'B'])
              test.accept({ kind: 'CreditDeposit', account, coin, amount: 10n ** 38n });
          }
          for (const { type, price, quantity, ...rest } of orders) {
            const place = { kind: 'PlaceOrder', market: 'A-B', ...rest } as const;
            if (type === 'limit') test.execute({ ...place, type, price, quantity });
            if (type === 'market') test.execute({ ...place, type, quantity });
            if (type === 'budget')
              test.execute({
                ...place,
                side: 'buy',
                type: 'market',
                budget: BigInt(price) * BigInt(quantity),
              });
            if (type === 'stop')
              test.execute({ ...place, type, stopPrice: price, worstPrice: price, quantity });
          }
          checkInvariants(test.exchange);
        },
      ),
      { numRuns: 150 },
    );
  });
});
