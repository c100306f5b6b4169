import type { Movement, movementTypes } from '@emporion/contracts/rest';
import { parseDecimal, powerOfTen } from '@emporion/kernel';
import { Problem } from '#platform/http/problem.ts';

export type MovementType = (typeof movementTypes)[number];

/** What a list of movements is narrowed down to. Times are in milliseconds since 1970, amounts decimals. */
export interface MovementFilter {
  readonly userId: string;
  readonly coin?: string | undefined;
  readonly type?: MovementType | undefined;
  readonly direction?: Movement['direction'] | undefined;
  readonly status?: Movement['status'] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
  readonly text?: string | undefined;
}

interface WrittenFilter {
  readonly currency?: string | undefined;
  readonly type?: MovementType | undefined;
  readonly direction?: Movement['direction'] | undefined;
  readonly status?: Movement['status'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
  readonly text?: string | undefined;
}

/** The filter as a query of the contract writes it. */
export function movementFilterOf(userId: string, written: WrittenFilter): MovementFilter {
  const { currency, type, direction, status, from, to, amount_from, amount_to, text } = written;
  // Nothing is older than 1970, and the database has no year 0, which the wire has.
  const ms = (time: string | undefined) => (time === undefined ? undefined : Math.max(0, Date.parse(time)));
  return {
    ...{ userId, coin: currency, type, direction, status, text },
    ...{ from: ms(from), to: ms(to), amountFrom: amount_from, amountTo: amount_to },
  };
}

const finest = 18;

/** The fewest and the most units of a coin that the amounts allow: what is finer than the coin is rounded inwards. */
export function unitBounds(
  { amountFrom, amountTo }: Pick<MovementFilter, 'amountFrom' | 'amountTo'>,
  decimals: number,
): { low: bigint | undefined; high: bigint | undefined } {
  const step = powerOfTen(finest - decimals);
  const low = amountFrom === undefined ? undefined : (unitsOf(amountFrom) + step - 1n) / step;
  return { low, high: amountTo === undefined ? undefined : unitsOf(amountTo) / step };
}

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, finest);
  if (!parsed.ok) throw new Problem('amount_not_a_number');
  return parsed.value;
}
