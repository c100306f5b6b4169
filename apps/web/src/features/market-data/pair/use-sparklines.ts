import { useQuery } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { sparklineEndpoints } from '#api/contract/sparklines.ts';
import { valueOrThrow } from '#api/queries.ts';

const refreshMs = 60_000;

/** The last day of every market, by code. Without an answer the list simply has no lines. */
export function useSparklines(): ReadonlyMap<string, readonly string[]> {
  const { data } = useQuery({
    queryKey: ['market', 'sparklines'],
    queryFn: async ({ signal }) => valueOrThrow(await call(sparklineEndpoints.list, { signal })),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
  return new Map(data?.pairs.map(({ code, closes }) => [code, closes]));
}
