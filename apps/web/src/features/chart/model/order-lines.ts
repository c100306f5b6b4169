export interface OrderLine {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  /** Exact, as the server has it or was asked for. */
  readonly price: string;
  /** Side and quantity, in words. */
  readonly title: string;
  /** Whether it can be dragged to another price. */
  readonly movable: boolean;
  /** A change is on its way to the server. */
  readonly pending: boolean;
}

/** The label of a line: a drag handle and its words, and at its end the cross that cancels. */
export interface OrderTag {
  readonly line: OrderLine;
  /** The middle of the line. */
  readonly y: number;
  /** The middle of the label, which moves off its line where that is crowded. */
  readonly labelY: number;
  readonly left: number;
  readonly width: number;
}

export const tagHeight = 20;
export const crossWidth = 20;
const tagGap = 4;
const firstLeft = 8;

/** A line of the legend, from the left edge to where it ends. */
export interface LegendRow {
  readonly right: number;
  readonly bottom: number;
}

export interface TagParts {
  readonly lines: readonly OrderLine[];
  readonly yOf: (line: OrderLine) => number;
  readonly widthOf: (line: OrderLine) => number;
  /** Lines outside are not drawn. */
  readonly top: number;
  readonly bottom: number;
  readonly plotWidth: number;
  /** From the top of the plot down: labels stand beside it or below. */
  readonly legend: readonly LegendRow[];
}

/** Rows above and below its line in which a label looks for room, the nearest first. */
const rows = [0, -1, 1, -2, 2, -3, 3, -4, 4];

/**
 * Labels whose lines are close stand beside each other; where there is no more room, a little above or below. Only where that is taken too, one
 * lies over another.
 */
export function placeTags(parts: TagParts): OrderTag[] {
  const { lines, yOf, widthOf, top, bottom, plotWidth, legend } = parts;
  const placed: OrderTag[] = [];
  for (const line of lines) {
    const y = yOf(line);
    if (!(y >= top && y <= bottom)) continue;
    const width = widthOf(line);
    const free = rows
      .map((row) => y + row * (tagHeight + 2))
      .filter((labelY) => labelY === y || (labelY >= top && labelY <= bottom))
      .map((labelY) => ({ labelY, left: leftIn(labelY, placed, legend) }))
      .find(({ left }) => left + width <= plotWidth);
    placed.push({ line, y, width, ...(free ?? { labelY: y, left: firstLeft }) });
  }
  return placed;
}

/** Where there is room at this height, behind the legend and those that stand there. */
function leftIn(labelY: number, placed: readonly OrderTag[], legend: readonly LegendRow[]): number {
  const near = placed.filter((other) => Math.abs(other.labelY - labelY) < tagHeight + 1);
  const beside = legend.filter(({ bottom }) => labelY - tagHeight / 2 < bottom);
  const start = beside.reduce((left, { right }) => Math.max(left, right + tagGap), firstLeft);
  return near.reduce((left, other) => Math.max(left, other.left + other.width + tagGap), start);
}

export interface OrderHit {
  readonly line: OrderLine;
  readonly part: 'body' | 'cross';
}

/** A finger is as wide as this. */
const fingerSize = 44;
/** So near to the line itself, a mouse takes hold of it. */
const lineReach = 4;

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

/** What of the own orders lies at a place. The last one drawn lies on top, and a label before a bare line. */
export function hitOrder(
  tags: readonly OrderTag[],
  { x, y, touch }: { readonly x: number; readonly y: number; readonly touch: boolean },
): OrderHit | null {
  const reach = (touch ? fingerSize : tagHeight) / 2;
  const cross = touch ? fingerSize : crossWidth;
  const tag = tags
    .filter((one) => isWithin(y, one.labelY - reach, one.labelY + reach))
    .filter(({ left, width }) => isWithin(x, left, left + width + (touch ? cross - crossWidth : 0)))
    // Where fingers reach several, the nearest is meant.
    .reduce<OrderTag | null>(
      (best, one) => (best === null || Math.abs(one.labelY - y) <= Math.abs(best.labelY - y) ? one : best),
      null,
    );
  if (tag !== null)
    return { line: tag.line, part: x >= tag.left + tag.width - crossWidth ? 'cross' : 'body' };
  const bare = touch ? undefined : tags.findLast((one) => Math.abs(one.y - y) <= lineReach);
  return bare === undefined ? null : { line: bare.line, part: 'body' };
}
