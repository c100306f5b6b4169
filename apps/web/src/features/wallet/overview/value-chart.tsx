import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatNumber } from '#ui/number/format-number.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useCurrency, valueDecimals } from '../model/currency.ts';
import { usePrivacy } from '../model/privacy.ts';
import { type LinePoint, nearest, sinceFirst, type ValuePoint, valueLine } from '../model/value-line.ts';

const box = { width: 1_000, height: 200 } as const;

function placeOf({ x, y }: LinePoint): string {
  return `${(x * box.width).toFixed(1)} ${((1 - y) * box.height).toFixed(1)}`;
}

/** Says a point in words, as the eye and the screen reader get it. */
function usePointText(withTime: boolean) {
  const { i18n } = useTranslation();
  const currency = useCurrency();
  const moment = dateFormat(i18n.language, withTime ? dateStyles.moment : dateStyles.day);
  return ({ time, value }: LinePoint) => ({
    time: moment.format(new Date(time)),
    value: `${formatNumber(value, { decimals: valueDecimals(currency) })} ${currency}`,
  });
}

const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageDown: (index) => index - 10,
  PageUp: (index) => index + 10,
  Home: () => 0,
  End: (_, last) => last,
};

interface ValueChartProps {
  points: readonly ValuePoint[];
  /** The name of the line, for assistive technology. */
  label: string;
  /** Whether a point is within a day, so that its hour matters. */
  withTime: boolean;
}

/** A value over time as one line. A point is read off with the pointer, or with the arrow keys. */
export function ValueChart({ points, label, withTime }: ValueChartProps) {
  const { t } = useTranslation();
  const hidden = usePrivacy((state) => state.hidden);
  const [at, setAt] = useState<number | null>(null);
  const textOf = usePointText(withTime);
  const line = valueLine(sinceFirst(points));
  const last = line.length - 1;
  const shown = at === null ? undefined : line[Math.min(at, last)];
  const [begin, end] = [line[0], line[last]];
  if (begin === undefined || end === undefined || hidden) {
    return (
      <p className="flex h-40 items-center justify-center text-muted md:h-52">
        {hidden ? t('wallet.privacy.chart') : t('wallet.value.none')}
      </p>
    );
  }
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(nearest(line, (event.clientX - left) / Math.max(1, width)));
  };
  const walk = (event: KeyboardEvent): void => {
    const next = moves[event.key]?.(at ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  const said = textOf(shown ?? end);
  const path = `M${line.map(placeOf).join('L')}`;
  return (
    <figure>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={`${said.time}: ${said.value}`}
        className="relative h-40 touch-pan-y rounded-md md:h-52"
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={walk}
      >
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible text-accent"
        >
          <path
            d={`${path}L${end.x * box.width} ${box.height}L${begin.x * box.width} ${box.height}Z`}
            className="fill-current opacity-10"
          />
          <path
            d={path}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {shown !== undefined && <Reading point={shown} said={said} />}
      </div>
      <Caption line={line} textOf={textOf} />
    </figure>
  );
}

type TextOf = ReturnType<typeof usePointText>;

/** From when to when, and between which values. */
function Caption({ line, textOf }: { line: readonly LinePoint[]; textOf: TextOf }) {
  const { t } = useTranslation();
  const heights = line.toSorted((one, other) => one.y - other.y);
  const [begin, end, low, high] = [line[0], line.at(-1), heights[0], heights.at(-1)];
  if (begin === undefined || end === undefined || low === undefined || high === undefined) return null;
  return (
    <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-muted">
      <span>{textOf(begin).time}</span>
      <span className="num max-md:order-last max-md:w-full">
        {t('wallet.value.between', { low: textOf(low).value, high: textOf(high).value })}
      </span>
      <span>{textOf(end).time}</span>
    </figcaption>
  );
}

/** The point that is read off, with its words on the side where there is room. */
function Reading({ point, said }: { point: LinePoint; said: { time: string; value: string } }) {
  const left = `${point.x * 100}%`;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-border/50" style={{ left }} />
      <span
        className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-accent"
        style={{ left, bottom: `${point.y * 100}%` }}
      />
      <span
        className="num absolute top-0 flex flex-col rounded-md bg-raised px-2 py-1 text-xs whitespace-nowrap"
        style={
          point.x > 0.5 ? { right: `calc(${(1 - point.x) * 100}% + 8px)` } : { left: `calc(${left} + 8px)` }
        }
      >
        <span className="font-semibold">{said.value}</span>
        <span className="text-muted">{said.time}</span>
      </span>
    </div>
  );
}
