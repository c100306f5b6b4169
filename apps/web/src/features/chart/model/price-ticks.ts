import type { PriceScale } from './price-scale.ts';

const roundSteps = [1, 2, 2.5, 5, 10];

/** The next round number from `least` upward: 1, 2, 2.5 or 5 of a power of ten. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const found = roundSteps.find((step) => step * power >= least * (1 - 1e-9));
  return (found ?? 10) * power;
}

export interface TickSpacing {
  /** Between two of them, in pixels. */
  readonly distance: number;
  /** The finest price that can be quoted, so that no two read alike. */
  readonly finest: number;
}

/** More than any screen has room for. */
const ticksMax = 100;

function nextTick(scale: PriceScale, after: number, { distance, finest }: TickSpacing): number {
  const wanted = scale.price(scale.y(after) - distance);
  const step = Math.max(roundStep(wanted - after), finest);
  // A whole count of steps, so that no rest of a fraction adds up.
  return Math.floor(after / step + 1 + 1e-9) * step;
}

/** Round prices at even distances; on a logarithmic scale, as even as round prices can be. */
export function priceTicks(scale: PriceScale, spacing: TickSpacing): number[] {
  const ticks: number[] = [];
  const span = scale.price(scale.bottom - spacing.distance) - scale.low;
  if (!(span > 0) || !Number.isFinite(span)) return ticks;
  const first = Math.max(roundStep(span), spacing.finest);
  let price = Math.ceil(scale.low / first - 1e-9) * first;
  while (price <= scale.high && ticks.length < ticksMax) {
    if (price > 0) ticks.push(price);
    let next = scale.log ? nextTick(scale, price, spacing) : Math.round(price / first + 1) * first;
    while (scale.log && scale.y(price) - scale.y(next) < spacing.distance - 1)
      next = nextTick(scale, next, spacing);
    price = next;
  }
  return ticks;
}
