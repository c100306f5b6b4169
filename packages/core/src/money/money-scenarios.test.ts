import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TradeExecuted } from '#exchange/events.ts';
import { houseAccount, houseAccounts } from '#ledger/house.ts';
import { openRules, openTeaMarket, TestExchange } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';

const withdrawal = (id: string, amount: bigint) =>
  ({ kind: 'HoldWithdrawal', withdrawalId: id, account: 'ann', coin: 'TEA', amount, fee: 0n }) as const;

describe('withdrawals', () => {
  it('lets exactly one of two hundred withdrawals of the whole balance succeed', () => {
    const test = openTeaMarket();
    const codes = Array.from({ length: 200 }, (_, index) => test.codeOf(withdrawal(`w${index}`, 1_000_000n)));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    checkInvariants(test.exchange);
  });

  it('cannot take what an order holds, nor an order what a withdrawal holds', () => {
    const test = openTeaMarket();
    test.place({
      account: 'ann',
      market: 'TEA-GOLD',
      side: 'sell',
      type: 'limit',
      quantity: 600_000,
      price: 1,
    });
    expect(test.codeOf(withdrawal('w1', 400_001n))).toBe('insufficient_funds');
    expect(test.codeOf(withdrawal('w2', 400_000n))).toBe('accepted');
    expect(
      test.codeOf({
        kind: 'PlaceOrder',
        account: 'ann',
        market: 'TEA-GOLD',
        side: 'sell',
        type: 'limit',
        quantity: 1,
        price: 1,
      }),
    ).toBe('insufficient_balance');
  });

  it('is in flight once it is sent and pays the fee to the house, or gives everything back', () => {
    const test = openTeaMarket();
    test.accept({ ...withdrawal('w1', 100n), fee: 3n });
    test.accept({ kind: 'SendWithdrawal', withdrawalId: 'w1', sent: 90n });
    expect(test.available(houseAccount('in-flight', 'testnet'), 'TEA')).toBe(90n);
    expect(test.available(houseAccounts.fees, 'TEA')).toBe(3n);
    expect(test.available('ann', 'TEA')).toBe(1_000_000n - 93n);
    test.accept({ ...withdrawal('w2', 100n), fee: 3n });
    test.accept({ kind: 'ReleaseWithdrawal', withdrawalId: 'w2' });
    expect(test.available('ann', 'TEA')).toBe(1_000_000n - 93n);
    checkInvariants(test.exchange);
  });
});

describe('codes', () => {
  it('credits a code once, however often it is redeemed', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'LockCode', codeId: 'g1', account: 'ann', coin: 'TEA', amount: 70n });
    const codes = Array.from({ length: 100 }, () =>
      test.codeOf({ kind: 'RedeemCode', codeId: 'g1', account: 'bob' }),
    );
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(test.available('bob', 'TEA')).toBe(1_000_070n);
  });

  it('gives a cancelled code back', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'LockCode', codeId: 'g1', account: 'ann', coin: 'TEA', amount: 70n });
    test.accept({ kind: 'CancelCode', codeId: 'g1', account: 'ann' });
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
  });
});

describe('house money', () => {
  it('pays bonuses from a pool that was funded from fees, and not one unit more', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 1n, fee: 10n });
    test.accept({ kind: 'FundPool', programme: 'affiliate', coin: 'TEA', amount: 10n });
    test.accept({ kind: 'PayBonus', programme: 'affiliate', account: 'cleo', coin: 'TEA', amount: 9n });
    expect(test.available(houseAccount('pool', 'affiliate'), 'TEA')).toBe(1n);
    expect(
      test.codeOf({ kind: 'PayBonus', programme: 'affiliate', account: 'cleo', coin: 'TEA', amount: 2n }),
    ).toBe('insufficient_funds');
    test.accept({ kind: 'AdjustBalance', account: 'cleo', coin: 'TEA', amount: -1_000_009n });
    expect(test.available('cleo', 'TEA')).toBe(0n);
    checkInvariants(test.exchange);
  });
});

/** A third coin beside tea and gold, to swap through two books. */
function openSilkRoad(): TestExchange {
  const test = openTeaMarket();
  test.accept({ kind: 'ListCoin', coin: 'SILK', decimals: 0 });
  test.accept({
    kind: 'OpenMarket',
    market: 'SILK-GOLD',
    base: 'SILK',
    quote: 'GOLD',
    priceDecimals: 0,
    quantityDecimals: 0,
    rules: openRules,
  });
  test.accept({ kind: 'CreditDeposit', account: 'cleo', coin: 'SILK', amount: 1_000n });
  return test;
}

