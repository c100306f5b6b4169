import { invariant } from '@emporion/kernel';
import { Ledger } from '#ledger/ledger.ts';
import type { Order } from '#matching/order.ts';
import { Account } from './account.ts';
import { type BookingSeries, bookedOutcomesMax } from './bookings.ts';
import { ClosedOrders } from './closed-orders.ts';
import { defaultLimits, type ExchangeLimits } from './limits.ts';
import type { Market } from './market.ts';
import { RecentOutcomes, type RememberedOutcome } from './recent-outcomes.ts';

export interface Withdrawal {
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** On which it will leave; empty for one that was held before withdrawals knew theirs. */
  readonly network: string;
}

export interface LockedCode {
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** The whole state. Only `evolve` writes to it, one event at a time. */
export class Exchange {
  limits: ExchangeLimits;
  readonly ledger = new Ledger();
  /** Decimals by coin. */
  readonly coins = new Map<string, number>();
  readonly markets = new Map<string, Market>();
  /** Every open order by id. */
  readonly orders = new Map<number, Order>();
  readonly withdrawals = new Map<string, Withdrawal>();
  readonly codes = new Map<string, LockedCode>();
  readonly closedOrders: ClosedOrders;
  /** The numbers under which money was booked, by series, and what became of the newest. */
  readonly bookings = new Map<string, BookingSeries>();
  recentBookings = new RecentOutcomes(bookedOutcomesMax);
  /** The keys under which money moved before it was booked by numbers. Nothing is added to them any more. */
  readonly moneyKeys = new Map<string, RememberedOutcome>();
  recentKeys: RecentOutcomes;
  /** How many orders are due, over all markets. */
  dueCount = 0;
  /** The last number given to a command, an order, a trade and a place in a queue. */
  sequence = 0;
  lastOrderId = 0;
  lastTradeId = 0;
  lastPriority = 0;

  constructor(limits: ExchangeLimits = defaultLimits) {
    this.limits = limits;
    this.closedOrders = new ClosedOrders(limits.closedOrdersMax);
    this.recentKeys = new RecentOutcomes(limits.recentKeysMax);
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
    const account = this.findAccount(id);
    invariant(account, `There is no account ${id}.`);
    return account;
  }

  /** The account of a user: the ledger's wallet of it, which knows more than its money. */
  findAccount(id: string): Account | undefined {
    const wallet = this.ledger.wallets.get(id);
    return wallet instanceof Account ? wallet : undefined;
  }

  *accounts(): Generator<Account> {
    for (const wallet of this.ledger.wallets.values()) if (wallet instanceof Account) yield wallet;
  }
}
