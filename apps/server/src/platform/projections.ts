/**
 * What is made from the journal a moment after it was written, by durable followers: closed orders, fills, trades, candles, the ledger, notices. Each goes at its own
 * pace, so whoever reads tables waits for those who write them and for nobody else.
 */
export interface Projections {
  /** The last batch of the journal that a follower has dealt with. */
  batchOf(follower: string): number;
  /**
   * Resolves with true as soon as the followers have dealt with the batch, and with false when that takes longer than `timeoutMs` (one second unless given): the
   * caller then shows what there is. Whoever wants to see their own write asks for the runtime's position after it.
   */
  caughtUp(followers: string | readonly string[], batch: number, timeoutMs?: number): Promise<boolean>;
  stop(): Promise<void>;
}
