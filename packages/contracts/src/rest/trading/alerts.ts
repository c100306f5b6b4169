import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment, pairCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { amount } from './order.ts';

export const alertMetrics = ['price', 'volume'] as const;
export const alertDirections = ['above', 'below'] as const;

/** Those that one account may have waiting at a time. */
export const alertsMax = 50;

const user = { access: 'user', tag: 'alerts' } as const;

const terms = {
  pair: pairCode,
  metric: described(z.enum(alertMetrics), 'volume: traded within 24 hours, in the quote coin.'),
  direction: z.enum(alertDirections),
};

export const NewAlert = z.strictObject({ ...terms, value: amount });
export type NewAlert = z.infer<typeof NewAlert>;

export const Alert = named(
  'Alert',
  z.object({
    id: z.string().check(z.maxLength(64)),
    ...terms,
    value: decimalString,
    created: moment,
    fired: described(z.nullable(moment), 'Null: it waits.'),
    fired_value: described(z.nullable(decimalString), 'What was reached.'),
  }),
);
export type Alert = z.infer<typeof Alert>;

export const alertEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'alerts',
    summary: "List one's own alerts: those that wait, and the last that fired, each newest first",
    response: z.object({ active: z.array(Alert), fired: z.array(Alert) }),
  }),
  create: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'alerts',
    summary: 'Set an alert, which fires once; setting the same again answers the first',
    body: NewAlert,
    response: Alert,
    errors: [
      'invalid_trading_pair',
      'amount_too_small',
      'amount_too_large',
      'amount_too_many_decimals',
      'price_off_tick',
      'alert_already_true',
      'alert_limit_reached',
    ],
  }),
  remove: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'alerts/:id',
    summary: 'Remove an alert, waiting or fired',
    params: z.object({ id: z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'not_found' })) }),
    response: z.object({}),
    errors: ['not_found'],
  }),
} as const;
