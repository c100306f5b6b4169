import { useQuery } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { sparklineEndpoints } from '#api/contract/sparklines.ts';
import { ApiError } from '#api/failure.ts';

const refreshMs = 60_000;

/** The last day of every market, by code. Without an answer the list simply has no lines. */
export function useSparklines(): ReadonlyMap<string, readonly string[]> {
  const { data } = useQuery({
    queryKey: ['market', 'sparklines'],
    queryFn: async ({ signal }) => {
      const result = await call(sparklineEndpoints.list, { signal });
      if (!result.ok) throw new ApiError(result.failure);
      return result.value;
    },
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
  return new Map(data?.pairs.map(({ code, closes }) => [code, closes]));
}
