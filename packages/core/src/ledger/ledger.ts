import { invariant } from '@emporion/kernel';
import { isAllowedBalance } from './house.ts';
import type { Posting } from './posting.ts';
import { type Balance, Wallet } from './wallet.ts';

/** All money of the exchange. It changes only by postings. */
export class Ledger {
  readonly wallets = new Map<string, Wallet>();

  walletOf(account: string): Wallet {
    let wallet = this.wallets.get(account);
    if (!wallet) {
      wallet = new Wallet(account);
      this.wallets.set(account, wallet);
    }
    return wallet;
  }

  available(account: string, coin: string): bigint {
    return this.wallets.get(account)?.available(coin) ?? 0n;
  }

  /** Applies the postings of one event. An event that would overdraw an account is a bug, and stops the engine. */
  post(postings: readonly Posting[]): void {
    let wallet: Wallet | undefined;
    let balance: Balance | undefined;
    let coin = '';
    for (const posting of postings) {
      // Postings of one account often follow one another, and so do those of one coin.
      if (posting.account !== wallet?.id) {
        wallet = this.walletOf(posting.account);
        balance = undefined;
      }
      if (!balance || posting.coin !== coin) balance = wallet.balanceOf(posting.coin);
      coin = posting.coin;
      const after = add(balance, posting);
      if (after < 0n) {
        const { account, bucket } = posting;
        const allowed = bucket === 'available' && isAllowedBalance(account, after);
        invariant(allowed, `The ${bucket} balance of ${account} is overdrawn.`);
      }
    }
  }

  /** The sum of all balances of each coin that is not zero: a ledger that conserves money has none. */
  imbalances(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const wallet of this.wallets.values()) {
      for (const [coin, balance] of wallet.balances) sums.set(coin, (sums.get(coin) ?? 0n) + balance.total);
    }
    for (const [coin, sum] of sums) if (sum === 0n) sums.delete(coin);
    return sums;
  }
}

function add(balance: Balance, { bucket, amount }: Posting): bigint {
  switch (bucket) {
    case 'available':
      balance.available += amount;
      return balance.available;
    case 'orders':
      balance.orders += amount;
      return balance.orders;
    case 'withdrawals':
      balance.withdrawals += amount;
      return balance.withdrawals;
    case 'codes':
      balance.codes += amount;
      return balance.codes;
  }
}
