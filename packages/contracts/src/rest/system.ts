import * as z from 'zod/mini';
import { described, withExample } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { count } from '#rest/numbers.ts';

const tag = 'system';

export const systemEndpoints = {
  time: defineEndpoint({
    method: 'GET',
    path: 'time',
    access: 'public',
    tag,
    summary: "Read the server's clock",
    response: z.object({
      now: moment,
      epoch_ms: described(count, 'The same moment in milliseconds since 1970.', {
        example: 1714564800000,
      }),
    }),
  }),
  status: defineEndpoint({
    method: 'GET',
    path: 'status',
    access: 'public',
    tag,
    summary: 'Read what runs here and whether it is under maintenance',
    response: z.object({
      name: withExample(z.string(), 'My exchange'),
      version: withExample(z.string(), '0.2.0'),
      demo: described(z.boolean(), 'True when the coins here are worth nothing.'),
      maintenance: described(z.boolean(), 'True while calls that change something are refused.'),
      announced: described(
        z.nullable(z.string()),
        'Changes with the bars that the exchange shows above its pages. Null: there is none.',
      ),
      markets: described(
        z.nullable(z.string()),
        'Changes with the coins and pairs: read `coins/`, `limits/` and `pairs/` again. Null: not known here.',
      ),
    }),
  }),
} as const;
