import type { MarketDefinition } from '@emporion/core';
import type { FillRecord } from '#runtime/projections/history/fills.ts';
import type { LedgerEntry } from '#runtime/projections/history/ledger.ts';
import type { SwapRecord } from '#runtime/projections/history/swaps.ts';
import type { TradeRecord } from '#runtime/projections/history/trades.ts';
import type { ProjectedBalance, ProjectedCandle, ProjectedOrder, ProjectedVolume } from './state.ts';

/** What some events mean for the tables. */
export class Changes {
  readonly markets: MarketDefinition[] = [];
  /** Open orders that are new or changed. */
  readonly openOrders = new Set<ProjectedOrder>();
  readonly closedOrders: ProjectedOrder[] = [];
  /** Orders that the table of open orders has and must lose. */
  readonly leavingOrders: number[] = [];
  readonly trades: TradeRecord[] = [];
  readonly fills: FillRecord[] = [];
  readonly ledgerEntries: LedgerEntry[] = [];
  readonly swaps: SwapRecord[] = [];
  readonly balances = new Set<ProjectedBalance>();
  readonly candles = new Set<ProjectedCandle>();
  readonly volumes = new Set<ProjectedVolume>();
  readonly #placedHere = new Set<number>();

  place(order: ProjectedOrder): void {
    this.#placedHere.add(order.id);
    this.openOrders.add(order);
  }

  /** An order that was placed and closed within these events never comes to the table of open orders. */
  close(order: ProjectedOrder): void {
    this.openOrders.delete(order);
    this.closedOrders.push(order);
    if (!this.#placedHere.has(order.id)) this.leavingOrders.push(order.id);
  }
}

/** Where a projection is in the journal: the command whose events come now, and the number of the event. */
export interface Moment {
  readonly event: number;
  readonly sequence: number;
  readonly key: string;
  readonly at: number;
}
