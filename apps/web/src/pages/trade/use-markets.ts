import type { Pair } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { pairsQuery } from '#api/queries.ts';

/** Who waits longer than this is told why. */
const patienceMs = 5_000;
/** An answer that has not come within this is asked for again: of a network that swallows everything nobody tells. */
const retryMs = 10_000;

export interface Markets {
  readonly pairs: readonly Pair[] | undefined;
  /** They did not come, and are asked for again and again. */
  readonly lost: boolean;
  readonly retrying: boolean;
  retry(): void;
}

/** The markets, asked for until they are here. */
export function useMarkets(): Markets {
  const client = useQueryClient();
  const query = useQuery(pairsQuery);
  const { data, isError, refetch } = query;
  const [lost, setLost] = useState(false);
  const waiting = data === undefined;
  useEffect(() => {
    if (!waiting) return setLost(false);
    // Every new attempt clears the error of the one before; what is said stays until the markets are here.
    const timer = setTimeout(() => setLost(true), isError ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [waiting, isError]);
  const askAnew = useCallback(async (): Promise<void> => {
    // An attempt that hangs would be waited for instead of made again.
    await client.cancelQueries(pairsQuery);
    await refetch();
  }, [client, refetch]);
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => void askAnew(), retryMs);
    return () => clearInterval(timer);
  }, [lost, askAnew]);
  return {
    pairs: data?.pairs,
    lost: lost && waiting,
    // Who does not ask is not drawn anew when reading begins and ends.
    get retrying() {
      return query.isFetching;
    },
    retry: () => void askAnew(),
  };
}
