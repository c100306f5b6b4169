import { at } from '../model/bar-series.ts';
import type { LegendRow, OrderLine, OrderTag } from '../model/order-lines.ts';
import { snapToTick } from '../model/snap-price.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import { type AxisLabel, paintPriceLabel, paintTimeLabel } from './axis-label.ts';
import { paintAlerts } from './paint-alerts.ts';
import { paintAxisTags } from './paint-axis-tags.ts';
import { paintLegend } from './paint-legend.ts';
import { type Context, paintRule } from './paint-lines.ts';
import { paintOrders } from './paint-orders.ts';

/** Where the crosshair stands: a candle, and a height where it has one. */
export interface Cross {
  readonly index: number;
  readonly y: number;
}

export interface FrontParts {
  readonly data: ChartData;
  readonly input: RenderInput;
  readonly tags: readonly OrderTag[];
  /** All own orders, those out of view too, the dragged one where it is held. */
  readonly lines: readonly OrderLine[];
  readonly draggedId: string | null;
  readonly cross: Cross | null;
}

/** What a height means depends on the pane it lies in. */
function levelText(scene: Scene, y: number, { numbers }: RenderInput): string {
  if (scene.rsiScale !== null && y >= scene.rsiScale.top && y < scene.rsiScale.bottom)
    return numbers.plain(scene.rsiScale.price(y));
  if (scene.macdScale !== null && y >= scene.macdScale.top) return numbers.price(scene.macdScale.price(y));
  return numbers.price(snapToTick(scene.scale.price(y), numbers.tick));
}

function paintCross(context: Context, scene: Scene, { cross, data, input }: FrontParts): void {
  if (cross === null) return;
  const { style, times } = input;
  const label = (text: string): AxisLabel => ({
    text,
    fill: style.raised,
    ink: style.text,
    frame: style.separator,
  });
  const x = scene.x(cross.index);
  for (const place of [{ x }, { y: cross.y }])
    paintRule(context, scene, { ...place, colour: style.crosshair, dash: 3 });
  const text = levelText(scene, cross.y, input);
  paintPriceLabel(context, scene, { y: cross.y, top: 0, bottom: scene.plotBottom, label: label(text) });
  const moment = at(data.series.time, cross.index);
  if (cross.index < data.series.length && moment > 0)
    paintTimeLabel(context, scene, { x, label: label(times.moment(moment)) });
}

/** What moves with the pointer, with own orders and alerts. The canvas has been emptied. Answers with what the legend takes. */
export function paintFront(context: Context, scene: Scene, parts: FrontParts): LegendRow[] {
  const { cross, data } = parts;
  const last = data.series.length - 1;
  paintAlerts(context, scene, parts.input);
  paintOrders(context, scene, parts);
  // After the orders: their lines would strike its figures through.
  const legend = paintLegend(context, scene, {
    ...parts,
    index: Math.min(Math.max(cross?.index ?? last, 0), last),
  });
  paintAxisTags(context, scene, parts);
  paintCross(context, scene, parts);
  return legend;
}
