import { chartFont } from '../chart-looks.ts';

/** Measuring is dear, and the same words come at every painting. */
const widths = new Map<string, number>();
const widthsMax = 2_000;

/** Measured again once the face of the page has come: until then another one stands in for it. */
export function forgetWidths(): void {
  widths.clear();
}

/** The width of a text in a font, which is the context's from then on. */
export function widthOf(context: CanvasRenderingContext2D, text: string, font = chartFont): number {
  context.font = font;
  const key = font + text;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > widthsMax) widths.clear();
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}
