import type { PairVolume } from '@emporion/contracts/rest';
import type { MessageOf } from '#live/subscription.ts';

/** What each market did within 24 hours, by its code. */
export type Tickers = ReadonlyMap<string, PairVolume>;

export const noTickers: Tickers = new Map();

/** Only the pairs that changed are told. */
export function takeTickersMessage(
  tickers: Tickers,
  { sequence, pairs }: Pick<MessageOf<'pairs_volume'>, 'sequence' | 'pairs'>,
): Tickers {
  const next = new Map(sequence === 0 ? [] : tickers);
  for (const pair of pairs) next.set(pair.code, pair);
  return next;
}
