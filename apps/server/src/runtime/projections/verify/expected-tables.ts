import type { CommittedBatch } from '#platform/runtime.ts';
import { Changes } from '#runtime/projections/model/changes.ts';
import { projectBatch } from '#runtime/projections/model/project-batch.ts';
import { type ProjectedCandle, ProjectionState } from '#runtime/projections/model/state.ts';
import * as tables from '#runtime/projections/sql/tables.ts';
import { TableDigest } from './row-digest.ts';

/** What the tables should have after the batches it was given, in memory that does not grow with history. */
export class ExpectedTables {
  readonly state = new ProjectionState();
  readonly closedOrders = new TableDigest(tables.closedOrders, ({ id }) => id);
  readonly trades = new TableDigest(tables.trades, ({ id }) => id);
  readonly fills = new TableDigest(tables.fills, ({ tradeId }) => tradeId);
  readonly ledgerEntries = new TableDigest(tables.ledgerEntries, ({ event }) => event);
  readonly swaps = new TableDigest(tables.swaps, ({ id }) => id);
  readonly candles = new TableDigest(tables.candles, () => 0);
  readonly #latest = new Map<string, ProjectedCandle>();

  add(batch: CommittedBatch): void {
    const changes = new Changes();
    projectBatch(this.state, changes, batch);
    for (const order of changes.closedOrders) this.closedOrders.add(order);
    for (const trade of changes.trades) this.trades.add(trade);
    for (const fill of changes.fills) this.fills.add(fill);
    for (const entry of changes.ledgerEntries) this.ledgerEntries.add(entry);
    for (const swap of changes.swaps) this.swaps.add(swap);
    for (const candle of changes.candles) this.#noteCandle(candle);
  }

  /** What is still open; to be called once, after the last batch. */
  finish() {
    for (const candle of this.#latest.values()) this.candles.add(candle);
    const openOrders = new TableDigest(tables.openOrders, ({ id }) => id);
    for (const order of this.state.orders.values()) openOrders.add(order);
    const volumes = new TableDigest(tables.volumes, () => 0);
    for (const volume of this.state.volumes.values()) volumes.add(volume);
    const markets = new TableDigest(tables.markets, () => 0);
    for (const market of this.state.markets.values()) markets.add(market);
    const balances = new TableDigest(tables.balances, () => 0);
    for (const own of this.state.balances.values()) for (const balance of own.values()) balances.add(balance);
    return { openOrders, volumes, markets, balances };
  }

  /** A candle is final once a later one of its market and timeframe has opened. */
  #noteCandle(candle: ProjectedCandle): void {
    const key = `${candle.market} ${candle.timeframe}`;
    const before = this.#latest.get(key);
    if (before && before !== candle) this.candles.add(before);
    this.#latest.set(key, candle);
  }
}
