/** Which part of time is shown, measured from the newest candle: older ones that come in front move nothing. */
export interface TimeView {
  /** Pixels from one candle to the next. */
  readonly barWidth: number;
  /** Candles between the newest and the right edge; below zero, the newest is out of view. */
  readonly offset: number;
}

export interface TimeSpace {
  /** Of the plot, in pixels. */
  readonly width: number;
  /** How many candles there are. */
  readonly count: number;
}

export const firstView: TimeView = { barWidth: 7, offset: 5 };
const barWidthMin = 1;
const barWidthMax = 60;
/** So many candles stay in view, however far somebody pans. */
const keptBars = 5;

/** The place of the right edge, counted in candles. */
function rightEdge({ offset }: TimeView, { count }: TimeSpace): number {
  return count - 0.5 + offset;
}

/** Where the middle of a candle stands. */
export function xOfBar(view: TimeView, space: TimeSpace, index: number): number {
  return space.width - (rightEdge(view, space) - index) * view.barWidth;
}

/** The candle at a place, as a count with a fraction. */
export function barAt(view: TimeView, space: TimeSpace, x: number): number {
  return rightEdge(view, space) - (space.width - x) / view.barWidth;
}

/** The candles that are in view, even in part; none when `last` is below `first`. */
export function barsInView(view: TimeView, space: TimeSpace): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(barAt(view, space, 0) + 0.5)),
    last: Math.min(space.count - 1, Math.ceil(rightEdge(view, space) - 0.5)),
  };
}

export function clampView({ barWidth, offset }: TimeView, { width, count }: TimeSpace): TimeView {
  const clampedWidth = Math.min(Math.max(barWidth, barWidthMin), barWidthMax);
  const kept = Math.min(keptBars, count);
  const most = Math.max(width / clampedWidth - kept, 0);
  return { barWidth: clampedWidth, offset: Math.min(Math.max(offset, kept - count), most) };
}

/** To the right, older candles come into view. */
export function panView(view: TimeView, space: TimeSpace, pixels: number): TimeView {
  return clampView({ ...view, offset: view.offset - pixels / view.barWidth }, space);
}

/** What stands at `x` stays there. */
export function zoomView(
  view: TimeView,
  space: TimeSpace,
  { factor, x }: { factor: number; x: number },
): TimeView {
  const barWidth = Math.min(Math.max(view.barWidth * factor, barWidthMin), barWidthMax);
  const edge = barAt(view, space, x) + (space.width - x) / barWidth;
  return clampView({ barWidth, offset: edge - space.count + 0.5 }, space);
}

/** Whether the newest candle has left the view. */
export function isAway({ offset }: TimeView): boolean {
  return offset < -0.5;
}

/** Candles were added at the end: a view of the newest moves along, a view of older ones stays where it is. */
export function afterNewBars(view: TimeView, added: number): TimeView {
  return isAway(view) ? { ...view, offset: view.offset - added } : view;
}

/** Moves as little as is needed to see a candle. */
export function viewWithBar(view: TimeView, space: TimeSpace, index: number): TimeView {
  const margin = Math.min(2 * view.barWidth, space.width / 4);
  const x = xOfBar(view, space, index);
  if (x < margin) return panView(view, space, margin - x);
  return x > space.width - margin ? panView(view, space, space.width - margin - x) : view;
}
