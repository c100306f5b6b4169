import { type AxisTag, axisTags } from '../model/axis-tags.ts';
import { at } from '../model/bar-series.ts';
import type { OrderLine } from '../model/order-lines.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import { type AxisLabel, axisPadding, labelHeight, paintPriceLabel } from './axis-label.ts';
import type { Context } from './paint-lines.ts';
import { widthOf } from './text-width.ts';

interface Standing {
  readonly id: string;
  readonly y: number;
  readonly line: OrderLine;
}

/** The height of the last price; null while it is out of view. */
export function lastHeight({ scale, price }: Scene, { series }: ChartData): number | null {
  const y = scale.y(at(series.close, series.length - 1));
  return y >= price.top && y <= price.bottom ? y : null;
}

interface OwnLines {
  readonly lines: readonly OrderLine[];
  readonly draggedId: string | null;
}

/** How many orders stand above and below what is shown. */
export function outOfView(
  { scale, price }: Scene,
  lines: readonly OrderLine[],
): { above: number; below: number } {
  const heights = lines.map((line) => scale.y(Number(line.price)));
  return {
    above: heights.filter((y) => y < price.top).length,
    below: heights.filter((y) => y > price.bottom).length,
  };
}

/** Where the prices of own orders stand on the axis, between the labels that count those out of view. */
export function placeAxisTags(
  scene: Scene,
  data: ChartData,
  { lines, draggedId }: OwnLines,
): AxisTag<Standing>[] {
  const { scale, price } = scene;
  const { above, below } = outOfView(scene, lines);
  const inView = lines
    .map((line) => ({ id: line.id, y: scale.y(Number(line.price)), line }))
    .filter(({ y }) => y >= price.top && y <= price.bottom);
  const distance = labelHeight + 1;
  const edge = labelHeight / 2;
  return axisTags(inView, {
    lastY: lastHeight(scene, data),
    draggedId,
    distance,
    top: price.top + edge + (above > 0 ? distance : 0),
    bottom: price.bottom - edge - (below > 0 ? distance : 0),
  });
}

/** Their price where they have one in common, or else how many they are. */
function labelOf(
  context: Context,
  lines: readonly OrderLine[],
  { input, room }: { input: RenderInput; room: number },
): AxisLabel {
  const { style, numbers, countOrders } = input;
  const [first] = lines;
  const side = lines.every((line) => line.side === first?.side) ? first?.side : undefined;
  const waits = lines.every(({ pending }) => pending);
  const ink = side === undefined ? style.text : style[side];
  const prices = new Set(lines.map(({ price }) => numbers.price(price)));
  const [price = ''] = prices;
  const words = countOrders(lines.length);
  const text = prices.size === 1 ? price : widthOf(context, words) <= room ? words : `×${lines.length}`;
  const frame = side !== undefined && waits ? style.waiting[side] : ink;
  return { text, fill: style.surface, ink, frame };
}

/** Says at the ends of the axis that there are more orders beyond it. */
function paintOutOfView(
  context: Context,
  scene: Scene,
  { input, lines, room }: { input: RenderInput; lines: readonly OrderLine[]; room: number },
): void {
  const { style, countOrders } = input;
  const { top, bottom } = scene.price;
  const { above, below } = outOfView(scene, lines);
  for (const [mark, count, y] of [
    ['▲', above, top],
    ['▼', below, bottom],
  ] as const) {
    if (count === 0) continue;
    const words = `${mark} ${countOrders(count)}`;
    const text = widthOf(context, words) <= room ? words : `${mark} ${count}`;
    const label = { text, fill: style.surface, ink: style.muted, frame: style.separator };
    paintPriceLabel(context, scene, { y, top, bottom, label });
  }
}

export interface AxisTagsParts {
  readonly data: ChartData;
  readonly input: RenderInput;
  readonly lines: readonly OrderLine[];
  readonly draggedId: string | null;
}

/** The prices of own orders on their axis, and the last price over them. */
export function paintAxisTags(context: Context, scene: Scene, parts: AxisTagsParts): void {
  const { data, input } = parts;
  const { series } = data;
  const { style, numbers } = input;
  const room = scene.width - scene.plotWidth - 2 * axisPadding;
  for (const { y, members } of placeAxisTags(scene, data, parts)) {
    const lines = members.map(({ line }) => line);
    paintPriceLabel(context, scene, { y, ...scene.price, label: labelOf(context, lines, { input, room }) });
  }
  paintOutOfView(context, scene, { input, lines: parts.lines, room });
  const y = lastHeight(scene, data);
  if (y === null) return;
  const last = series.length - 1;
  const close = at(series.close, last);
  const fill = close >= at(series.open, last) ? style.buy : style.sell;
  const label = { text: numbers.price(close), fill, ink: style.surface };
  paintPriceLabel(context, scene, { y, ...scene.price, label });
}
