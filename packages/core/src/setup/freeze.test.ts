import { describe, expect, it } from 'vitest';
import { restoreExchange } from '#state/restore.ts';
import { takeSnapshot } from '#state/snapshot.ts';
import { openTeaMarket } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';

const market = 'TEA-GOLD';
const sell = { account: 'ann', market, side: 'sell', type: 'limit', quantity: 10, price: 20 } as const;
const freeze = { kind: 'ChangeAccount', account: 'ann', frozenByOwner: true } as const;

describe('an account that its owner froze', () => {
  it('has no open order left, in a halted market neither, so none trades when the market opens again', () => {
    const test = openTeaMarket();
    test.place(sell);
    test.accept({
      kind: 'PlaceOcoOrders',
      account: 'ann',
      market,
      side: 'sell',
      quantity: 5,
      price: 30,
      stopPrice: 5,
    });
    test.accept({ kind: 'ChangeMarket', market, state: 'halted' });
    const { events } = test.accept(freeze);
    expect(events.map(({ kind }) => kind)).toEqual([
      'CommandAccepted',
      'AccountChanged',
      'OrderClosed',
      'OrderClosed',
      'OrderClosed',
    ]);
    test.accept({ kind: 'ChangeMarket', market, state: 'open' });
    test.place({ ...sell, account: 'bob', side: 'buy' });
    expect(test.exchange.lastTradeId).toBe(0);
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
    checkInvariants(test.exchange);
  });

  it('neither trades nor pays out, and takes what comes in', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'LockCode', codeId: 'g1', account: 'ann', coin: 'TEA', amount: 7n });
    test.accept(freeze);
    const codes = [
      test.codeOf({ kind: 'PlaceOrder', ...sell }),
      test.codeOf({ kind: 'HoldWithdrawal', withdrawalId: 'w', account: 'ann', coin: 'TEA', amount: 1n }),
      test.codeOf({ kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 1n }),
      test.codeOf({ kind: 'LockCode', codeId: 'g2', account: 'ann', coin: 'TEA', amount: 1n }),
      test.codeOf({ kind: 'RedeemCode', codeId: 'g1', account: 'bob' }),
    ];
    expect(codes).toEqual([
      'trading_disabled',
      'withdrawal_disabled',
      'withdrawal_disabled',
      'withdrawal_disabled',
      'invalid_code',
    ]);
    test.accept({ kind: 'Transfer', from: 'bob', to: 'ann', coin: 'TEA', amount: 1n });
    test.accept({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 1n });
    test.accept({ kind: 'CancelCode', codeId: 'g1', account: 'ann' });
  });

  it('keeps a withdrawal that was only held, until it thaws or the withdrawal is released', () => {
    const test = openTeaMarket();
    for (const withdrawalId of ['w1', 'w2'])
      test.accept({ kind: 'HoldWithdrawal', withdrawalId, account: 'ann', coin: 'TEA', amount: 5n });
    test.accept(freeze);
    expect(test.codeOf({ kind: 'SendWithdrawal', withdrawalId: 'w1' })).toBe('withdrawal_disabled');
    test.accept({ kind: 'ReleaseWithdrawal', withdrawalId: 'w2' });
    test.accept({ ...freeze, frozenByOwner: false });
    expect(test.codeOf({ kind: 'SendWithdrawal', withdrawalId: 'w1' })).toBe('accepted');
  });

  it('stays frozen over a snapshot, and thaws by its owner alone', () => {
    const test = openTeaMarket();
    test.accept(freeze);
    test.exchange = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(test.exchange))));
    test.accept({ kind: 'ChangeAccount', account: 'ann', tradingEnabled: true, withdrawalEnabled: true });
    expect(test.codeOf({ kind: 'PlaceOrder', ...sell })).toBe('trading_disabled');
    test.accept({ ...freeze, frozenByOwner: false });
    expect(test.codeOf({ kind: 'PlaceOrder', ...sell })).toBe('accepted');
  });

  it('does not lift what the operator switched off when it thaws', () => {
    const test = openTeaMarket();
    test.accept({ kind: 'ChangeAccount', account: 'ann', tradingEnabled: false, withdrawalEnabled: false });
    test.accept(freeze);
    test.accept({ ...freeze, frozenByOwner: false });
    expect(test.codeOf({ kind: 'PlaceOrder', ...sell })).toBe('trading_disabled');
    expect(test.codeOf({ kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 1n })).toBe(
      'withdrawal_disabled',
    );
  });
});

it('a code of an account whose withdrawals are switched off is invalid until they are on again', () => {
  const test = openTeaMarket();
  test.accept({ kind: 'LockCode', codeId: 'g1', account: 'ann', coin: 'TEA', amount: 7n });
  const redeem = { kind: 'RedeemCode', codeId: 'g1', account: 'bob' } as const;
  test.accept({ kind: 'ChangeAccount', account: 'ann', withdrawalEnabled: false });
  expect(test.codeOf(redeem)).toBe('invalid_code');
  test.accept({ kind: 'ChangeAccount', account: 'ann', withdrawalEnabled: true });
  expect(test.codeOf(redeem)).toBe('accepted');
});
