import { crossWidth, type OrderTag, tagHeight } from '../model/order-lines.ts';
import { type ChartStyle, chartFont } from '../renderer/chart-style.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { Scene } from '../renderer/scene.ts';
import { snapToPixel } from './device-pixels.ts';
import { type Context, paintRule } from './paint-lines.ts';
import { widthOf } from './text-width.ts';

const handleWidth = 12;
const padding = 7;

export function tagWidth(context: Context, line: OrderTag['line']): number {
  return (
    Math.ceil(widthOf(context, line.title)) + 2 * padding + crossWidth + (line.movable ? handleWidth : 0)
  );
}

function paintHandle(context: Context, left: number, y: number): void {
  for (const x of [left, left + 4])
    for (const below of [-4, -0.5, 3]) context.fillRect(x, Math.round(y) + below, 1.5, 1.5);
}

function paintCross(context: Context, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 3.5, y - 3.5);
  context.lineTo(x + 3.5, y + 3.5);
  context.moveTo(x + 3.5, y - 3.5);
  context.lineTo(x - 3.5, y + 3.5);
  context.lineWidth = 1.25;
  context.stroke();
}

function paintTag(
  context: Context,
  tag: OrderTag,
  look: { style: ChartStyle; ratio: number; dragged: boolean },
): void {
  const { line, left, width, labelY } = tag;
  const { style, ratio, dragged } = look;
  const top = snapToPixel(labelY - tagHeight / 2, ratio);
  const colour = style[line.side];
  context.globalAlpha = line.pending ? 0.6 : 1;
  context.fillStyle = dragged ? style.raised : style.surface;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  // A label that moved off its line stays tied to it.
  if (labelY !== tag.y) {
    context.moveTo(left + 5.5, labelY);
    context.lineTo(left + 5.5, tag.y);
  }
  context.roundRect(left + 0.5, top + 0.5, width - 1, tagHeight - 1, 4);
  context.fill();
  context.stroke();
  context.fillStyle = colour;
  const text = left + padding + (line.movable ? handleWidth : 0);
  if (line.movable) paintHandle(context, left + padding, top + tagHeight / 2);
  context.font = chartFont;
  context.textAlign = 'left';
  context.fillText(line.title, text, top + 14);
  context.strokeStyle = style.muted;
  paintCross(context, left + width - crossWidth / 2, top + tagHeight / 2);
  context.globalAlpha = 1;
}

export interface OrdersParts {
  readonly tags: readonly OrderTag[];
  readonly input: RenderInput;
  /** The one that is being dragged. */
  readonly draggedId: string | null;
}

/** Own open orders as lines with a label each. */
export function paintOrders(context: Context, scene: Scene, { tags, input, draggedId }: OrdersParts): void {
  const { style } = input;
  for (const { line, y } of tags) {
    const colour = line.pending ? style.waiting[line.side] : style[line.side];
    paintRule(context, scene, { y, colour, ...(line.id === draggedId ? {} : { dash: 5 }) });
  }
  for (const tag of tags)
    paintTag(context, tag, { style, ratio: scene.ratio, dragged: tag.line.id === draggedId });
}
