import { z } from 'zod';
import { errorCodes } from '#errors/catalogue.ts';

/** The body of every answer that is not 2xx, but for an expired token. */
export const ErrorBody = z
  .object({
    code: z.enum(errorCodes).describe('A code of the error catalogue.').meta({ example: 'order_not_found' }),
    detail: z.string().describe("What happened, in the language of the request's Accept-Language header."),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('For a refused request: the path of each refused field and what is wrong with it.'),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof ErrorBody>;

/** An access token that is expired or not ours: HTTP 401, and the client refreshes and retries once. */
export const TokenNotValidBody = z
  .object({ code: z.object({ code: z.literal('token_not_valid') }), detail: z.string() })
  .meta({ id: 'TokenNotValid' });

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
