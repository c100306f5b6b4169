import type { TradeExecuted } from '@emporion/core';
import type { TradeRecord } from '#modules/market-data/index.ts';

/** The newest trades of a market, newest first, and never more than a page of them. */
export class TradeLog {
  readonly #max: number;
  #trades: TradeRecord[];

  constructor(max: number, trades: readonly TradeRecord[] = []) {
    this.#max = max;
    this.#trades = trades.slice(0, max);
  }

  latest(limit: number): readonly TradeRecord[] {
    return this.#trades.slice(0, limit);
  }

  /** Takes the trades of a batch, in the order in which they happened; one that is known already is not counted again. */
  add(events: readonly TradeExecuted[]): TradeRecord[] {
    const newest = this.#trades[0]?.id ?? 0;
    const added = events
      .filter(({ tradeId }) => tradeId > newest)
      .map(recordOf)
      .reverse();
    this.#trades = [...added, ...this.#trades].slice(0, this.#max);
    return added;
  }
}

export function recordOf(event: TradeExecuted): TradeRecord {
  const { tradeId: id, market, price, quantity, takerSide, executedAt } = event;
  return { id, market, price, quantity, takerSide, executedAt };
}
