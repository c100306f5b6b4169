import type { BookLevel } from '#market/book-state.ts';
import { unitDecimals } from '#market/units.ts';
import { canvasFont, drawNumber } from '#ui/canvas/canvas-text.ts';
import { type Palette, withOpacity } from '#ui/canvas/palette.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { numberStyle } from '#ui/number/number-style.ts';
import { type BookLayout, type BookRow, spreadHeight } from './book-layout.ts';

/** More than this and the text over a bar is hard to read. */
const barOpacity = 0.12;
const padding = 12;
const font = `400 12px ${canvasFont}`;
const priceFont = `600 16px ${canvasFont}`;

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

/** Those rows that a market order would reach on its way to the marked one are tinted, and that one the most. */
function tintOf(row: BookRow, marked: BookRow | undefined): number {
  if (marked === undefined || marked.side !== row.side) return 0;
  if (row.top === marked.top) return 0.3;
  const onTheWay = row.side === 'ask' ? row.top > marked.top : row.top < marked.top;
  return onTheWay ? 0.12 : 0;
}

/** What of a row is seen beside its texts. */
function marksOf(row: BookRow, { width, marked, own }: BookPicture) {
  return {
    bar: Math.round(row.share * width),
    tint: tintOf(row, marked),
    isOwn: own[row.side].has(row.level.priceUnits),
  };
}

/** All that decides how a row looks while the panel, its size and its colours stay: two rows alike look alike. */
export function looksOfRow(row: BookRow, picture: BookPicture): string {
  const { bar, tint, isOwn } = marksOf(row, picture);
  const { price, quantity } = row.level;
  return `${row.side} ${price} ${quantity} ${row.totalUnits} ${bar} ${tint} ${isOwn}`;
}

interface LevelTexts {
  /** The format by which the texts were written. */
  readonly format: string;
  readonly price: string;
  readonly quantity: string;
}

/** A level that did not change is the same object in the next book, so it is formatted once and not ten times a second. */
const textsOfLevels = new WeakMap<BookLevel, LevelTexts>();

function textsOf(level: BookLevel, { priceDecimals, quantityDecimals }: BookPicture): LevelTexts {
  const { group, point } = numberStyle();
  const format = `${priceDecimals} ${quantityDecimals} ${group}${point}`;
  const known = textsOfLevels.get(level);
  if (known?.format === format) return known;
  const texts = {
    format,
    price: formatNumber(level.price, { decimals: priceDecimals }),
    quantity: formatNumber(level.quantity, { decimals: quantityDecimals }),
  };
  textsOfLevels.set(level, texts);
  return texts;
}

/** Draws a row within its height. Its place has been emptied. */
export function paintRow(context: Context, row: BookRow, picture: BookPicture): void {
  const { palette, width } = picture;
  const { rowHeight } = picture.layout;
  const { bar, tint, isOwn } = marksOf(row, picture);
  const colour = row.side === 'ask' ? palette.sell : palette.buy;
  if (tint > 0) {
    context.fillStyle = withOpacity(palette.border, tint);
    context.fillRect(0, row.top, width, row.height);
  }
  context.fillStyle = withOpacity(colour, barOpacity);
  context.fillRect(width - bar, row.top, bar, Math.floor(rowHeight) - 1);
  if (isOwn) {
    context.fillStyle = palette.accent;
    context.beginPath();
    context.moveTo(2, row.top + 5);
    context.lineTo(8, row.top + rowHeight / 2);
    context.lineTo(2, row.top + rowHeight - 5);
    context.fill();
  }
  const baseline = row.top + Math.round(rowHeight / 2) + 4;
  const { price, quantity } = textsOf(row.level, picture);
  context.textAlign = 'left';
  context.fillStyle = colour;
  context.fillText(price, padding, baseline);
  drawNumber(context, quantity, {
    right: Math.round(width * 0.64),
    baseline,
    ink: { colour: palette.text, dimmed: palette.muted },
  });
  const total = formatNumber(row.totalUnits, { decimals: picture.quantityDecimals, scale: unitDecimals });
  context.fillStyle = palette.muted;
  context.fillText(total, width - padding, baseline);
}

const arrows = { up: ' ▲', down: ' ▼', none: '' } as const;

export function looksOfSpread({ lastPrice, spreadText }: BookPicture): string {
  return `${lastPrice?.text} ${lastPrice?.direction} ${spreadText}`;
}

/** Draws the line between the sides, over what was there. */
export function paintSpread(
  context: Context,
  { layout, palette, width, lastPrice, spreadText }: BookPicture,
): void {
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

/** To be called before rows are drawn. */
export function setBookFont(context: Context): void {
  context.textBaseline = 'alphabetic';
  context.font = font;
}
