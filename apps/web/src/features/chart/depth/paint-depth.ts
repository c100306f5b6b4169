import { formatDecimal } from '@emporion/kernel';
import { unitDecimals } from '#market/units.ts';
import type { CanvasSize } from '#ui/canvas/canvas-size.ts';
import { canvasFont } from '#ui/canvas/canvas-text.ts';
import { type Palette, withOpacity } from '#ui/canvas/palette.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { roundMarks } from './depth-marks.ts';
import { type Depth, type DepthPoint, distancePercent, pointAt } from './depth-model.ts';

export interface DepthPicture extends CanvasSize {
  readonly depth: Depth;
  readonly palette: Palette;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly pointerX: number | null;
  readonly words: Readonly<Record<'price' | 'mid' | 'distance' | 'amount' | 'value', string>>;
}

type Context = CanvasRenderingContext2D;
const axisHeight = 24;
/** Between two prices of the axis, and between two amounts, at least. */
const markGap = 36;
const heightGap = 32;
const headRoom = 40;

/** Places on the picture. Only here do exact counts become plain numbers: a pixel asks for no more. */
function createScale({ depth, width, height }: DepthPicture) {
  const { midUnits, reachUnits, mostUnits } = depth;
  const floor = height - axisHeight;
  return {
    floor,
    x: (priceUnits: bigint): number =>
      width / 2 + (Number(((priceUnits - midUnits) * 10_000n) / reachUnits) / 10_000) * (width / 2),
    y: (amountUnits: bigint): number =>
      mostUnits === 0n
        ? floor
        : floor - (Number((amountUnits * 10_000n) / mostUnits) / 10_000) * (floor - headRoom),
    price: (x: number): bigint =>
      midUnits + (reachUnits * BigInt(Math.round((x / width - 0.5) * 20_000))) / 10_000n,
  };
}

type Scale = ReturnType<typeof createScale>;

function paintSide(
  context: Context,
  scale: Scale,
  { points, colour, edge }: { points: readonly DepthPoint[]; colour: string; edge: number },
): void {
  const [first] = points;
  if (first === undefined) return;
  context.beginPath();
  context.moveTo(scale.x(first.priceUnits), scale.floor);
  let y = scale.floor;
  for (const { priceUnits, amountUnits } of points) {
    const x = scale.x(priceUnits);
    context.lineTo(x, y);
    y = scale.y(amountUnits);
    context.lineTo(x, y);
  }
  context.lineTo(edge, y);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
  context.lineTo(edge, scale.floor);
  context.closePath();
  context.fillStyle = withOpacity(colour, 0.12);
  context.fill();
}

/** How much the heights stand for: round amounts, at the right edge. */
function paintHeights(context: Context, scale: Scale, picture: DepthPicture): void {
  const { depth, width, palette, quantityDecimals } = picture;
  const most = Number(formatDecimal(depth.mostUnits, unitDecimals));
  const count = Math.min(4, Math.floor((scale.floor - headRoom) / heightGap));
  const { values, decimals } = roundMarks({ low: 0, high: most, count, decimals: quantityDecimals });
  context.textAlign = 'right';
  for (const amount of values.slice(1)) {
    const y = Math.round(scale.y((depth.mostUnits * BigInt(Math.round((amount / most) * 10_000))) / 10_000n));
    context.fillStyle = withOpacity(palette.border, 0.16);
    context.fillRect(0, y, width, 1);
    context.fillStyle = palette.muted;
    context.fillText(formatNumber(amount.toFixed(decimals), { decimals }), width - 8, y - 4);
  }
}

/** Round prices, as many as there is room for. */
function paintAxis(context: Context, scale: Scale, picture: DepthPicture): void {
  const { width, palette, priceDecimals, depth } = picture;
  context.fillStyle = palette.muted;
  context.textAlign = 'center';
  const [low, high] = [-1n, 1n].map((way) =>
    Number(formatDecimal(depth.midUnits + way * depth.reachUnits, unitDecimals)),
  ) as [number, number];
  const widest = context.measureText(formatNumber(high.toFixed(priceDecimals), { decimals: priceDecimals }));
  const count = Math.floor(width / (widest.width + markGap));
  const { values, decimals } = roundMarks({ low, high, count, decimals: priceDecimals });
  for (const price of values) {
    const x = ((price - low) / (high - low)) * width;
    const text = formatNumber(price.toFixed(decimals), { decimals });
    const half = context.measureText(text).width / 2;
    if (x - half < 4 || x + half > width - 4) continue;
    context.fillText(text, x, scale.floor + 16);
    context.fillRect(Math.round(x), scale.floor, 1, 4);
  }
}

