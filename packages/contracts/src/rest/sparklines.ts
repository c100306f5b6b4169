import { z } from 'zod';
import { pairCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';

/** The price 24 hours ago and at the end of each hour since. */
export const sparklineLength = 25;

export const Sparkline = z
  .object({
    code: pairCode,
    closes: z
      .array(decimalString)
      .max(sparklineLength)
      .describe('Oldest first; empty until somebody traded.'),
  })
  .meta({ id: 'Sparkline' });

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
