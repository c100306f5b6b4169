import { numberStyle } from '#ui/number/number-style.ts';

/**
 * The font of the page, as a canvas is told of it. That digits are all as wide is not a part of it: a canvas takes that
 * from its own element, so one that shows numbers carries the class `num`.
 */
export const canvasFont =
  '"Inter Variable", "Inter Fallback", "Inter Fallback Roboto", system-ui, sans-serif';

export interface NumberInk {
  readonly colour: string;
  /** For the zeros at the end, which say the least. */
  readonly dimmed: string;
}

/** Where the zeros at the end of a fraction begin, the point with them when nothing else stands behind it. */
function zerosFrom(text: string): number {
  const point = text.lastIndexOf(numberStyle().point);
  if (point === -1) return text.length;
  let end = text.length;
  while (end > point + 1 && text[end - 1] === '0') end -= 1;
  return end === point + 1 ? point : end;
}

/** Measuring is dear, and the same few endings come again and again. */
const endingWidths = new Map<string, number>();

/** Measured again once the font is loaded: until then the fallback stands in for it. */
export function forgetWidths(): void {
  endingWidths.clear();
}

function endingWidth(context: CanvasRenderingContext2D, ending: string): number {
  const width = endingWidths.get(ending) ?? context.measureText(ending).width;
  endingWidths.set(ending, width);
  return width;
}

/**
 * Draws a formatted number whose right end stands at `right`, in one font for all callers. Whole words are drawn, never
 * single digits: each call costs about the same, however long its text.
 */
export function drawNumber(
  context: CanvasRenderingContext2D,
  text: string,
  { right, baseline, ink }: { right: number; baseline: number; ink: NumberInk },
): void {
  const zeros = text.slice(zerosFrom(text));
  context.textAlign = 'right';
  context.fillStyle = ink.colour;
  if (zeros === '' || ink.dimmed === ink.colour) {
    context.fillText(text, right, baseline);
    return;
  }
  context.fillText(text.slice(0, text.length - zeros.length), right - endingWidth(context, zeros), baseline);
  context.fillStyle = ink.dimmed;
  context.fillText(zeros, right, baseline);
}
