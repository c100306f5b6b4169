import { useQuery } from '@tanstack/react-query';
import { pairsQuery } from '#api/queries.ts';

/** How many decimals the prices of a pair have; undefined until the pairs are here, and for one that is traded no more. */
export type PriceDecimals = (pair: string) => number | undefined;

export function usePriceDecimals(): PriceDecimals {
  const pairs = useQuery(pairsQuery).data?.pairs;
  return (pair) => pairs?.find(({ code }) => code === pair)?.rules.price_decimals;
}
