import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';

/** Nothing is finer than this. */
const finest = 18;

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, finest);
  invariant(parsed.ok, `no decimal: ${text}`);
  return parsed.value;
}

/** What a movement changes of the balance: the fee is taken from what comes in, and comes on top of what goes out. */
export function changeOf({
  direction,
  amount,
  fee,
}: {
  readonly direction: 'in' | 'out';
  readonly amount: string;
  readonly fee: string;
}): string {
  const [units, paid] = [unitsOf(amount), unitsOf(fee)];
  return formatDecimal(direction === 'in' ? units - paid : -units - paid, finest);
}
