import { type Exchange, isAllowedBalance } from '@emporion/core';
import { buckets, holds } from './buckets.ts';
import { count, few, type VerifyPart } from './verify-part.ts';

/** Nobody has less than nothing, and all accounts together have nothing: what people have, custody owes. */
export const balancesPart: VerifyPart = {
  name: 'Balances',
  run: ({ exchange }) => {
    const problems: string[] = [];
    const sums = new Map<string, bigint>();
    for (const [account, wallet] of exchange.ledger.wallets) {
      for (const [coin, balance] of wallet.balances) {
        sums.set(coin, (sums.get(coin) ?? 0n) + balance.total);
        for (const bucket of buckets)
          if (!isAllowedBalance(account, balance[bucket]))
            problems.push(`${account} has ${balance[bucket]} of ${coin} (${bucket}).`);
      }
    }
    for (const [coin, sum] of sums)
      if (sum !== 0n) problems.push(`All accounts together have ${sum} of ${coin}.`);
    const summary = `${count(exchange.ledger.wallets.size, 'account')}, ${count(sums.size, 'coin')}, each sums to zero, none overdrawn`;
    return { summary, problems: few(problems) };
  },
};

/** What is held is what open orders, withdrawals and codes hold, to the last unit. */
export const holdsPart: VerifyPart = {
  name: 'Holds',
  run: ({ exchange }) => {
    const expected = expectedHolds(exchange);
    const problems: string[] = [];
    for (const [account, wallet] of exchange.ledger.wallets) {
      for (const [coin, balance] of wallet.balances) {
        for (const bucket of holds) {
          const key = `${account} ${coin} ${bucket}`;
          const amount = expected.get(key) ?? 0n;
          expected.delete(key);
          if (balance[bucket] !== amount)
            problems.push(`${key} holds ${balance[bucket]} in place of ${amount}.`);
        }
      }
    }
    for (const [key, amount] of expected)
      if (amount !== 0n) problems.push(`${key} holds nothing in place of ${amount}.`);
    const { orders, withdrawals, codes } = exchange;
    const summary = `${count(orders.size, 'open order')}, ${count(withdrawals.size, 'withdrawal')}, ${count(codes.size, 'code')}, each with what it holds`;
    return { summary, problems: few(problems) };
  },
};

function expectedHolds(exchange: Exchange): Map<string, bigint> {
  const expected = new Map<string, bigint>();
  const add = (account: string, coin: string, bucket: (typeof holds)[number], amount: bigint) => {
    const key = `${account} ${coin} ${bucket}`;
    expected.set(key, (expected.get(key) ?? 0n) + amount);
  };
  for (const { account, market, side, held } of exchange.orders.values()) {
    const { base, quote } = exchange.market(market);
    add(account, side === 'buy' ? quote : base, 'orders', held);
  }
  for (const { account, coin, amount, fee } of exchange.withdrawals.values())
    add(account, coin, 'withdrawals', amount + fee);
  for (const { account, coin, amount } of exchange.codes.values()) add(account, coin, 'codes', amount);
  return expected;
}
