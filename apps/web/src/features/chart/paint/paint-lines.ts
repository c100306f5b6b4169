import { at, type Column } from '../model/bar-series.ts';
import type { PriceScale } from '../model/price-scale.ts';
import type { Scene } from '../renderer/scene.ts';
import { hairline, snapToPixel } from './device-pixels.ts';

export type Context = CanvasRenderingContext2D;

/** Traces a column from candle to candle; answers whether there was anything to trace. */
export function trace(context: Context, scene: Scene, column: Column, scale: PriceScale): boolean {
  let begun = false;
  for (let index = scene.begin; index <= scene.end; index += 1) {
    const value = at(column, index);
    if (Number.isNaN(value)) continue;
    if (begun) context.lineTo(scene.x(index), scale.y(value));
    else context.moveTo(scene.x(index), scale.y(value));
    begun = true;
  }
  return begun;
}

export interface LineLook {
  readonly colour: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export function strokeColumn(
  context: Context,
  scene: Scene,
  { column, scale, look }: { column: Column; scale: PriceScale; look: LineLook },
): void {
  context.beginPath();
  if (!trace(context, scene, column, scale)) return;
  context.strokeStyle = look.colour;
  context.lineWidth = look.width ?? 1;
  context.lineJoin = 'round';
  context.setLineDash((look.dash as number[] | undefined) ?? []);
  context.stroke();
  context.setLineDash([]);
}

/** A line from edge to edge, exactly one pixel wide: a level at `y`, or an upright at `x`. */
export function paintRule(
  context: Context,
  { plotWidth, plotBottom, ratio }: Scene,
  rule: { readonly colour: string; readonly dash?: number } & (
    | { readonly y: number }
    | { readonly x: number }
  ),
): void {
  const width = hairline(ratio);
  const middle = snapToPixel(('y' in rule ? rule.y : rule.x) - width / 2, ratio) + width / 2;
  context.strokeStyle = rule.colour;
  context.lineWidth = width;
  context.setLineDash(rule.dash === undefined ? [] : [rule.dash, rule.dash]);
  context.beginPath();
  context.moveTo('y' in rule ? 0 : middle, 'y' in rule ? middle : 0);
  context.lineTo('y' in rule ? plotWidth : middle, 'y' in rule ? middle : plotBottom);
  context.stroke();
  context.setLineDash([]);
}

/** Draws within a band of the plot and nowhere else. */
export function within(
  context: Context,
  { plotWidth }: Scene,
  band: { readonly top: number; readonly bottom: number; readonly paint: () => void },
): void {
  context.save();
  context.beginPath();
  context.rect(0, band.top, plotWidth, band.bottom - band.top);
  context.clip();
  band.paint();
  context.restore();
}
