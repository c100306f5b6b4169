import { useMemo } from 'react';
import type { Filter } from './filter.ts';
import { useFilters } from './use-filters.ts';

/** One thing by which rows that are all here are narrowed. */
export interface Narrowing<Row> {
  readonly name: string;
  readonly label: string;
  readonly read: (row: Row) => string;
  /** The value in words, where it is no word itself. */
  readonly word?: (value: string) => string;
}

/** Narrows a list that comes whole, by what stands in the page's address. The choices are what there is. */
export function useNarrowed<Row>(rows: readonly Row[], by: readonly Narrowing<Row>[]) {
  const filters: readonly Filter[] = useMemo(
    () =>
      by.map(({ name, label, read, word = (value) => value }) => ({
        ...{ kind: 'choice', name, label },
        options: [...new Set(rows.map(read))].sort().map((value) => [value, word(value)] as const),
      })),
    [rows, by],
  );
  const { values, change } = useFilters(filters);
  const narrowed = rows.filter((row) =>
    by.every(({ name, read }) => values[name] === undefined || values[name] === read(row)),
  );
  return { filters, values, change, rows: narrowed };
}
