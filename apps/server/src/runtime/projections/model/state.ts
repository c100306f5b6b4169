import type { Timeframe } from '@emporion/contracts/rest';
import type { Bucket, MarketDefinition } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type { OrderRecord } from '#runtime/projections/history/orders.ts';

type Mutable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] };

export type ProjectedOrder = Mutable<OrderRecord>;

export interface ProjectedBalance extends Record<Bucket, bigint> {
  readonly account: string;
  readonly coin: string;
}

export interface ProjectedCandle {
  readonly market: string;
  readonly timeframe: Timeframe;
  readonly time: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: bigint;
  quoteVolume: bigint;
  trades: number;
}

export interface ProjectedVolume {
  readonly account: string;
  readonly day: number;
  readonly coin: string;
  volume: bigint;
}

/**
 * The rows that the next events may change. What is missing here is in the database or does not exist yet: see `hydrate`, which
 * fetches it before the events are projected.
 */
export class ProjectionState {
  readonly markets = new Map<string, MarketDefinition>();
  readonly orders = new Map<number, ProjectedOrder>();
  /** By account, then by coin. */
  readonly balances = new Map<string, Map<string, ProjectedBalance>>();
  /** The latest candle of each market, by timeframe. */
  readonly candles = new Map<string, Map<Timeframe, ProjectedCandle>>();
  readonly volumes = new Map<string, ProjectedVolume>();

  market(code: string): MarketDefinition {
    const market = this.markets.get(code);
    invariant(market, `The journal trades in ${code}, which it never opened.`);
    return market;
  }

  order(id: number): ProjectedOrder {
    const order = this.orders.get(id);
    invariant(order, `The journal speaks of order ${id}, which is not open.`);
    return order;
  }

  balance(account: string, coin: string): ProjectedBalance {
    let own = this.balances.get(account);
    if (!own) {
      own = new Map();
      this.balances.set(account, own);
    }
    let balance = own.get(coin);
    if (!balance) {
      balance = { account, coin, available: 0n, orders: 0n, withdrawals: 0n, codes: 0n };
      own.set(coin, balance);
    }
    return balance;
  }

  volume(account: string, coin: string, day: number): ProjectedVolume {
    const key = volumeKey(account, coin, day);
    let volume = this.volumes.get(key);
    if (!volume) {
      volume = { account, day, coin, volume: 0n };
      this.volumes.set(key, volume);
    }
    return volume;
  }

  /** Forgets what can be fetched again, so that memory stays bounded. Only to be called when all of it has been written. */
  trim(rowsMax: number): void {
    for (const rows of [this.orders, this.balances, this.volumes]) if (rows.size > rowsMax) rows.clear();
  }
}

/** No account or coin has a line break in its name. */
export const volumeKey = (account: string, coin: string, day: number) => `${account}\n${coin}\n${day}`;
const dayMs = 86_400_000;
export const dayOf = (at: number) => Math.floor(at / dayMs);
