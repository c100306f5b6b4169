import { type Timeframe, timeframes } from '@emporion/contracts/rest';
import { useState } from 'react';
import { browserStorage, type KeyValueStore } from '#api/browser-storage.ts';

export const chartStyles = ['candles', 'bars', 'line', 'area'] as const;
export type ChartStyle = (typeof chartStyles)[number];

export const indicatorNames = ['volume', 'average', 'bollinger', 'rsi', 'macd'] as const;
export type IndicatorName = (typeof indicatorNames)[number];

/** What each indicator looks back over. */
export const periods = {
  average: [7, 25, 99],
  bollinger: { period: 20, deviations: 2 },
  rsi: 14,
  macd: { fast: 12, slow: 26, signal: 9 },
} as const;

export interface ChartSettings {
  readonly timeframe: Timeframe;
  readonly style: ChartStyle;
  readonly indicators: readonly IndicatorName[];
  readonly logScale: boolean;
}

export const firstSettings: ChartSettings = {
  timeframe: '1h',
  style: 'candles',
  indicators: ['volume', 'average'],
  logScale: false,
};

const storageKey = 'trade_chart';

function read(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What this browser remembers; a part that is not of ours, from an older version or another hand, begins anew. */
export function readChartSettings(storage: KeyValueStore = browserStorage): ChartSettings {
  const { timeframe, style, indicators, logScale } = read(storage.getItem(storageKey));
  return {
    timeframe: timeframes.find((one) => one === timeframe) ?? firstSettings.timeframe,
    style: chartStyles.find((one) => one === style) ?? firstSettings.style,
    indicators: Array.isArray(indicators)
      ? indicatorNames.filter((name) => indicators.includes(name))
      : firstSettings.indicators,
    logScale: logScale === true,
  };
}

export function writeChartSettings(settings: ChartSettings, storage: KeyValueStore = browserStorage): void {
  storage.setItem(storageKey, JSON.stringify(settings));
}

export function useChartSettings() {
  const [settings, setSettings] = useState(readChartSettings);
  const change = (part: Partial<ChartSettings>): void => {
    const next = { ...settings, ...part };
    setSettings(next);
    writeChartSettings(next);
  };
  return [settings, change] as const;
}
