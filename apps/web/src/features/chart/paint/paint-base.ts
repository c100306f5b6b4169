import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import { axesOf, paintAxes, paintGrid, paintLastPrice } from './paint-axes.ts';
import { type Context, within } from './paint-lines.ts';
import { paintMarks } from './paint-marks.ts';
import { paintPrice, paintVolume } from './paint-price.ts';
import { paintMacd, paintOverlays, paintRsi } from './paint-studies.ts';

/** Everything that moves with the candles and not with the pointer. The canvas has been emptied. */
export function paintBase(context: Context, scene: Scene, data: ChartData, input: RenderInput): void {
  const { settings, style } = input;
  const parts = { axes: axesOf(scene, data, input), data, input };
  const price = { data, style, settings };
  paintGrid(context, scene, parts);
  const paint = (): void => {
    if (settings.indicators.includes('volume')) paintVolume(context, scene, price);
    paintPrice(context, scene, price);
    paintOverlays(context, scene, price);
    paintMarks(context, scene, parts);
  };
  within(context, scene, { ...scene.price, paint });
  paintRsi(context, scene, price);
  paintMacd(context, scene, price);
  paintAxes(context, scene, parts);
  paintLastPrice(context, scene, parts);
}
