import { describe, expect, it } from 'vitest';
import type { HouseLeg } from '#commands/commands.ts';
import { houseAccount, houseAccounts, isAllowedBalance } from '#ledger/house.ts';
import { openTeaMarket, type TestExchange } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';

const [custody, inFlight, costs, lost] = (
  ['custody', 'in-flight', 'network-costs', 'reorg-loss'] as const
).map((kind) => houseAccount(kind, 'testnet')) as [string, string, string, string];
const { fees, capital } = houseAccounts;

const leg = (from: string, to: string, amount: bigint, coin = 'TEA'): HouseLeg => ({
  from,
  to,
  coin,
  amount,
});
const move = (cause: string, ...legs: HouseLeg[]) =>
  ({ kind: 'MoveHouseMoney', cause: cause as 'payout', legs }) as const;

function withWithdrawal(): TestExchange {
  const test = openTeaMarket();
  const withdrawal = { account: 'ann', coin: 'TEA', amount: 100n, fee: 3n };
  test.accept({ kind: 'HoldWithdrawal', withdrawalId: 'w1', ...withdrawal });
  test.accept({ kind: 'SendWithdrawal', withdrawalId: 'w1' });
  return test;
}

describe('what the books must be able to say', () => {
  it('a deposit, with a fee of the house', () => {
    const test = openTeaMarket();
    const before = test.available(custody, 'TEA');
    test.accept({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 100n, fee: 4n });
    expect(test.available('ann', 'TEA')).toBe(1_000_096n);
    expect(test.available(fees, 'TEA')).toBe(4n);
    expect(test.available(custody, 'TEA')).toBe(before - 100n);
    expect(test.codeOf({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 4n, fee: 4n })).toBe(
      'amount_too_small',
    );
  });

  it('a payout that is signed, then final, with what the network took in another coin', () => {
    const test = withWithdrawal();
    expect([test.available(inFlight, 'TEA'), test.available(fees, 'TEA')]).toEqual([100n, 3n]);
    const before = [test.available(custody, 'TEA'), test.available(custody, 'GOLD')] as const;
    test.accept(move('payout', leg(inFlight, custody, 100n), leg(costs, custody, 7n, 'GOLD')));
    expect(test.available(inFlight, 'TEA')).toBe(0n);
    expect(test.available(costs, 'GOLD')).toBe(-7n);
    expect([test.available(custody, 'TEA'), test.available(custody, 'GOLD')]).toEqual([
      before[0] + 100n,
      before[1] + 7n,
    ]);
    checkInvariants(test.exchange);
  });

  it('a payout that can no longer arrive comes back, with its fee', () => {
    const test = withWithdrawal();
    test.accept({ kind: 'ReturnPayout', account: 'ann', coin: 'TEA', amount: 100n, fee: 3n });
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
    expect(test.codeOf({ kind: 'ReturnPayout', account: 'ann', coin: 'TEA', amount: 1n })).toBe(
      'insufficient_funds',
    );
  });

  it('gas money of the owner, and a sweep that it pays for', () => {
    const test = openTeaMarket();
    test.accept(move('capital_in', leg(custody, capital, 50n)));
    test.accept(move('network_cost', leg(costs, custody, 5n)));
    expect([test.available(capital, 'TEA'), test.available(costs, 'TEA')]).toEqual([50n, -5n]);
    test.accept(move('loss_covered', leg(capital, costs, 5n)));
    expect(test.available(costs, 'TEA')).toBe(0n);
    test.accept(move('capital_out', leg(capital, inFlight, 45n)));
    checkInvariants(test.exchange);
  });

  it('coins that were moved from one network to another', () => {
    const test = openTeaMarket();
    const other = houseAccount('custody', 'other');
    test.accept(move('custody_move', leg(other, custody, 400n)));
    expect(test.available(other, 'TEA')).toBe(-400n);
    test.accept(move('custody_move', leg(other, houseAccounts.custody, 1n)));
    checkInvariants(test.exchange);
  });

  it('fees that the owner takes out', () => {
    const test = withWithdrawal();
    expect(test.codeOf(move('fees_out', leg(fees, inFlight, 2n), leg(fees, inFlight, 2n)))).toBe(
      'insufficient_funds',
    );
    test.accept(move('fees_out', leg(fees, inFlight, 3n)));
    test.accept(move('payout', leg(inFlight, custody, 103n)));
    checkInvariants(test.exchange);
  });

  it('a credit that is taken back, from the account as far as it has it', () => {
    const test = openTeaMarket();
    const reversal = { kind: 'ReverseCredit', account: 'ann', coin: 'TEA', loss: lost } as const;
    test.accept({ ...reversal, amount: 400_000n });
    expect([test.available('ann', 'TEA'), test.available(lost, 'TEA')]).toEqual([600_000n, 0n]);
    const { events } = test.accept({ ...reversal, amount: 1_000_000n });
    expect(events.filter(({ kind }) => kind === 'MoneyMoved')).toHaveLength(1);
    expect([test.available('ann', 'TEA'), test.available(lost, 'TEA')]).toEqual([0n, -400_000n]);
    test.accept(move('reorg_undone', leg(custody, lost, 400_000n)));
    expect(test.available(lost, 'TEA')).toBe(0n);
    checkInvariants(test.exchange);
  });

  it('a card that was charged back, through bank and acquirer', () => {
    const test = openTeaMarket();
    const [bank, acquirer] = [houseAccount('bank', 'main'), houseAccount('acquirer', 'cards')];
    const loss = houseAccount('chargeback-loss', 'cards');
    test.accept({ kind: 'CreditDeposit', account: 'bob', coin: 'GOLD', amount: 50n, source: acquirer });
    test.accept(move('settlement', leg(bank, acquirer, 50n, 'GOLD')));
    test.accept({
      kind: 'ReverseCredit',
      account: 'bob',
      coin: 'GOLD',
      amount: 50n,
      source: acquirer,
      loss,
    });
    expect([test.available(bank, 'GOLD'), test.available(acquirer, 'GOLD')]).toEqual([-50n, 50n]);
    test.accept(move('settlement', leg(acquirer, bank, 50n, 'GOLD')));
    expect([test.available(bank, 'GOLD'), test.available(acquirer, 'GOLD')]).toEqual([0n, 0n]);
    checkInvariants(test.exchange);
  });

  it('a card payment that is refunded with its fee, whole or not at all', () => {
    const test = openTeaMarket();
    const source = houseAccount('acquirer', 'cards');
    const loss = houseAccount('chargeback-loss', 'cards');
    const before = test.available('bob', 'GOLD');
    test.accept({ kind: 'CreditDeposit', account: 'bob', coin: 'GOLD', amount: 50n, fee: 2n, source });
    const reversal = { kind: 'ReverseCredit', account: 'bob', coin: 'GOLD', source, loss } as const;
    const whole = { ...reversal, amount: 50n, fee: 2n, lossMax: 0n };
    test.accept({ kind: 'Transfer', from: 'bob', to: 'ann', coin: 'GOLD', amount: before + 1n });
    expect(test.codeOf(whole)).toBe('insufficient_funds');
    test.accept({ kind: 'Transfer', from: 'ann', to: 'bob', coin: 'GOLD', amount: 1n });
    test.accept(whole);
    expect(['bob', fees, source, loss].map((account) => test.available(account, 'GOLD'))).toEqual([
      0n,
      0n,
      0n,
      0n,
    ]);
    // The fee is gone too: what nobody has is lost.
    test.accept({ ...reversal, amount: 10n, fee: 4n });
    expect([test.available(loss, 'GOLD'), test.available(source, 'GOLD')]).toEqual([-10n, 10n]);
    expect(test.codeOf({ ...reversal, amount: 4n, fee: 4n })).toBe('amount_too_small');
    checkInvariants(test.exchange);
  });

  it('a sale that an acquirer paid out of what it owes us', () => {
    const test = openTeaMarket();
    const acquirer = houseAccount('acquirer', 'testnet');
    test.accept({
      kind: 'HoldWithdrawal',
      withdrawalId: 'w1',
      account: 'ann',
      coin: 'TEA',
      amount: 9n,
      fee: 1n,
    });
    test.accept({ kind: 'SendWithdrawal', withdrawalId: 'w1' });
    test.accept(move('payout', leg(inFlight, acquirer, 9n)));
    expect([test.available(acquirer, 'TEA'), test.available(inFlight, 'TEA')]).toEqual([9n, 0n]);
    checkInvariants(test.exchange);
  });
});

