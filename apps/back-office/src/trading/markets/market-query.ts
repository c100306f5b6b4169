import { marketHaltEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { queryOptions } from '@tanstack/react-query';

export function marketQuery(pair: string) {
  return queryOptions({
    queryKey: ['market', pair],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(marketHaltEndpoints.read, { params: { pair }, signal })),
    refetchInterval: 10_000,
  });
}

/** The rules of a market that can change, with their names, in the order in which they are read. */
export const ruleNames = {
  tick: 'Tick',
  lot: 'Lot',
  quantity_min: 'Smallest quantity',
  quantity_max: 'Largest quantity',
  cost_min: 'Smallest total',
  cost_max: 'Largest total',
  band: 'Price band, in percent',
} as const;
export type RuleName = keyof typeof ruleNames;
export const rulesInOrder = Object.keys(ruleNames) as RuleName[];
