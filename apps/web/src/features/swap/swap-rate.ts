import { fromUnits, toUnits, unitDecimals } from '#market/units.ts';
import { readableDecimals } from '#ui/number/format-number.ts';

export interface Rate {
  /** One of this coin … */
  readonly one: string;
  /** … is so much of the other. */
  readonly value: string;
  readonly other: string;
  /** As many as people read. */
  readonly decimals: number;
}

interface Swapped {
  readonly from: string;
  readonly to: string;
  /** What leaves and what arrives: the rate is between the two. */
  readonly give: string;
  readonly receive: string;
}

const scale = 10n ** BigInt(unitDecimals);

/** The units of `over` for one of `under`, rounded to the nearest. Null where nothing is divided by nothing. */
function ratio(over: string, under: string): string | null {
  const [count, by] = [toUnits(over), toUnits(under)];
  return by === 0n ? null : fromUnits((count * scale + by / 2n) / by);
}

/**
 * The rate in the direction in which people think: the dearer coin leads, 1 BTC = 69,358 USDT. Flipped, the other one does.
 */
export function rateOf({ from, to, give, receive }: Swapped, isFlipped = false): Rate | null {
  const [ofFrom, ofTo] = [ratio(receive, give), ratio(give, receive)];
  if (ofFrom === null || ofTo === null) return null;
  const fromLeads = toUnits(ofFrom) >= toUnits(ofTo) !== isFlipped;
  const [one, other, value] = fromLeads ? [from, to, ofFrom] : [to, from, ofTo];
  return { one, other, value, decimals: readableDecimals(value) };
}