describe('money of the house', () => {
  it.each([
    [
      'a path that the cause does not have',
      move('fees_out', leg(custody, inFlight, 1n)),
      'value_not_allowed',
    ],
    ['a cause that does not exist', move('gift', leg(custody, capital, 1n)), 'value_not_allowed'],
    ['an account of a user', move('capital_out', leg('ann', inFlight, 1n)), 'wrong_data'],
    ['a kind that does not exist', move('fees_out', leg(fees, 'house:purse:mine', 1n)), 'wrong_data'],
    ['a kind that needs a name', move('fees_out', leg(fees, 'house:in-flight', 1n)), 'wrong_data'],
    ['a name with more parts', move('fees_out', leg(fees, `${inFlight}:x`, 1n)), 'wrong_data'],
    ['an account and itself', move('custody_move', leg(custody, custody, 1n)), 'value_not_allowed'],
    ['no legs', move('payout'), 'wrong_data'],
    ['no coin', move('capital_in', leg(custody, capital, 1n, 'SILK')), 'coin_invalid'],
    ['nothing', move('capital_in', leg(custody, capital, 0n)), 'amount_too_small'],
  ] as const)('does not move by %s', (_, request, code) => {
    expect(openTeaMarket().codeOf(request)).toBe(code);
  });

  it('is refused without a reason, as every movement that a person decides on', () => {
    const test = openTeaMarket();
    for (const request of [
      move('capital_in', leg(custody, capital, 1n)),
      { kind: 'AdjustBalance', account: 'ann', coin: 'TEA', amount: 1n },
      { kind: 'ReverseCredit', account: 'ann', coin: 'TEA', amount: 1n, loss: lost },
    ] as const) {
      // exactOptionalPropertyTypes: a reason that is explicitly nothing.
      expect(test.codeOf({ ...request, reason: undefined } as never)).toBe('wrong_data');
    }
  });

  it.each(['spring bonus', 'a:b', 'x'.repeat(65), ''])(
    'does not go into a pool called %j, from which it could not come back',
    (programme) => {
      const test = withWithdrawal();
      expect(test.codeOf({ kind: 'FundPool', programme, coin: 'TEA', amount: 1n })).toBe('wrong_data');
    },
  );

  it('may be below zero by its kind, whatever its name is', () => {
    const signs = (accounts: readonly string[]) => accounts.map((account) => isAllowedBalance(account, -1n));
    expect(signs([custody, costs, lost, houseAccounts.custody, houseAccounts.adjustments])).not.toContain(
      false,
    );
    expect(
      signs([inFlight, capital, fees, 'house:pool:custody', 'house:other:x', 'ann', 'custody']),
    ).not.toContain(true);
  });
});