describe('a swap', () => {
  const swap = {
    kind: 'Swap',
    account: 'ann',
    from: 'TEA',
    to: 'SILK',
    amount: 10n,
    minimumReceived: 3n,
    route: ['TEA-GOLD', 'SILK-GOLD'],
  } as const;

  it('goes through two books and leaves the dust of the middle coin with the account', () => {
    const test = openSilkRoad();
    test.place({ account: 'bob', market: 'TEA-GOLD', side: 'buy', type: 'limit', quantity: 50, price: 10 });
    test.place({
      account: 'cleo',
      market: 'SILK-GOLD',
      side: 'sell',
      type: 'limit',
      quantity: 50,
      price: 30,
    });
    const { events } = test.accept(swap);
    expect(events.at(-1)).toMatchObject({ kind: 'SwapExecuted', given: 10n, received: 3n });
    expect([
      test.available('ann', 'TEA'),
      test.available('ann', 'SILK'),
      test.available('ann', 'GOLD'),
    ]).toEqual([999_990n, 3n, 1_000_010n]);
    checkInvariants(test.exchange);
  });

  it('happens whole or not at all', () => {
    const test = openSilkRoad();
    test.place({ account: 'bob', market: 'TEA-GOLD', side: 'buy', type: 'limit', quantity: 50, price: 10 });
    test.place({ account: 'cleo', market: 'SILK-GOLD', side: 'sell', type: 'limit', quantity: 2, price: 30 });
    expect(test.codeOf(swap)).toBe('order_size_too_large');
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
    expect(test.exchange.lastTradeId).toBe(0);
  });
});

describe('rounding', () => {
  /** Prices of three decimals and quantities of six for a quote coin of six: most costs are not whole units. */
  function openRoughMarket(fees: { maker: number; taker: number }): TestExchange {
    const test = new TestExchange();
    test.accept({ kind: 'ListCoin', coin: 'BTC', decimals: 8 });
    test.accept({ kind: 'ListCoin', coin: 'USDT', decimals: 6 });
    test.accept({
      kind: 'OpenMarket',
      market: 'BTC-USDT',
      base: 'BTC',
      quote: 'USDT',
      priceDecimals: 3,
      quantityDecimals: 6,
      rules: { ...openRules, fees: [fees] },
    });
    for (const account of ['ann', 'bob']) {
      test.accept({ kind: 'OpenAccount', account });
      for (const coin of ['BTC', 'USDT'])
        test.accept({ kind: 'CreditDeposit', account, coin, amount: 10n ** 12n });
    }
    return test;
  }

  it('never makes or loses a unit, never trades for nothing, and never outgrows a hold', () => {
    const order = fc.record({
      account: fc.constantFrom('ann', 'bob'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 990, max: 1_010 }),
      quantity: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(order, { maxLength: 60, size: 'max' }),
        fc.nat({ max: 300_000 }),
        (orders, taker) => {
          const test = openRoughMarket({ maker: Math.floor(taker / 3), taker });
          for (const each of orders) {
            const { events } = test.execute({
              kind: 'PlaceOrder',
              market: 'BTC-USDT',
              type: 'limit',
              selfTrade: 'oldest',
              ...each,
            });
            for (const event of events) if (event.kind === 'TradeExecuted') checkTrade(event);
            checkInvariants(test.exchange);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  function checkTrade({
    price,
    quantity,
    postings,
    takerSide,
    takerAccount,
    makerAccount,
    makerFee,
    takerFee,
  }: TradeExecuted): void {
    const sum = (account: string, coin: string) =>
      postings
        .filter((posting) => posting.account === account && posting.coin === coin)
        .reduce((total, { amount }) => total + amount, 0n);
    const [buyer, seller] = takerSide === 'buy' ? [takerAccount, makerAccount] : [makerAccount, takerAccount];
    const exact = BigInt(price) * BigInt(quantity);
    const [paid, received] = [
      -sum(buyer, 'USDT'),
      sum(seller, 'USDT') + (takerSide === 'buy' ? makerFee : takerFee),
    ];
    expect(paid).toBeGreaterThan(0n);
    expect(received).toBe(exact / 1_000n);
    expect(paid - received).toBeLessThanOrEqual(1n);
    expect(paid).toBeGreaterThanOrEqual(received);
  }

  it('returns a remainder that is worth less than one unit', () => {
    const test = openRoughMarket({ maker: 0, taker: 0 });
    test.place({ account: 'ann', market: 'BTC-USDT', side: 'sell', type: 'limit', quantity: 5, price: 600 });
    test.place({ account: 'bob', market: 'BTC-USDT', side: 'buy', type: 'limit', quantity: 4, price: 600 });
    expect(test.exchange.orders.size).toBe(0);
    expect(test.available('ann', 'BTC')).toBe(10n ** 12n - 400n);
    checkInvariants(test.exchange);
  });
});
