import { chartFont } from '../renderer/chart-style.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { Scene } from '../renderer/scene.ts';
import { type Context, paintRule } from './paint-lines.ts';
import { widthOf } from './text-width.ts';

const padding = 4;
const height = 16;

/** Where an alert waits: a dotted line, and its words at the axis, away from those of own orders. */
export function paintAlerts(context: Context, scene: Scene, { alerts, style }: RenderInput): void {
  const { scale, price: band, plotWidth } = scene;
  for (const { price, title } of alerts) {
    const y = scale.y(Number(price));
    if (!(y >= band.top && y <= band.bottom)) continue;
    paintRule(context, scene, { y, colour: style.warn, dash: 2 });
    const width = widthOf(context, title);
    const top = Math.max(y - height - 1, band.top);
    context.font = chartFont;
    context.textAlign = 'left';
    context.fillStyle = style.veil;
    context.fillRect(plotWidth - width - 3 * padding, top, width + 2 * padding, height);
    context.fillStyle = style.warn;
    context.fillText(title, plotWidth - width - 2 * padding, top + 12);
  }
}
