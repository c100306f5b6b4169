/** A decimal number in its parts. `integer` has no leading zeros; `fraction` keeps every digit it came with. */
export interface DecimalParts {
  negative: boolean;
  integer: string;
  fraction: string;
}

const decimalShape = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Reads a decimal string exactly, or answers `undefined` for anything else. No floating point is involved. */
export function parseDecimal(text: string): DecimalParts | undefined {
  const found = decimalShape.exec(text.trim());
  if (found === null) return undefined;
  const [, sign, integer = '', fraction = ''] = found;
  return { negative: sign === '-', integer: integer.replace(/^0+(?=\d)/, ''), fraction };
}

/** A whole count of smallest units as a decimal: 150000000 satoshi at scale 8 are 1.50000000. */
export function fromUnits(units: bigint, scale: number): DecimalParts {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return { negative: units < 0n, integer: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Cut after so many digits: rounded toward zero, and zero has no sign. */
export function cutDecimals({ negative, integer, fraction }: DecimalParts, decimals: number): DecimalParts {
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const isZero = /^0*$/.test(integer + kept);
  return { negative: negative && !isZero, integer, fraction: kept };
}
