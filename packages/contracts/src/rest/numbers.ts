import * as z from 'zod/mini';

/** A whole number of things or seconds. */
export const count = z.int().check(z.minimum(0));

/** A whole number in an address, where everything is written as text. */
export function queryInteger({ min, max }: { readonly min: number; readonly max?: number }) {
  const integer = z.coerce.number<string | number>().check(z.int(), z.minimum(min));
  return max === undefined ? integer : integer.check(z.maximum(max));
}
