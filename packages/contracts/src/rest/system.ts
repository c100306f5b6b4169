import { z } from 'zod';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';

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
      epoch_ms: z
        .int()
        .min(0)
        .describe('The same moment in milliseconds since 1970.')
        .meta({ example: 1714564800000 }),
    }),
  }),
  status: defineEndpoint({
    method: 'GET',
    path: 'status',
    access: 'public',
    tag,
    summary: 'Read what runs here and whether it is under maintenance',
    response: z.object({
      name: z.string().meta({ example: 'Emporion' }),
      version: z.string().meta({ example: '0.1.0' }),
      demo: z.boolean().describe('True when the coins here are worth nothing.'),
      maintenance: z.boolean().describe('True while calls that change something are refused.'),
    }),
  }),
} as const;
