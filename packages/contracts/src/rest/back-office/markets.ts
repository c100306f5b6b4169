import * as z from 'zod/mini';
import { pairCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { desk, explained } from './fields.ts';

export const marketHaltEndpoints = {
  halt: defineEndpoint({
    ...desk,
    access: 'markets.halt',
    method: 'POST',
    path: 'admin/markets/:pair/halt',
    summary: 'Halt a market at once; to open it again takes two people',
    params: z.object({ pair: pairCode }),
    body: z.strictObject(explained),
    response: z.object({ pair: pairCode, state: z.literal('halted') }),
    errors: ['invalid_trading_pair', ...confirmationErrors],
  }),
} as const;
