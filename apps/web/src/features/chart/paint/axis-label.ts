import { timeAxisHeight } from '../model/chart-layout.ts';
import { chartFont } from '../renderer/chart-style.ts';
import type { Scene } from '../renderer/scene.ts';
import { snapToPixel } from './device-pixels.ts';
import type { Context } from './paint-lines.ts';
import { widthOf } from './text-width.ts';

export const axisPadding = 8;
export const labelHeight = 18;

export interface AxisLabel {
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
  /** The colour of its border, where that is another one. */
  readonly frame?: string;
}

/** A price on its axis, never beyond the band that it belongs to. */
export function paintPriceLabel(
  context: Context,
  scene: Scene,
  { y, top, bottom, label }: { y: number; top: number; bottom: number; label: AxisLabel },
): void {
  const { plotWidth, width, ratio } = scene;
  const place = Math.min(Math.max(y - labelHeight / 2, top), bottom - labelHeight);
  paintBox(context, {
    left: plotWidth + 1,
    top: snapToPixel(place, ratio),
    width: width - plotWidth - 2,
    label,
  });
  context.textAlign = 'left';
  context.fillText(label.text, plotWidth + axisPadding, snapToPixel(place, ratio) + 13);
}

/** A moment on its axis, never beyond its ends. */
export function paintTimeLabel(
  context: Context,
  { plotWidth, plotBottom, ratio }: Scene,
  { x, label }: { x: number; label: AxisLabel },
): void {
  const width = Math.ceil(widthOf(context, label.text)) + 2 * axisPadding;
  const left = snapToPixel(Math.min(Math.max(x - width / 2, 0), Math.max(plotWidth - width, 0)), ratio);
  const top = plotBottom + (timeAxisHeight - labelHeight) / 2;
  paintBox(context, { left, top, width, label });
  context.textAlign = 'left';
  context.fillText(label.text, left + axisPadding, top + 13);
}

function paintBox(
  context: Context,
  { left, top, width, label }: { left: number; top: number; width: number; label: AxisLabel },
): void {
  context.font = chartFont;
  context.fillStyle = label.fill;
  context.beginPath();
  context.roundRect(left, top, width, labelHeight, 3);
  context.fill();
  if (label.frame !== undefined) {
    context.strokeStyle = label.frame;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(left + 0.5, top + 0.5, width - 1, labelHeight - 1, 3);
    context.stroke();
  }
  context.fillStyle = label.ink;
}
