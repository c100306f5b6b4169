import { formatNumber } from '#ui/number/format-number.ts';
import { canvasFace, drawNumber } from '../market/canvas-text.ts';
import { type Palette, withOpacity } from '../market/palette.ts';
import { unitDecimals } from '../market/units.ts';
import { type BookLayout, type BookRow, spreadHeight } from './book-layout.ts';

/** More than this and the text over a bar is hard to read. */
const barOpacity = 0.12;
const padding = 12;
const font = `400 12px ${canvasFace}`;
const priceFont = `600 16px ${canvasFace}`;

export interface BookPicture {
  readonly layout: BookLayout;
  readonly palette: Palette;
  readonly width: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Prices of levels in which an own order rests, by side. */
  readonly own: { readonly ask: ReadonlySet<bigint>; readonly bid: ReadonlySet<bigint> };
  /** The row under the pointer or the keyboard's cursor. */
  readonly marked: BookRow | undefined;
  readonly lastPrice: { readonly text: string; readonly direction: 'up' | 'down' | 'none' } | null;
  readonly spreadText: string;
}

type Context = CanvasRenderingContext2D;

/** Those rows that a market order would reach on its way to the marked one. */
function isOnTheWay(row: BookRow, marked: BookRow | undefined): boolean {
  if (marked === undefined || marked.side !== row.side) return false;
  return row.side === 'ask' ? row.top >= marked.top : row.top <= marked.top;
}

function paintRow(context: Context, row: BookRow, picture: BookPicture): void {
  const { palette, width, marked, own } = picture;
  const { rowHeight } = picture.layout;
  const colour = row.side === 'ask' ? palette.sell : palette.buy;
  if (isOnTheWay(row, marked)) {
    context.fillStyle = withOpacity(palette.border, row.top === marked?.top ? 0.3 : 0.12);
    context.fillRect(0, row.top, width, Math.ceil(rowHeight));
  }
  context.fillStyle = withOpacity(colour, barOpacity);
  const bar = Math.round(row.share * width);
  context.fillRect(width - bar, row.top, bar, Math.floor(rowHeight) - 1);
  if (own[row.side].has(row.level.priceUnits)) {
    context.fillStyle = palette.accent;
    context.beginPath();
    context.moveTo(2, row.top + 5);
    context.lineTo(8, row.top + rowHeight / 2);
    context.lineTo(2, row.top + rowHeight - 5);
    context.fill();
  }
  const baseline = row.top + Math.round(rowHeight / 2) + 4;
  const price = formatNumber(row.level.price, { decimals: picture.priceDecimals });
  context.textAlign = 'left';
  context.fillStyle = colour;
  context.fillText(price, padding, baseline);
  const decimals = picture.quantityDecimals;
  const quantity = formatNumber(row.level.quantity, { decimals });
  drawNumber(context, quantity, {
    right: Math.round(width * 0.64),
    baseline,
    ink: { colour: palette.text, dimmed: palette.muted },
  });
  const total = formatNumber(row.totalUnits, { decimals, scale: unitDecimals });
  context.fillStyle = palette.muted;
  context.fillText(total, width - padding, baseline);
}

const arrows = { up: ' ▲', down: ' ▼', none: '' } as const;

function paintSpread(context: Context, { layout, palette, width, lastPrice, spreadText }: BookPicture): void {
  const top = layout.spreadTop;
  context.fillStyle = palette.raised;
  context.fillRect(0, top, width, spreadHeight);
  if (lastPrice !== null) {
    const { text, direction } = lastPrice;
    const tone = direction === 'up' ? palette.buy : direction === 'down' ? palette.sell : palette.text;
    context.font = priceFont;
    context.textAlign = 'left';
    context.fillStyle = tone;
    context.fillText(`${text}${arrows[direction]}`, padding, top + 22);
  }
  context.font = font;
  context.fillStyle = palette.muted;
  context.textAlign = 'right';
  context.fillText(spreadText, width - padding, top + 21);
}

/** Draws the whole book. The canvas has been emptied. */
export function paintBook(context: Context, picture: BookPicture): void {
  context.textBaseline = 'alphabetic';
  context.font = font;
  for (const row of picture.layout.rows) paintRow(context, row, picture);
  paintSpread(context, picture);
}
