import type { Alert as AlertOnWire, alertDirections, alertMetrics } from '@emporion/contracts/rest';
import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import type { MarketUnits } from '#modules/trading/index.ts';

export type Metric = (typeof alertMetrics)[number];
export type Direction = (typeof alertDirections)[number];

/** What an alert waits for. */
export interface AlertTerms {
  readonly pair: string;
  readonly metric: Metric;
  readonly direction: Direction;
  /** A decimal number. */
  readonly value: string;
}

export interface AlertRow extends AlertTerms {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly firedAt: Date | null;
  readonly firedValue: string | null;
}

/** How fine a market counts what an alert watches. */
export function decimalsOf({ definition }: MarketUnits, metric: Metric): number {
  return metric === 'price' ? definition.priceDecimals : definition.quoteDecimals;
}

/** A value that was held to its market when it was written. */
export function unitsOf(value: string, market: MarketUnits, metric: Metric): bigint {
  const parsed = parseDecimal(value, decimalsOf(market, metric));
  invariant(parsed.ok, `${value} is finer than ${market.code} counts`);
  return parsed.value;
}

export function showUnits(units: bigint | number, market: MarketUnits, metric: Metric): string {
  return formatDecimal(units, decimalsOf(market, metric));
}

export function isReached(direction: Direction, { value, now }: { value: bigint; now: bigint }): boolean {
  return direction === 'above' ? now >= value : now <= value;
}

export function alertOnWire(row: AlertRow): AlertOnWire {
  const { id, pair, metric, direction, value } = row;
  return {
    ...{ id, pair, metric, direction, value },
    created: row.createdAt.toISOString(),
    fired: row.firedAt?.toISOString() ?? null,
    fired_value: row.firedValue,
  };
}
