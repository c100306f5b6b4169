import { formatDecimal, parseDecimal } from '@emporion/kernel';

/** The finest that the wire writes. */
const decimals = 18;

/** The quotable price nearest to a place on the chart, exact; never less than one tick. */
export function snapToTick(price: number, tick: string): string {
  const parsed = parseDecimal(tick, decimals);
  const tickUnits = parsed.ok && parsed.value > 0n ? parsed.value : 1n;
  const ticks = Math.round(price / Number(formatDecimal(tickUnits, decimals)));
  return formatDecimal(BigInt(ticks >= 1 && Number.isFinite(ticks) ? ticks : 1) * tickUnits, decimals);
}
