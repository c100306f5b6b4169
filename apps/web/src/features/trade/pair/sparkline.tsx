import { sparkBox, sparklinePath } from './sparkline-path.ts';

/** A day of a market as one line. What it says stands in words beside it, so it is silent. */
export function Sparkline({ closes, falling }: { closes: readonly string[]; falling: boolean }) {
  const path = sparklinePath(closes);
  return (
    <svg
      viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`market-spark ${falling ? 'text-sell' : 'text-buy'}`}
    >
      {path !== null && <path d={path} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
