import { type IndicatorName, periods } from '../chart-settings.ts';
import { type BarSeries, type Column, grown } from './bar-series.ts';
import { writeAverage, writeBands, writeMacd, writeStrength } from './indicators.ts';

const columnNames = [
  'upper',
  'middle',
  'lower',
  'strength',
  'gains',
  'losses',
  'fast',
  'slow',
  'line',
  'signal',
  'histogram',
] as const;

export type StudyColumns = Record<(typeof columnNames)[number], Column> & {
  /** One per period, in their order. */
  averages: readonly Column[];
};

export interface Studies {
  readonly columns: Readonly<StudyColumns>;
  /** Follows the candles, which differ from `from` on. */
  take(series: BarSeries, from: number): void;
}

function emptyColumns(): StudyColumns {
  const none = new Float64Array(0);
  const named = Object.fromEntries(columnNames.map((name) => [name, none]));
  return { ...named, averages: periods.average.map(() => none) } as unknown as StudyColumns;
}

/** What is reckoned for the chosen indicators; the others cost nothing. */
export function createStudies(chosen: readonly IndicatorName[]): Studies {
  const columns = emptyColumns();
  const names = chosen.join();

  function makeRoom(room: number): void {
    if (names.includes('average')) columns.averages = columns.averages.map((column) => grown(column, room));
    const needed = columnNames.filter((name) => {
      if (name === 'upper' || name === 'middle' || name === 'lower') return names.includes('bollinger');
      if (name === 'strength' || name === 'gains' || name === 'losses') return names.includes('rsi');
      return names.includes('macd');
    });
    for (const name of needed) columns[name] = grown(columns[name], room);
  }

  let room = 0;
  return {
    columns,
    take({ close, length }, from) {
      if (close.length > room) {
        room = close.length;
        makeRoom(room);
      }
      const span = { from, length };
      if (names.includes('average'))
        for (const [index, column] of columns.averages.entries())
          writeAverage(column, close, { ...span, period: periods.average[index] ?? 1 });
      if (names.includes('bollinger')) writeBands(columns, close, { ...span, ...periods.bollinger });
      if (names.includes('rsi')) writeStrength(columns, close, { ...span, period: periods.rsi });
      if (names.includes('macd')) writeMacd(columns, close, { ...span, periods: periods.macd });
    },
  };
}
