import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { errorCodes } from '#errors/catalogue.ts';

/** The body of every answer that is not 2xx, but for an expired token. */
export const ErrorBody = named(
  'Error',
  z.object({
    code: described(z.enum(errorCodes), 'A code of the error catalogue.', { example: 'order_not_found' }),
    detail: described(z.string(), "What happened, in the language of the request's Accept-Language header."),
    fields: described(
      z.optional(z.record(z.string(), z.string())),
      'For a refused request: the path of each refused field and what is wrong with it.',
    ),
  }),
);

export type ErrorBody = z.infer<typeof ErrorBody>;

/** An access token that is expired or not ours: HTTP 401, and the client refreshes and retries once. */
export const TokenNotValidBody = named(
  'TokenNotValid',
  z.object({ code: z.object({ code: z.literal('token_not_valid') }), detail: z.string() }),
);

export type TokenNotValidBody = z.infer<typeof TokenNotValidBody>;

export function tokenNotValidBody(detail: string): TokenNotValidBody {
  return { code: { code: 'token_not_valid' }, detail };
}

/**
 * The specification fixes what a market order's refusal says, whatever the language: clients look at the detail and
 * only log it. The first is the whole detail, the second is how it begins.
 */
export const marketOrderDetails = {
  order_no_funds: 'NotEnoughFunds',
  order_cost_limit: 'Order cost limit',
} as const;
