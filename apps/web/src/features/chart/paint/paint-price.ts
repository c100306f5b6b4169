import type { ChartSettings } from '../chart-settings.ts';
import { at } from '../model/bar-series.ts';
import type { ChartStyle } from '../renderer/chart-style.ts';
import { type ChartData, type Scene, volumeShare } from '../renderer/scene.ts';
import { candleWidth, hairline, snapToPixel } from './device-pixels.ts';
import { type Context, strokeColumn, trace } from './paint-lines.ts';

export interface PriceParts {
  readonly data: ChartData;
  readonly style: ChartStyle;
  readonly settings: ChartSettings;
}

/** Rising and falling candles each in one go: a change of fill style costs more than a candle. */
function eachSide(
  { series }: ChartData,
  { first, last }: Scene,
  paint: (index: number) => void,
  ink: (side: 'buy' | 'sell') => void,
): void {
  for (const side of ['buy', 'sell'] as const) {
    ink(side);
    for (let index = first; index <= last; index += 1)
      if (at(series.close, index) >= at(series.open, index) === (side === 'buy')) paint(index);
  }
}

function paintCandles(context: Context, scene: Scene, { data, style }: PriceParts): void {
  const { ratio, scale } = scene;
  const { open, high, low, close } = data.series;
  const [wick, body] = [hairline(ratio), candleWidth(scene.view.barWidth, ratio)];
  const paint = (index: number): void => {
    const left = snapToPixel(scene.x(index) - wick / 2, ratio);
    const top = snapToPixel(scale.y(at(high, index)), ratio);
    context.fillRect(left, top, wick, Math.max(snapToPixel(scale.y(at(low, index)), ratio) - top, wick));
    const [one, other] = [scale.y(at(open, index)), scale.y(at(close, index))];
    const bodyTop = snapToPixel(Math.min(one, other), ratio);
    const height = Math.max(snapToPixel(Math.max(one, other), ratio) - bodyTop, wick);
    context.fillRect(left - (body - wick) / 2, bodyTop, body, height);
  };
  eachSide(data, scene, paint, (side) => {
    context.fillStyle = style[side];
  });
}

function paintBars(context: Context, scene: Scene, { data, style }: PriceParts): void {
  const { ratio, scale } = scene;
  const { open, high, low, close } = data.series;
  const line = scene.view.barWidth > 5 ? Math.max(hairline(ratio), snapToPixel(1.5, ratio)) : hairline(ratio);
  const arm = Math.max((candleWidth(scene.view.barWidth, ratio) - line) / 2, 0);
  const paint = (index: number): void => {
    const left = snapToPixel(scene.x(index) - line / 2, ratio);
    const top = snapToPixel(scale.y(at(high, index)), ratio);
    context.fillRect(left, top, line, Math.max(snapToPixel(scale.y(at(low, index)), ratio) - top, line));
    context.fillRect(left - arm, snapToPixel(scale.y(at(open, index)) - line / 2, ratio), arm, line);
    context.fillRect(left + line, snapToPixel(scale.y(at(close, index)) - line / 2, ratio), arm, line);
  };
  eachSide(data, scene, paint, (side) => {
    context.fillStyle = style[side];
  });
}

function paintArea(context: Context, scene: Scene, { data, style }: PriceParts): void {
  context.beginPath();
  if (!trace(context, scene, data.series.close, scene.scale)) return;
  context.lineTo(scene.x(scene.end), scene.price.bottom);
  context.lineTo(scene.x(scene.begin), scene.price.bottom);
  context.fillStyle = style.area;
  context.fill();
}

/** The price in the chosen style. */
export function paintPrice(context: Context, scene: Scene, parts: PriceParts): void {
  const { style } = parts.settings;
  if (style === 'candles') paintCandles(context, scene, parts);
  else if (style === 'bars') paintBars(context, scene, parts);
  else {
    if (style === 'area') paintArea(context, scene, parts);
    const look = { colour: parts.style.accent, width: 1.75 };
    strokeColumn(context, scene, { column: parts.data.series.close, scale: scene.scale, look });
  }
}

/** The volume stands behind the price, at its foot. */
export function paintVolume(context: Context, scene: Scene, { data, style }: PriceParts): void {
  const { ratio, first, last } = scene;
  const { volume } = data.series;
  let most = 0;
  for (let index = first; index <= last; index += 1) most = Math.max(most, at(volume, index));
  if (most === 0) return;
  const width = candleWidth(scene.view.barWidth, ratio);
  const foot = snapToPixel(scene.price.bottom, ratio);
  const room = (scene.price.bottom - scene.price.top) * volumeShare;
  const wick = hairline(ratio);
  const paint = (index: number): void => {
    const left = snapToPixel(scene.x(index) - wick / 2, ratio) - (width - wick) / 2;
    const top = snapToPixel(foot - (at(volume, index) / most) * room, ratio);
    context.fillRect(left, top, width, foot - top);
  };
  eachSide(data, scene, paint, (side) => {
    context.fillStyle = style.faded[side];
  });
}
