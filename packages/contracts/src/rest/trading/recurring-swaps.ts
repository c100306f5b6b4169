import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { amount } from './order.ts';

const user = { access: 'user', tag: 'swap' } as const;
const trader = { access: 'trader', tag: 'swap' } as const;

export const recurringIntervals = ['day', 'week', 'month'] as const;

/** Those that one account may have at a time. */
export const recurringSwapsMax = 20;

/** Skipped so often in a row, one is paused. */
export const recurringSkipsMax = 3;

const terms = { from: coinCode, to: coinCode, every: z.enum(recurringIntervals) };

export const RecurringSwapRun = named(
  'RecurringSwapRun',
  z.object({
    due: moment,
    outcome: z.enum(['done', 'skipped']),
    given: z.nullable(decimalString),
    received: z.nullable(decimalString),
    reason: described(
      z.nullable(z.enum(['balance', 'market', 'account'])),
      'Why it was skipped: too little money; the market took none of it; the account may not trade.',
    ),
  }),
);

export const RecurringSwap = named(
  'RecurringSwap',
  z.object({
    id: uuid(),
    ...terms,
    amount: decimalString,
    status: z.enum(['active', 'paused']),
    starts: moment,
    next: described(z.nullable(moment), 'Null while it is paused.'),
    runs: described(z.array(RecurringSwapRun), 'The last ones, newest first.'),
  }),
);

const params = z.object({ id: uuid({ error: 'not_found' }) });

export const recurringSwapEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'exchange/recurring',
    summary: "List one's own recurring swaps, newest first, each with its last runs",
    response: z.object({ results: z.array(RecurringSwap) }),
  }),
  create: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'exchange/recurring',
    summary: 'Swap the same amount every day, week or month; the first time at once, unless a start is given',
    body: z.strictObject({
      ...terms,
      amount,
      starts: described(z.optional(moment), 'Within a year from now.'),
    }),
    response: RecurringSwap,
    errors: [
      ...([
        'coin_invalid',
        'amount_too_many_decimals',
        'amount_too_small',
        'amount_too_large',
        'not_suitable_pair',
      ] as const),
      ...([
        'exchange_disabled_for_currency',
        'start_out_of_range',
        'recurring_limit_reached',
        'account_frozen',
      ] as const),
    ],
  }),
  change: defineEndpoint({
    ...trader,
    method: 'PATCH',
    path: 'exchange/recurring/:id',
    summary: 'Pause a recurring swap, or go on with it at its next day',
    params,
    body: z.strictObject({ status: z.enum(['active', 'paused']) }),
    response: RecurringSwap,
    errors: ['not_found', 'account_frozen'],
  }),
  end: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'exchange/recurring/:id',
    summary: 'End a recurring swap',
    params,
    duringMaintenance: true,
    response: z.object({}),
    errors: ['not_found'],
  }),
} as const;
