import { type DemoPair, quantityWorth } from '../demo-pairs.ts';
import { type Dice, roll, seedOf } from '../price/dice.ts';

export type Side = 'buy' | 'sell';

/** A level that a maker wants to have in the book. */
export interface Level {
  readonly side: Side;
  readonly price: number;
}

export const levelsPerSide = 20;

/**
 * The levels around a price. They lie on fixed lines, so when the price moves a little most of them stay where they are, and following it takes few
 * orders. The lines are uneven, as those of people are.
 */
export function ladder(pair: DemoPair, middle: number): Level[] {
  const { step } = pair;
  const gap = Math.max(1, Math.floor(step / 4));
  const lineAt = Math.floor(middle / step);
  const bids: Level[] = [];
  const asks: Level[] = [];
  for (let line = lineAt + 1; bids.length < levelsPerSide && line > 0; line -= 1) {
    const price = priceOfLine(pair, line);
    if (price <= middle - gap && price > 0 && price !== bids.at(-1)?.price) bids.push({ side: 'buy', price });
  }
  for (let line = lineAt - 1; asks.length < levelsPerSide; line += 1) {
    const price = priceOfLine(pair, line);
    if (price >= middle + gap && price !== asks.at(-1)?.price) asks.push({ side: 'sell', price });
  }
  return [...bids, ...asks];
}

/** On a tick; where ticks are wider than steps, several lines have one price. */
function priceOfLine({ code, step, units: { tick } }: DemoPair, line: number): number {
  const price = line * step + (roll(seedOf(code), line) % Math.max(1, Math.floor(step / 2)));
  return price - (price % tick);
}

/** How much a level holds: from a third of its usual value to three times it. */
export function levelQuantity(pair: DemoPair, { price, dice }: { price: number; dice: Dice }): number {
  const value = Math.floor((pair.levelValue * dice.between(33, dice.chance(15) ? 300 : 160)) / 100);
  return quantityWorth(pair, { value, price });
}
