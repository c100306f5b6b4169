import type { Endpoint } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** What a call that answers by pages gives. */
interface ListAnswer {
  readonly results: readonly object[];
  readonly next: string | null;
}

type RowOf<E extends Endpoint> =
  CallOutput<E> extends { readonly results: readonly (infer Row)[] } ? Row & object : never;

type Query = Readonly<Record<string, string | undefined>>;
type LooseCall = (
  endpoint: Endpoint,
  input: { query: Query; params?: Query | undefined; signal: AbortSignal },
) => ReturnType<typeof call>;

export interface ListOptions {
  readonly query?: Query;
  readonly params?: Query;
  /** How often it is read again while it is looked at. */
  readonly refreshMs?: number;
}

function withoutEmpty(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
}

/** Reads a list page by page, as far as somebody scrolls. */
export function useList<E extends Endpoint>(
  endpoint: E,
  { query = {}, params, refreshMs }: ListOptions = {},
) {
  const asked = withoutEmpty(query);
  const answer = useInfiniteQuery({
    queryKey: ['list', endpoint.path, params, asked],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...asked, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      const result = await (call as unknown as LooseCall)(endpoint, { query: page, params, signal });
      return valueOrThrow(result) as ListAnswer;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
  const rows = useMemo(
    () => (answer.data?.pages.flatMap(({ results }) => results) ?? []) as RowOf<E>[],
    [answer.data],
  );
  return { ...answer, rows };
}

export type List<Row> = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isPending' | 'isFetching' | 'error' | 'hasNextPage' | 'isFetchingNextPage'
> & { rows: Row[]; fetchNextPage(): unknown; refetch(): unknown };
