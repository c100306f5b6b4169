import type { Trade } from '@emporion/contracts/rest';
import type { MessageOf } from '#live/subscription.ts';

/** As many as the specification shows. */
export const tradesMax = 40;

export interface Trades {
  readonly ready: boolean;
  /** Newest first. */
  readonly list: readonly Trade[];
}

export const noTrades: Trades = { ready: false, list: [] };

/** The whole state replaces what was known; later messages bring what is new, newest first. */
export function takeTradesMessage(
  trades: Trades,
  { sequence, results }: Pick<MessageOf<'trades'>, 'sequence' | 'results'>,
): Trades {
  const known = sequence === 0 ? [] : trades.list;
  return { ready: true, list: [...results, ...known].slice(0, tradesMax) };
}
