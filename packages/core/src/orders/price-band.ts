import { movePrice } from '@emporion/kernel';
import type { BandMoved, TradeExecuted } from '#exchange/events.ts';
import { type Objection, object } from '#exchange/rejection.ts';
import type { Market } from '#state/market.ts';

/**
 * The band is around a price that follows the trades slowly: every so often, and then by at most this part of the band. So the price needs ten
 * minutes for the width of the band, and a few trades in an empty book move nothing that others would notice.
 */
const stepMs = 10_000;
const stepsPerBand = 60;
/** After a time without trades a step is as long as that time, up to a quarter of the band: the prices of before are then still within it. */
const stepsAtOnceMax = 15;

export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** What the band is around. Before the first move of a market it is its last price, and before the first trade its reference price. */
function bandCentre({ bandPrice, lastPrice, referencePrice }: Market): number {
  return bandPrice || lastPrice || referencePrice;
}

/** The prices within the market's band around a price. */
export function bandOf(market: Market, centre = bandCentre(market)): PriceRange {
  const { band } = market.rules;
  if (band === 0 || centre === 0) return { low: 1, high: Number.MAX_SAFE_INTEGER };
  return { low: Math.max(movePrice(centre, -band), 1), high: movePrice(centre, band) };
}

/** Rejects with price_too_low, price_too_high. */
export function checkBand(market: Market, price: number, centre = bandCentre(market)): Objection {
  if (market.rules.band === 0) return null;
  const { low, high } = bandOf(market, centre);
  if (price < low) return object('price_too_low', { minimum: low });
  if (price > high) return object('price_too_high', { maximum: high });
  return null;
}

/** Counts a trade for the next move. Nothing is counted before the first one, so that a journal of before there were any replays to the state of before. */
export function countForBand(market: Market, price: number, quantity: number): void {
  const { bandPrice } = market;
  if (bandPrice === 0 || price === bandPrice) return;
  if (price > bandPrice)
    market.volumeAbove = Math.min(market.volumeAbove + quantity, Number.MAX_SAFE_INTEGER);
  else market.volumeBelow = Math.min(market.volumeBelow + quantity, Number.MAX_SAFE_INTEGER);
}

/** Puts the band around a price at once, as an operator says who sets a reference price or a band. */
export function bandAround(market: string, price: number, movedAt: number): BandMoved {
  return { kind: 'BandMoved', market, price, movedAt };
}

/** Where the band goes with this trade, which is counted already; null while the time of a step is not over. */
export function bandAfter(market: Market, trade: TradeExecuted): BandMoved | null {
  const { rules, bandPrice, bandMovedAt, code } = market;
  const { price, executedAt } = trade;
  if (rules.band === 0 || executedAt - bandMovedAt < stepMs) return null;
  if (bandPrice === 0) return bandAround(code, price, executedAt);
  const steps = Math.min(Math.floor((executedAt - bandMovedAt) / stepMs), stepsAtOnceMax);
  return bandAround(code, steppedPrice(market, price, steps), executedAt);
}

/** Towards the last price, where most of what was traded since the last move lies on that side. */
function steppedPrice(market: Market, lastPrice: number, steps: number): number {
  const { rules, bandPrice, volumeAbove, volumeBelow } = market;
  const part = Math.ceil((rules.band * steps) / stepsPerBand);
  if (lastPrice > bandPrice && volumeAbove > volumeBelow)
    return Math.min(lastPrice, Math.max(movePrice(bandPrice, part), bandPrice + 1));
  if (lastPrice < bandPrice && volumeBelow > volumeAbove)
    return Math.max(lastPrice, movePrice(bandPrice, -part));
  return bandPrice;
}
