/** What people look at (closed orders, fills, trades, candles, ledger), made from the journal a moment after it was written. */
export interface Projections {
  /** The last batch of the journal that can be seen in them. */
  readonly batch: number;
  /**
   * Resolves with true as soon as the batch can be seen in them, and with false when that takes longer than `timeoutMs` (one second unless given): the
   * caller then shows what there is. Whoever wants to see their own write asks for the runtime's position after it.
   */
  caughtUp(batch: number, timeoutMs?: number): Promise<boolean>;
  stop(): Promise<void>;
}
