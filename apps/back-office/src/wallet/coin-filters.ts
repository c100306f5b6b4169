import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { coinsQuery } from '#kit/choices.tsx';
import type { Filter } from '#kit/filters/filter.ts';

/** The choices of one of them, for a form. */
export function optionsOf(filters: readonly Filter[], name: 'currency' | 'network') {
  const found = filters.find((filter) => filter.name === name);
  return found?.kind === 'choice' ? found.options : [];
}

/** The listed coins and networks, for choices. */
export function useCoinFilters(): readonly Filter[] {
  const { data } = useQuery(coinsQuery);
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'currency',
        label: 'Coin',
        options: (data?.coins ?? []).map(({ code }) => [code, code] as const),
      },
      {
        kind: 'choice',
        name: 'network',
        label: 'Network',
        options: [
          ...Object.entries(data?.commons.blockchain_definitions ?? {}).map(
            ([code, { name }]) => [code, name] as const,
          ),
          ['bank', 'Bank transfer'] as const,
        ],
      },
    ],
    [data],
  );
}
