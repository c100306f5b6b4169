import type { Bucket } from './posting.ts';

/** What one account has of one coin, in the coin's smallest unit. */
export class Balance {
  available = 0n;
  orders = 0n;
  withdrawals = 0n;
  codes = 0n;

  get held(): bigint {
    return this.orders + this.withdrawals + this.codes;
  }

  get total(): bigint {
    return this.available + this.held;
  }
}

export const buckets: readonly Bucket[] = ['available', 'orders', 'withdrawals', 'codes'];

/** What one account has, by coin. */
export class Wallet {
  readonly id: string;
  readonly balances = new Map<string, Balance>();

  constructor(id: string) {
    this.id = id;
  }

  balanceOf(coin: string): Balance {
    let balance = this.balances.get(coin);
    if (!balance) {
      balance = new Balance();
      this.balances.set(coin, balance);
    }
    return balance;
  }

  available(coin: string): bigint {
    return this.balances.get(coin)?.available ?? 0n;
  }
}
