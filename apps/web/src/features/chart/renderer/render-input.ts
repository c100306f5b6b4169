import type { CanvasSize } from '#ui/canvas/canvas-size.ts';
import type { ChartSettings } from '../chart-settings.ts';
import type { TimeTexts } from '../chart-time.ts';
import type { OwnFill } from '../model/fill-marks.ts';
import type { OrderLine } from '../model/order-lines.ts';
import type { ChartStyle } from './chart-style.ts';

/** The words of the legend, as short as each language allows. */
export type LegendWords = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', string>>;

/** How numbers of the pair are written, in the reader's style. */
export interface ChartNumbers {
  /** By which prices can be quoted. */
  readonly tick: string;
  price(value: number | string): string;
  quantity(value: string): string;
  volume(value: string): string;
  /** With its sign. */
  percent(value: number): string;
  plain(value: number): string;
}

/** An alert that waits for a price. */
export interface AlertLine {
  readonly price: string;
  readonly title: string;
}

/** What a painting needs besides the candles. */
export interface RenderInput {
  readonly size: CanvasSize;
  readonly settings: ChartSettings;
  readonly style: ChartStyle;
  readonly numbers: ChartNumbers;
  readonly times: TimeTexts;
  readonly words: LegendWords;
  /** So many orders, in words. */
  readonly countOrders: (count: number) => string;
  readonly orders: readonly OrderLine[];
  readonly alerts: readonly AlertLine[];
  readonly fills: readonly OwnFill[];
}
