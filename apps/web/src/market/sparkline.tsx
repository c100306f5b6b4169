import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { sparklineEndpoints } from '#api/contract/sparklines.ts';
import { valueOrThrow } from '#api/queries.ts';
import { larger, smaller, toUnits } from './units.ts';

const sparkBox = { width: 80, height: 20 } as const;

/** The line through prices, the lowest at the bottom of the box and the highest at its top; null for fewer than two. */
export function sparklinePath(closes: readonly string[]): string | null {
  const units = closes.map(toUnits);
  const [first] = units;
  if (first === undefined || units.length < 2) return null;
  const low = units.reduce(smaller, first);
  const range = units.reduce(larger, first) - low;
  const points = units.map((price, index) => {
    const x = (index * sparkBox.width) / (units.length - 1);
    // Only the picture is a fraction: a thousandth of the box is finer than a pixel.
    const share = range === 0n ? 0.5 : Number(((price - low) * 1_000n) / range) / 1_000;
    return `${x.toFixed(1)} ${((1 - share) * sparkBox.height).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

interface SparklineProps {
  closes: readonly string[];
  falling: boolean;
  /** How large it is and how it is drawn, outside of the list of markets. */
  className?: string | undefined;
}

/** A day of a market as one line. What it says stands in words beside it, so it is silent. */
export function Sparkline({ closes, falling, className = 'market-spark' }: SparklineProps) {
  const path = sparklinePath(closes);
  return (
    <svg
      viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`${className} ${falling ? 'text-sell' : 'text-buy'}`}
    >
      {path !== null && <path d={path} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}

const refreshMs = 60_000;

export const sparklinesQuery = queryOptions({
  queryKey: ['market', 'sparklines'],
  queryFn: async ({ signal }) => valueOrThrow(await call(sparklineEndpoints.list, { signal })),
  refetchInterval: refreshMs,
  refetchIntervalInBackground: false,
});

/** The last day of every market, by code. Without an answer the list simply has no lines. */
export function useSparklines(): ReadonlyMap<string, readonly string[]> {
  const { data } = useQuery(sparklinesQuery);
  return new Map(data?.pairs.map(({ code, closes }) => [code, closes]));
}
