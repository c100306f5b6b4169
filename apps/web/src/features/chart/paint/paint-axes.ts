import { at } from '../model/bar-series.ts';
import { priceTicks } from '../model/price-ticks.ts';
import { chooseMarks, markWeights } from '../model/time-marks.ts';
import { chartFont, strongFont } from '../renderer/chart-style.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import { axisPadding, labelHeight } from './axis-label.ts';
import { hairline, snapToPixel } from './device-pixels.ts';
import { lastHeight, outOfView, placeAxisTags } from './paint-axis-tags.ts';
import { type Context, paintRule } from './paint-lines.ts';
import { rsiLevels } from './paint-studies.ts';
import { widthOf } from './text-width.ts';

const tickDistance = 44;
const markDistance = 84;

export interface Axes {
  /** Prices. */
  readonly ticks: readonly number[];
  /** The candles that are named. */
  readonly marks: readonly number[];
}

export function axesOf(scene: Scene, data: ChartData, { numbers }: RenderInput): Axes {
  const { first, last, view } = scene;
  return {
    ticks: priceTicks(scene.scale, { distance: tickDistance, finest: Number(numbers.tick) }),
    marks: chooseMarks({ first, last, distance: markDistance / view.barWidth, weightAt: data.weightAt }),
  };
}

export interface AxesParts {
  readonly axes: Axes;
  readonly data: ChartData;
  readonly input: RenderInput;
}

export function paintGrid(context: Context, scene: Scene, { axes, input }: AxesParts): void {
  const { style } = input;
  for (const tick of axes.ticks) paintRule(context, scene, { y: scene.scale.y(tick), colour: style.grid });
  const hair = hairline(scene.ratio);
  for (const index of axes.marks) paintRule(context, scene, { x: scene.x(index), colour: style.grid });
  context.fillStyle = style.separator;
  for (const pane of [scene.rsi, scene.macd])
    if (pane !== null) context.fillRect(0, snapToPixel(pane.top, scene.ratio), scene.width, hair);
}

/** A price is written only where no label lies over it, and none is cut at an edge. */
function paintPrices(context: Context, scene: Scene, { axes, data, input }: AxesParts): void {
  const { price, scale, plotWidth } = scene;
  const { above, below } = outOfView(scene, input.orders);
  const labelled = [
    scale.y(at(data.series.close, data.series.length - 1)),
    ...(above > 0 ? [price.top + labelHeight / 2] : []),
    ...(below > 0 ? [price.bottom - labelHeight / 2] : []),
    ...placeAxisTags(scene, data, { lines: input.orders, draggedId: null }).map(({ y }) => y),
  ];
  for (const tick of axes.ticks) {
    const y = scale.y(tick);
    const isCovered = labelled.some((other) => Math.abs(y - other) < labelHeight - 3);
    if (y < price.top + 8 || y > price.bottom - 6 || isCovered) continue;
    context.fillText(input.numbers.price(tick), plotWidth + axisPadding, Math.round(y) + 4);
  }
  const { rsiScale } = scene;
  if (rsiScale !== null)
    for (const level of rsiLevels)
      context.fillText(String(level), plotWidth + axisPadding, Math.round(rsiScale.y(level)) + 4);
}

function paintTimes(context: Context, scene: Scene, { axes, data, input }: AxesParts): void {
  context.textAlign = 'center';
  for (const index of axes.marks) {
    const weight = data.weightAt(index);
    const text = input.times.mark(at(data.series.time, index), weight);
    const half = widthOf(context, text, weight >= markWeights.day ? strongFont : chartFont) / 2;
    const x = scene.x(index);
    if (x - half < 0 || x + half > scene.plotWidth) continue;
    context.fillText(text, Math.round(x), scene.plotBottom + 16);
  }
}

export function paintAxes(context: Context, scene: Scene, parts: AxesParts): void {
  context.font = chartFont;
  context.textAlign = 'left';
  context.fillStyle = parts.input.style.muted;
  paintPrices(context, scene, parts);
  paintTimes(context, scene, parts);
}

/** The last price as a line across the plot, also while older candles are shown. */
export function paintLastPrice(context: Context, scene: Scene, { data, input }: AxesParts): void {
  const { series } = data;
  const last = series.length - 1;
  const close = at(series.close, last);
  const y = lastHeight(scene, data);
  if (y === null) return;
  const { style } = input;
  const colour = close >= at(series.open, last) ? style.buy : style.sell;
  paintRule(context, scene, { y, colour, dash: 2 });
}
