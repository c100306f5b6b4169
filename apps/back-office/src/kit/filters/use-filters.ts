import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { momentOf } from './day.ts';
import type { Filter, FilterValues } from './filter.ts';

/** The filters of a page, as its address has them, and as the server is asked. */
export function useFilters(filters: readonly Filter[]) {
  const [params, setParams] = useSearchParams();
  const values: FilterValues = useMemo(
    () =>
      Object.fromEntries(
        filters.flatMap(({ name }) => {
          const value = params.get(name);
          return value === null || value === '' ? [] : [[name, value]];
        }),
      ),
    [filters, params],
  );
  const query: FilterValues = useMemo(
    () =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sent(filters, name, value)])),
    [filters, values],
  );
  const change = (next: FilterValues): void => {
    setParams(
      (before) => {
        const kept = new URLSearchParams(before);
        for (const { name } of filters) {
          const value = next[name];
          if (value === undefined || value === '') kept.delete(name);
          else kept.set(name, value);
        }
        return kept;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { values, query, change };
}

function sent(filters: readonly Filter[], name: string, value: string): string {
  const isDay = filters.some((filter) => filter.name === name && filter.kind === 'day');
  if (!isDay) return value;
  return momentOf(value) ?? value;
}