function paintMiddle(context: Context, scale: Scale, picture: DepthPicture): void {
  const { width, palette, depth, words, priceDecimals } = picture;
  context.setLineDash([3, 3]);
  context.strokeStyle = withOpacity(palette.muted, 0.6);
  context.lineWidth = 1;
  context.beginPath();
  const middle = Math.round(width / 2) + 0.5;
  context.moveTo(middle, headRoom - 6);
  context.lineTo(middle, scale.floor);
  context.stroke();
  context.setLineDash([]);
  context.textAlign = 'center';
  context.fillStyle = palette.muted;
  context.fillText(words.mid, width / 2, 14);
  context.fillStyle = palette.text;
  const text = formatNumber(depth.midUnits, { decimals: priceDecimals, scale: unitDecimals });
  context.fillText(text, width / 2, 29);
}

function paintCard(
  context: Context,
  lines: readonly (readonly [string, string])[],
  at: { x: number; picture: DepthPicture },
): void {
  const { palette, width } = at.picture;
  const cardWidth =
    12 * 2 + Math.max(...lines.map(([name, text]) => context.measureText(`${name}   ${text}`).width));
  const beside = at.x > width / 2 ? at.x - cardWidth - 12 : at.x + 12;
  const left = Math.round(Math.max(4, Math.min(beside, width - cardWidth - 4)));
  context.fillStyle = palette.raised;
  context.beginPath();
  context.roundRect(left, headRoom, cardWidth, lines.length * 18 + 12, 4);
  context.fill();
  lines.forEach(([name, text], index) => {
    const y = headRoom + 20 + index * 18;
    context.textAlign = 'left';
    context.fillStyle = palette.muted;
    context.fillText(name, left + 12, y);
    context.textAlign = 'right';
    context.fillStyle = palette.text;
    context.fillText(text, left + cardWidth - 12, y);
  });
}

function paintPointer(context: Context, scale: Scale, picture: DepthPicture): void {
  const { pointerX, depth, palette, words, priceDecimals, quantityDecimals } = picture;
  if (pointerX === null) return;
  const price = scale.price(pointerX);
  const point = pointAt(depth, price);
  if (point === undefined) return;
  const colour = price < depth.midUnits ? palette.buy : palette.sell;
  context.strokeStyle = withOpacity(palette.muted, 0.6);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(Math.round(pointerX) + 0.5, headRoom);
  context.lineTo(Math.round(pointerX) + 0.5, scale.floor);
  context.stroke();
  context.fillStyle = colour;
  context.beginPath();
  context.arc(pointerX, scale.y(point.amountUnits), 4, 0, 2 * Math.PI);
  context.fill();
  const write = (units: bigint, decimals: number) => formatNumber(units, { decimals, scale: unitDecimals });
  const distance = formatNumber(distancePercent(depth, price), { decimals: 2, plus: true });
  const lines = [
    [words.price, write(price, priceDecimals)],
    [words.distance, inPercent(distance.replace('-', '−'))],
    [words.amount, write(point.amountUnits, quantityDecimals)],
    [words.value, write(point.valueUnits, 2)],
  ] as const;
  paintCard(context, lines, { x: pointerX, picture });
}

/** Stepped areas to both sides of the middle: how much can be traded before the price has moved so far. */
export function paintDepth(context: Context, picture: DepthPicture): void {
  const { depth, palette, width } = picture;
  const scale = createScale(picture);
  context.font = `400 11px ${canvasFont}`;
  paintHeights(context, scale, picture);
  paintSide(context, scale, { points: depth.bids, colour: palette.buy, edge: 0 });
  paintSide(context, scale, { points: depth.asks, colour: palette.sell, edge: width });
  paintMiddle(context, scale, picture);
  paintAxis(context, scale, picture);
  paintPointer(context, scale, picture);
}
