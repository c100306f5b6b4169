import { describe, expect, it } from 'vitest';
import type { ExchangeEvent } from '#exchange/events.ts';
import { evolve } from '#exchange/evolve.ts';
import { execute } from '#exchange/execute.ts';
import { restoreExchange } from '#state/restore.ts';
import { stateHash, takeSnapshot } from '#state/snapshot.ts';
import { movesMoney, openRules } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';
import { Scenario, traders } from '#testing/scenario.ts';

const open = (options = {}) => new Scenario({ accounts: traders, ...options });
const market = 'TEA-GOLD';
const other = 'GOLD-TEA';

describe('an own order in the way', () => {
  /** Ann has a sell at 110 that is one of a pair, behind one of Bob at 105. */
  const start = () =>
    open().lastPrice(100).book('bob sells 1 at 105').command({
      kind: 'PlaceOcoOrders',
      account: 'ann',
      market,
      side: 'sell',
      quantity: 4,
      price: 110,
      stopPrice: 90,
    });
  const buy = { account: 'ann', side: 'buy', type: 'limit', quantity: 3, price: 110 } as const;

  it('that is one of a pair stays when the newest goes', () => {
    start()
      .order(buy)
      .expectEvents(
        'ann places a limit buy of 3: taking',
        'ann buys 1 from bob at 105',
        'order closed: self_trade, 2 left',
      )
      .expectBook('ann sells 4 at 110')
      .expectHeld('ann', { tea: 4n });
  });

  it.each(['oldest', 'both'] as const)(
    'that is one of a pair takes the other with it when the %s goes',
    (selfTrade) => {
      start()
        .order({ ...buy, selfTrade })
        .expectHeld('ann', selfTrade === 'oldest' ? { gold: 220n } : {})
        .expectBook(...(selfTrade === 'oldest' ? ['ann buys 2 at 110'] : []));
    },
  );

  it.each(['newest', 'oldest', 'both'] as const)(
    'makes a fok that needs it fail and stay without a trace, with %s',
    (selfTrade) => {
      const scenario = start();
      const before = takeSnapshot(scenario.test.exchange);
      expect(
        scenario.test.codeOf({ kind: 'PlaceOrder', market, ...buy, selfTrade, timeInForce: 'fok' }),
      ).toBe('order_error');
      const after = takeSnapshot(scenario.test.exchange);
      expect([after.orders, after.wallets]).toEqual([before.orders, before.wallets]);
    },
  );

  it('lets a fok with oldest fill around it', () => {
    start()
      .book('cleo sells 2 at 110')
      .order({ ...buy, selfTrade: 'oldest', timeInForce: 'fok' })
      .expectBook()
      .expectHeld('ann', {});
  });

  it.each(['newest', 'oldest', 'both'] as const)(
    'meets a pegged order that is carried to it, with %s',
    (selfTrade) => {
      open()
        .command({ kind: 'SetReferencePrice', market, price: 100 })
        .order({
          account: 'ann',
          side: 'buy',
          type: 'pegged',
          quantity: 2,
          percent: 0,
          minimumPrice: 1,
          maximumPrice: 200,
          selfTrade,
        })
        .book('ann sells 5 at 110', 'bob sells 1 at 110')
        .command({ kind: 'SetReferencePrice', market, price: 120 })
        .expectBook(
          ...{
            newest: ['ann sells 5 at 110', 'bob sells 1 at 110'],
            oldest: ['ann buys 1 at 120'],
            both: ['bob sells 1 at 110'],
          }[selfTrade],
        );
    },
  );

  it.each(['newest', 'oldest', 'both'] as const)('meets a trailing stop that fires, with %s', (selfTrade) => {
    open()
      .lastPrice(100)
      .order({ account: 'ann', side: 'sell', type: 'trailing_stop', quantity: 2, trail: 10, selfTrade })
      .book('bob buys 1 at 90', 'ann buys 3 at 80', 'cleo buys 3 at 70')
      .order({ account: 'dan', side: 'sell', type: 'limit', quantity: 1, price: 90 })
      .expectBook(
        ...{
          newest: ['ann buys 3 at 80', 'cleo buys 3 at 70'],
          oldest: ['cleo buys 1 at 70'],
          both: ['cleo buys 3 at 70'],
        }[selfTrade],
      );
  });
});

describe('a client order id', () => {
  it.each(['__proto__', 'constructor', 'toString'])(
    'may be %s, is free again once its order is closed, and is one account’s own',
    (clientOrderId) => {
      const { test } = open();
      const order = {
        kind: 'PlaceOrder',
        market,
        side: 'buy',
        type: 'limit',
        quantity: 1,
        price: 1,
        clientOrderId,
      } as const;
      expect(test.codeOf({ ...order, account: 'ann' })).toBe('accepted');
      expect(test.codeOf({ ...order, account: 'ann' })).toBe('duplicate_transaction');
      expect(test.codeOf({ ...order, account: 'bob' })).toBe('accepted');
      test.accept({ kind: 'CancelOrder', account: 'ann', orderId: 1 });
      expect(test.codeOf({ ...order, account: 'ann' })).toBe('accepted');
    },
  );
});

