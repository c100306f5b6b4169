import { readMarkets, type ShownPair } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** A pair that people may see: those of hidden coins do not exist for anyone. @throws Problem invalid_trading_pair. */
export async function findPair(platform: Platform, code: string): Promise<ShownPair> {
  const { pairs } = await readMarkets(platform);
  const pair = pairs.find((each) => each.code === code);
  if (!pair) throw new Problem('invalid_trading_pair');
  return pair;
}

/** The step by which the book is grouped: the last of the pair's unless another is asked for. @throws Problem value_not_allowed. */
export function precisionOf({ stack_precisions: steps }: ShownPair, wanted: string | undefined): string {
  const precision = wanted ?? steps.at(-1);
  if (precision === undefined || !steps.includes(precision))
    throw new Problem('value_not_allowed', { fields: { precision: { code: 'value_not_allowed' } } });
  return precision;
}
