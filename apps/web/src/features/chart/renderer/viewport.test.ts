// @vitest-environment node
import type { Candle } from '@emporion/contracts/rest';
import { expect, it, onTestFinished, vi } from 'vitest';
import { firstSettings } from '../chart-settings.ts';
import { legendBottom } from '../paint/paint-legend.ts';
import { forgetWidths } from '../paint/text-width.ts';
import { createChartData } from './chart-data.ts';
import type { RenderInput } from './render-input.ts';
import { createViewport } from './viewport.ts';

const candles = Array.from({ length: 150 }, (_, index): Candle => {
  const [low, high] = [68_000 + index, 68_500 + index].map(String) as [string, string];
  return { time: 3_600 * index, open: low, high, low, close: high, volume: '12.345' };
});
const text = (value: number | string) => Number(value).toFixed(2);
const inputOf = (size: { width: number; height: number }) =>
  ({
    size,
    settings: firstSettings,
    style: { averages: [] },
    numbers: { price: text, volume: text, percent: text },
    words: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'Vol' },
  }) as unknown as RenderInput;
const context = { measureText: (words: string) => ({ width: 6 * words.length }) } as CanvasRenderingContext2D;

it.each([
  { width: 440, height: 320 },
  { width: 512, height: 240 },
  { width: 380, height: 560 },
])('begins the candles below the legend, however often it breaks: $width × $height', (size) => {
  vi.stubGlobal('window', {});
  forgetWidths();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    forgetWidths();
  });
  const data = createChartData();
  data.reckon({ indicators: firstSettings.indicators, shiftSeconds: 0, fills: [] });
  data.take(candles);
  const input = inputOf(size);
  const scene = createViewport(data).scene(context, input);
  expect(scene.scale.y(68_649)).toBeGreaterThan(legendBottom(context, scene, { data, input }) - 1);
});
