import { chartFont } from '../renderer/chart-style.ts';

/** Measuring is dear, and the same words come at every painting: their widths by font, then by shape. */
const widths = new Map<string, Map<string, number>>();
/** Words are few; only the lines of own orders bring new ones. */
const shapesMax = 200;

/** Measured again once the web font is loaded: until then the fallback stands in for it. */
export function forgetWidths(): void {
  widths.clear();
}

function ofFont(font: string): Map<string, number> {
  const known = widths.get(font);
  if (known !== undefined && known.size < shapesMax) return known;
  const fresh = new Map<string, number>();
  widths.set(font, fresh);
  return fresh;
}

/** The width of a text in a font, which is the context's from then on. */
export function widthOf(context: CanvasRenderingContext2D, text: string, font = chartFont): number {
  context.font = font;
  // The canvases of the chart carry the class `num`, so digits are all as wide, and a live price is always one of few shapes.
  const shape = text.replace(/\d/g, '0');
  const shapes = ofFont(font);
  const width = shapes.get(shape) ?? context.measureText(shape).width;
  shapes.set(shape, width);
  return width;
}
