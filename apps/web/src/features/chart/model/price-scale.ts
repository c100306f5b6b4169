/** A range of prices laid over a range of pixels, the highest at the top. */
export interface PriceScale {
  readonly log: boolean;
  /** The prices at the bottom and at the top. */
  readonly low: number;
  readonly high: number;
  readonly top: number;
  readonly bottom: number;
  y(price: number): number;
  price(y: number): number;
}

export interface ScaleParts {
  readonly low: number;
  readonly high: number;
  readonly top: number;
  readonly bottom: number;
  readonly log?: boolean;
  /** Of the height, left free above and below. */
  readonly marginTop?: number;
  readonly marginBottom?: number;
  /** How much more than needed is shown; 1 is all that is needed. */
  readonly stretch?: number;
}

/** What never moved still needs some room around it. */
function widened(low: number, high: number): [number, number] {
  if (high > low) return [low, high];
  const room = Math.abs(low) * 0.005 || 1;
  return [low - room, high + room];
}

export function createPriceScale(parts: ScaleParts): PriceScale {
  const { top, bottom, marginTop = 0, marginBottom = 0, stretch = 1 } = parts;
  const [least, most] = widened(parts.low, parts.high);
  // A logarithm knows nothing below zero; such a range is drawn as it is.
  const log = parts.log === true && least > 0;
  const to = log ? Math.log : (price: number) => price;
  const from = log ? Math.exp : (value: number) => value;
  const middle = (to(least) + to(most)) / 2;
  const half = ((to(most) - to(least)) / 2) * stretch;
  const unit = (2 * half) / (1 - marginTop - marginBottom);
  const ceiling = middle + half + unit * marginTop;
  const perPixel = unit / Math.max(bottom - top, 1);
  return {
    log,
    top,
    bottom,
    low: from(ceiling - unit),
    high: from(ceiling),
    y: (price) => top + (ceiling - to(price)) / perPixel,
    price: (y) => from(ceiling - (y - top) * perPixel),
  };
}
