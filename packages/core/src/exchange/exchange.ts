import { invariant } from '@emporion/kernel';
import { Ledger } from '#ledger/ledger.ts';
import type { Order } from '#matching/order.ts';
import type { Account } from './account.ts';
import type { CloseReason } from './events.ts';
import { defaultLimits, type ExchangeLimits } from './limits.ts';
import type { Market } from './market.ts';
import { RecentMap } from './recent-map.ts';
import type { Rejection } from './rejection.ts';

/** What became of a command, as its repetition is told. */
export interface RememberedOutcome {
  readonly digest: number;
  readonly sequence: number;
  readonly orderId: number;
  readonly rejection: Rejection | null;
}

export interface Withdrawal {
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface LockedCode {
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface ClosedOrder {
  readonly account: string;
  readonly reason: CloseReason;
}

/** The whole state. Only `evolve` writes to it, one event at a time. */
export class Exchange {
  readonly limits: ExchangeLimits;
  readonly ledger = new Ledger();
  /** Decimals by coin. */
  readonly coins = new Map<string, number>();
  readonly markets = new Map<string, Market>();
  readonly accounts = new Map<string, Account>();
  /** Every open order by id. */
  readonly orders = new Map<number, Order>();
  readonly withdrawals = new Map<string, Withdrawal>();
  readonly codes = new Map<string, LockedCode>();
  readonly closedOrders: RecentMap<number, ClosedOrder>;
  readonly moneyKeys = new Map<string, RememberedOutcome>();
  readonly recentKeys: RecentMap<string, RememberedOutcome>;
  /** How many orders are due, over all markets. */
  dueCount = 0;
  /** The last number given to a command, an order, a trade and a place in a queue. */
  sequence = 0;
  lastOrderId = 0;
  lastTradeId = 0;
  lastPriority = 0;

  constructor(limits: ExchangeLimits = defaultLimits) {
    this.limits = limits;
    this.closedOrders = new RecentMap(limits.closedOrdersMax);
    this.recentKeys = new RecentMap(limits.recentKeysMax);
  }

  /** The order, which must be open. */
  order(id: number): Order {
    const order = this.orders.get(id);
    invariant(order, `Order ${id} is not open.`);
    return order;
  }

  /** The market, which must exist. */
  market(code: string): Market {
    const market = this.markets.get(code);
    invariant(market, `There is no market ${code}.`);
    return market;
  }

  /** The account, which must exist. */
  account(id: string): Account {
    const account = this.accounts.get(id);
    invariant(account, `There is no account ${id}.`);
    return account;
  }
}
