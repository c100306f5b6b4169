import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pairsQuery } from '#api/queries.ts';
import { tradingSocket } from '#live/live.ts';
import type { Figures } from './alert-draft.ts';

/** The price and volume of every pair: as they were read, and then as they are told, once a second at most. */
export function useFigures(): (pair: string) => Figures | undefined {
  const { data } = useQuery(pairsQuery);
  const [told, setTold] = useState<ReadonlyMap<string, Figures>>(new Map());
  useEffect(
    () =>
      tradingSocket.subscribe({ name: 'pairs_volume', params: {} }, ({ pairs }) =>
        setTold((before) => {
          const next = new Map(before);
          for (const pair of pairs) next.set(pair.code, pair);
          return next;
        }),
      ),
    [],
  );
  return (code) => told.get(code) ?? data?.pairs.find((pair) => pair.code === code);
}
