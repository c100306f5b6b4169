import { at } from '../model/bar-series.ts';
import type { FillMark } from '../model/fill-marks.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import type { Context } from './paint-lines.ts';

const halfWidth = 4.5;
const height = 7;
const gap = 4;

/** Of a candle its ends, of a line the line itself. */
function edgeOf({ side, index }: FillMark, { series }: ChartData, { settings }: RenderInput): number {
  if (settings.style === 'line' || settings.style === 'area') return at(series.close, index);
  return at(side === 'buy' ? series.low : series.high, index);
}

function paintMark(context: Context, scene: Scene, mark: FillMark, edge: number): void {
  const way = mark.side === 'buy' ? 1 : -1;
  const x = scene.x(mark.index);
  // Above or below the candle, and never out of the picture.
  const room = gap + height;
  const [top, bottom] = [scene.price.top + room, scene.price.bottom - room];
  const tip = Math.min(Math.max(scene.scale.y(edge), top), bottom) + way * gap;
  context.beginPath();
  context.moveTo(x, tip);
  context.lineTo(x - halfWidth, tip + way * height);
  context.lineTo(x + halfWidth, tip + way * height);
  context.closePath();
  context.fill();
  context.stroke();
}

/** One's own trades: a mark below the candle for what was bought, above for what was sold. */
export function paintMarks(
  context: Context,
  scene: Scene,
  parts: { data: ChartData; input: RenderInput },
): void {
  const { style } = parts.input;
  context.strokeStyle = style.surface;
  context.lineWidth = 1.5;
  for (const mark of parts.data.marks) {
    if (mark.index < scene.first || mark.index > scene.last) continue;
    context.fillStyle = style[mark.side];
    paintMark(context, scene, mark, edgeOf(mark, parts.data, parts.input));
  }
}
