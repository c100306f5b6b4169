import 'uplot/dist/uPlot.min.css';
import type { Dashboard } from '@emporion/contracts/rest';
import { useTheme } from '@emporion/web/ui/theme/theme.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { timeText } from '#kit/time.tsx';

type Hours = Dashboard['trading']['hours'];

const height = 160;

/** The colours of the theme, as a canvas wants them. */
function rolesOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const role = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return { line: role('accent'), text: role('muted'), grid: `${role('border')}33` };
}

/** Trades by the hour, as bars. The table of figures for those who do not see it is its label. */
export function HoursChart({ hours }: { hours: Hours }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const { shown } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const place = placeRef.current;
    if (place === null) return;
    const { line, text, grid } = rolesOf(place);
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
    const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
    const chart = new uPlot(
      {
        width: place.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        axes: [
          // As the lists write moments, by the day's 24 hours.
          {
            ...axis,
            values: (_, seconds) =>
              seconds.map((at) => timeText(new Date(at * 1_000).toISOString()).slice(11, 16)),
          },
          { ...axis, size: 56 },
        ],
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
        series: [
          {},
          {
            label: 'Trades',
            stroke: line,
            fill: line,
            ...(bars ? { paths: bars } : {}),
            points: { show: false },
          },
        ],
      },
      [hours.map(({ time }) => Date.parse(time) / 1_000), hours.map(({ trades }) => trades)],
      place,
    );
    const watch = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height }));
    watch.observe(place);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [hours, shown]);
  const label = `Trades by the hour: ${hours.map(({ trades }) => trades).join(', ')}`;
  return (
    <figure>
      <figcaption className="pb-1 text-xs text-muted">Trades by the hour</figcaption>
      <div ref={placeRef} role="img" aria-label={label} className="min-h-40 min-w-0" />
    </figure>
  );
}
