import type { Alert, Pair, PairVolume } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import type { FieldProblems } from '#ui/form/field-problem.ts';

export type Terms = Pick<Alert, 'metric' | 'direction'>;

export interface AlertDraft extends Terms {
  /** A decimal number, or nothing yet. */
  readonly value: string;
}

/** What alerts of a pair are compared with now; null where nothing was traded. */
export type Figures = Pick<PairVolume, 'price' | 'volume'>;

/** The finest that the wire writes, so that every number is a whole count of it. */
const finest = 18;

function units(text: string): bigint | null {
  const parsed = parseDecimal(text, finest);
  return parsed.ok ? parsed.value : null;
}

export function figureOf({ price, volume }: Figures, metric: Terms['metric']): string | null {
  return metric === 'price' ? price : volume;
}

/** On which side of what is now a value lies: whoever writes a higher one waits for a rise. */
export function directionTo(value: string, now: string | null): Terms['direction'] | null {
  const [wanted, current] = [units(value), now === null ? null : units(now)];
  if (wanted === null || current === null || wanted === current) return null;
  return wanted > current ? 'above' : 'below';
}

/** How fine a value may be written. */
export function decimalsOf({ rules }: Pair, metric: Terms['metric']): number {
  return metric === 'price' ? rules.price_decimals : rules.quote_decimals;
}

/** A value so many percent from another, on the pair's tick. Nothing where there is nothing to go by. */
export function valueAway(now: string | null, percent: number, pair: Pair, metric: Terms['metric']): string {
  const current = now === null ? null : units(now);
  if (current === null || current === 0n) return '';
  const away = (current * BigInt(100 + percent)) / 100n;
  const step = metric === 'price' ? (units(pair.rules.tick) ?? 1n) : 10n ** BigInt(finest - 2);
  const onStep = away - (away % step);
  // Of a price of a few ticks some percent are less than one: upward it would stay where it is.
  return formatDecimal(percent > 0 && onStep <= current ? onStep + step : onStep, finest);
}

/** What an alert begins with: near enough to be meant, and not reached yet. Nothing where nothing was traded. */
export function firstValue(now: string | null, { metric, direction }: Terms, pair: Pair): string {
  return valueAway(now, direction === 'above' ? 1 : -1, pair, metric);
}

/** The distance from what is now to a value, in hundredths of a percent, towards zero. Null where nothing was traded. */
export function distanceTo(value: string, now: string | null): string | null {
  const [wanted, current] = [units(value), now === null ? null : units(now)];
  if (wanted === null || current === null || current === 0n) return null;
  return formatDecimal(((wanted - current) * 10_000n) / current, 2);
}

/** What the server would refuse, told before it is asked. */
export function checkAlert(
  { metric, direction, value }: AlertDraft,
  pair: Pair,
  now: string | null,
): FieldProblems {
  if (value === '') return { value: { code: 'field_required' } };
  const wanted = units(value);
  const step = metric === 'price' ? units(pair.rules.tick) : 1n;
  if (wanted === null || step === null) return { value: { code: 'amount_not_a_number' } };
  if (wanted < step) {
    const min = metric === 'price' ? pair.rules.tick : formatDecimal(1n, pair.rules.quote_decimals);
    return { value: { code: 'amount_too_small', params: { min } } };
  }
  if (metric === 'price' && wanted % step !== 0n)
    return { value: { code: 'price_off_tick', params: { tick: pair.rules.tick } } };
  const current = now === null ? null : units(now);
  if (current !== null && (direction === 'above' ? current >= wanted : current <= wanted))
    return { value: { code: 'alert_already_true' } };
  return {};
}
