import { at } from '../model/bar-series.ts';
import type { Scene } from '../renderer/scene.ts';
import { candleWidth, snapToPixel } from './device-pixels.ts';
import { type Context, paintRule, strokeColumn, trace, within } from './paint-lines.ts';
import type { PriceParts } from './paint-price.ts';

/** The lines that lie over the price. */
export function paintOverlays(context: Context, scene: Scene, { data, style, settings }: PriceParts): void {
  const { studies } = data;
  const { scale } = scene;
  if (settings.indicators.includes('bollinger')) {
    context.beginPath();
    if (trace(context, scene, studies.upper, scale)) {
      // Back along the lower edge.
      for (let index = scene.end; index >= scene.begin; index -= 1) {
        const value = at(studies.lower, index);
        if (!Number.isNaN(value)) context.lineTo(scene.x(index), scale.y(value));
      }
      context.fillStyle = style.band;
      context.fill();
    }
    const look = { colour: style.bandEdge };
    strokeColumn(context, scene, { column: studies.upper, scale, look });
    strokeColumn(context, scene, { column: studies.lower, scale, look });
    strokeColumn(context, scene, { column: studies.middle, scale, look: { ...look, dash: [3, 3] } });
  }
  if (settings.indicators.includes('average'))
    for (const [index, column] of studies.averages.entries())
      strokeColumn(context, scene, { column, scale, look: { colour: style.averages[index] ?? style.muted } });
}

/** Levels above and below which a market is said to have run too far. */
export const rsiLevels = [70, 30] as const;

export function paintRsi(context: Context, scene: Scene, { data, style }: PriceParts): void {
  const { rsiScale: scale } = scene;
  if (scale === null) return;
  for (const level of rsiLevels)
    paintRule(context, scene, { y: scale.y(level), colour: style.separator, dash: 3 });
  const paint = () =>
    strokeColumn(context, scene, {
      column: data.studies.strength,
      scale,
      look: { colour: style.accent, width: 1.25 },
    });
  within(context, scene, { ...scale, paint });
}

export function paintMacd(context: Context, scene: Scene, { data, style }: PriceParts): void {
  const { macdScale: scale, ratio } = scene;
  if (scale === null) return;
  const { line, signal, histogram } = data.studies;
  const zero = snapToPixel(scale.y(0), ratio);
  const width = candleWidth(scene.view.barWidth, ratio);
  const paint = (): void => {
    for (const side of ['buy', 'sell'] as const) {
      context.fillStyle = style.waiting[side];
      for (let index = scene.first; index <= scene.last; index += 1) {
        const value = at(histogram, index);
        if (Number.isNaN(value) || value >= 0 !== (side === 'buy')) continue;
        const y = snapToPixel(scale.y(value), ratio);
        context.fillRect(
          snapToPixel(scene.x(index) - width / 2, ratio),
          Math.min(y, zero),
          width,
          Math.abs(y - zero),
        );
      }
    }
    strokeColumn(context, scene, { column: line, scale, look: { colour: style.accent } });
    strokeColumn(context, scene, { column: signal, scale, look: { colour: style.warn } });
  };
  within(context, scene, { ...scale, paint });
}