describe('two markets of the same coins', () => {
  /** Stops in both, one step of a cascade for each command, and coins that are held in both. */
  function startCascade(): Scenario {
    const scenario = open({ limits: { followUpsPerCommandMax: 1 } }).lastPrice(100);
    const { test } = scenario;
    test.accept({
      kind: 'OpenMarket',
      market: other,
      base: 'GOLD',
      quote: 'TEA',
      priceDecimals: 0,
      quantityDecimals: 0,
      rules: openRules,
    });
    for (const stopPrice of [90, 80])
      scenario.order({ account: 'ann', side: 'sell', type: 'stop', quantity: 1, stopPrice });
    test.place({ account: 'bob', market: other, side: 'sell', type: 'stop', quantity: 1, stopPrice: 90 });
    for (const price of [90, 80, 70]) scenario.book(`cleo buys 1 at ${price}`);
    for (const price of [90, 80])
      test.place({ account: 'cleo', market: other, side: 'buy', type: 'limit', quantity: 1, price });
    return scenario;
  }

  it('cascade in the order in which their stops were reached, through a halt and a restart in the middle', () => {
    const { test } = startCascade();
    // The first command fires nothing more than one stop: of ann's two the nearer, which reaches the other.
    test.accept({ kind: 'ChangeMarket', market, state: 'halted' });
    test.place({ account: 'dan', market: other, side: 'sell', type: 'limit', quantity: 1, price: 90 });
    expect(test.exchange.dueCount).toBe(0);
    test.accept({ kind: 'ChangeMarket', market, state: 'open' });
    test.place({ account: 'dan', market, side: 'sell', type: 'limit', quantity: 1, price: 90 });
    expect(test.exchange.dueCount).toBe(1);
    test.accept({ kind: 'ChangeMarket', market, state: 'halted' });
    test.accept({ kind: 'DealWithDueOrders' });
    expect(test.exchange.dueCount).toBe(1);
    expect(test.codeOf({ kind: 'CancelOrders', account: 'ann', market })).toBe('market_closed');

    test.exchange = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(test.exchange))));
    checkInvariants(test.exchange);
    test.accept({ kind: 'ChangeMarket', market, state: 'open' });
    expect(test.exchange.dueCount).toBe(0);
    checkInvariants(test.exchange);
    expect([...test.exchange.orders.values()].filter(({ type }) => type === 'stop')).toEqual([]);
  });

  it('give the same state from a snapshot at every step as without one', () => {
    const { test } = startCascade();
    const start = takeSnapshot(test.exchange);
    const steps = [
      { kind: 'PlaceOrder', account: 'dan', market, side: 'sell', type: 'limit', quantity: 1, price: 90 },
      {
        kind: 'PlaceOrder',
        account: 'dan',
        market: other,
        side: 'sell',
        type: 'limit',
        quantity: 1,
        price: 90,
      },
      { kind: 'DealWithDueOrders' },
      { kind: 'DealWithDueOrders' },
    ] as const;
    const live = restoreExchange(start);
    let stored = start;
    for (const [index, step] of steps.entries()) {
      const command = { ...step, key: `step:${index}`, acceptedAt: test.now };
      const { events } = execute(live, command);
      const restored = restoreExchange(JSON.parse(JSON.stringify(stored)));
      expect(execute(restored, command).events).toEqual(events);
      const replayed = restoreExchange(stored);
      for (const event of events as ExchangeEvent[]) evolve(replayed, event);
      expect([stateHash(restored), stateHash(replayed)]).toEqual([stateHash(live), stateHash(live)]);
      stored = takeSnapshot(live);
    }
    expect(live.dueCount).toBe(0);
  });
});

describe('fees', () => {
  it('follow the tier at the time of the trade, and never take more than what is received', () => {
    const scenario = open({
      rules: {
        fees: [
          { maker: 0, taker: 0 },
          { maker: 999_999, taker: 999_999 },
        ],
      },
    })
      .book('ann sells 10 at 10')
      .command({ kind: 'ChangeAccount', account: 'ann', tier: 7 })
      .order({ account: 'bob', side: 'buy', type: 'limit', quantity: 10, price: 10 })
      .expectChange('ann', { tea: -10n, gold: 0n })
      .expectChange('bob', { tea: 10n, gold: -100n });
    expect(scenario.test.available('house:fees', 'GOLD')).toBe(100n);
  });
});

describe('the same submit fifty times', () => {
  it.each([
    { kind: 'PlaceOrder', account: 'ann', market, side: 'buy', type: 'limit', quantity: 1, price: 10 },
    {
      kind: 'Swap',
      account: 'ann',
      from: 'TEA',
      to: 'GOLD',
      amount: 1n,
      minimumReceived: 1n,
      route: [market],
    },
    { kind: 'HoldWithdrawal', withdrawalId: 'w1', account: 'ann', coin: 'TEA', amount: 5n, fee: 1n },
    { kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 5n, fee: 0n },
    { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n },
  ] as const)('happens once, also when a restart comes between: $kind', (request) => {
    const { test } = open().book('bob buys 90 at 10');
    const submit = movesMoney(request.kind) ? 77 : 'submit';
    const first = test.execute(request, submit);
    expect(first.outcome.status).toBe('accepted');
    const { wallets, orders } = takeSnapshot(test.exchange);
    for (let count = 1; count < 50; count += 1) {
      if (count === 25) test.exchange = restoreExchange(takeSnapshot(test.exchange));
      expect(test.execute(request, submit)).toEqual({ outcome: first.outcome, events: [], repeated: true });
    }
    const after = takeSnapshot(test.exchange);
    expect([after.wallets, after.orders]).toEqual([wallets, orders]);
  });
});
