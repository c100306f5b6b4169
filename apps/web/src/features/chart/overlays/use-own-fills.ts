import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import { orderHistoryKey, valueOrThrow } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import type { OwnFill } from '../model/fill-marks.ts';

const pageSize = 200;
/** Every deal reads them again, so there is an end to them. */
const pagesMax = 3;
const nobodys: readonly OwnFill[] = [];

/** One's own trades of a pair as far back as there are candles; `since` is the opening of the oldest. */
export function useOwnFills(
  pair: string,
  { since, begun }: { readonly since: number | undefined; readonly begun: boolean },
): readonly OwnFill[] {
  const loggedIn = useIsLoggedIn();
  const enabled = loggedIn && begun;
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    enabled,
    queryKey: [...orderHistoryKey, 'chart', pair],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit: pageSize, pair, ...(pageParam === null ? {} : { cursor: pageParam }) };
      // Where it fails, the chart goes without its marks until the next deal: the list of trades says what is wrong.
      return valueOrThrow(await call(orderEndpoints.fills, { query, signal }));
    },
    getNextPageParam: ({ next }, pages) => (pages.length < pagesMax ? next : null),
  });
  const fills = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? nobodys, [data]);
  const oldest = fills.at(-1);
  const isShort = since !== undefined && oldest !== undefined && Date.parse(oldest.time) / 1_000 > since;
  useEffect(() => {
    if (enabled && isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [enabled, isShort, hasNextPage, isFetching, fetchNextPage]);
  return enabled ? fills : nobodys;
}
