import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { helpEndpoints } from '#api/contract/help.ts';
import { valueOrThrow } from '#api/queries.ts';

const readMs = 60_000;

// The server answers in the language of the page, so that each has answers of its own.
export const articlesQuery = (language: string) =>
  queryOptions({
    queryKey: ['help', 'articles', language],
    staleTime: readMs,
    queryFn: async ({ signal }) => valueOrThrow(await call(helpEndpoints.list, { signal })).results,
  });

export const articleQuery = (slug: string, language: string) =>
  queryOptions({
    queryKey: ['help', 'article', slug, language],
    staleTime: readMs,
    queryFn: async ({ signal }) => valueOrThrow(await call(helpEndpoints.read, { params: { slug }, signal })),
  });

export const searchQuery = (q: string, language: string) =>
  queryOptions({
    queryKey: ['help', 'search', q, language],
    staleTime: readMs,
    queryFn: async ({ signal }) => valueOrThrow(await call(helpEndpoints.search, { query: { q }, signal })),
  });
