import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { pairCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';

/** The price 24 hours ago and at the end of each hour since. */
export const sparklineLength = 25;

export const Sparkline = named(
  'Sparkline',
  z.object({
    code: pairCode,
    closes: described(
      z.array(decimalString).check(z.maxLength(sparklineLength)),
      'Oldest first; empty until somebody traded.',
    ),
  }),
);

export type Sparkline = z.infer<typeof Sparkline>;

export const sparklineEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    access: 'public',
    tag: 'markets',
    path: 'sparklines',
    summary: 'List what each pair cost hour by hour within the last 24 hours',
    response: z.object({ pairs: z.array(Sparkline) }),
  }),
} as const;
