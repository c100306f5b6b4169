import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmation, confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { amount } from '#rest/trading/order.ts';
import { clientId, cursorQuery, next, user } from './fields.ts';
import { cannotPay } from './withdrawals.ts';

export const p2pCodeStatuses = ['active', 'redeemed', 'cancelled', 'expired'] as const;

/** Coins that whoever has the code can take. */
export const P2pCode = named(
  'P2pCode',
  z.object({
    id: uuid(),
    created: moment,
    expires: described(moment, 'The coins go back to the maker then.'),
    ended: described(z.nullable(moment), 'When it was redeemed or cancelled, or expired.'),
    currency: coinCode,
    amount: decimalString,
    status: z.enum(p2pCodeStatuses),
    direction: described(z.enum(['made', 'redeemed']), 'What the user who asks had to do with it.'),
    code: described(
      z.nullable(z.string()),
      'The code itself: to its maker, when it is made and when it is shown again, while it can be redeemed. Null in lists.',
      { example: '7K2M-9QXT-4HVB-W3RN-C6DP-1GC0-BGBP-8R9V' },
    ),
    ending: described(z.nullable(z.string()), 'How the code ends, for its maker to recognise it by.', {
      example: '8R9V',
    }),
    client_id: described(z.nullable(clientId), "The maker's. Null for others."),
  }),
);
export type P2pCode = z.infer<typeof P2pCode>;

/** An id that is no UUID names no code. */
const codeId = z.object({ id: uuid({ error: 'not_found' }) });

export const p2pCodeEndpoints = {
  create: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/codes',
    summary: 'Put coins into a code that another user can redeem',
    body: z.strictObject({ currency: coinCode, amount, client_id: clientId, confirmation }),
    response: P2pCode,
    errors: [
      'coin_invalid',
      'withdrawal_disabled',
      'withdrawals_disabled',
      'address_not_saved',
      ...cannotPay,
      ...confirmationErrors,
    ],
  }),
  redeem: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/codes/redeem',
    summary: 'Redeem a code; redeeming it again answers the same and credits nothing',
    body: z.strictObject({
      code: z.string().check(z.trim(), required, z.maxLength(64, { error: 'invalid_code' })),
    }),
    response: P2pCode,
    errors: [
      'invalid_code',
      'code_already_redeemed',
      'code_expired',
      'account_frozen',
      'account_disabled',
      'deposit_disabled',
      'too_many_verification_attempts',
    ],
  }),
  show: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/codes/:id/show',
    summary: "Show one's own code again while it can be redeemed",
    params: codeId,
    body: z.strictObject({ confirmation }),
    response: P2pCode,
    errors: ['not_found', 'invalid_code', 'code_already_redeemed', 'code_expired', ...confirmationErrors],
  }),
  cancel: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/codes/:id/cancel',
    duringMaintenance: true,
    summary: "Cancel one's own code, whose coins come back; cancelling it again changes nothing",
    params: codeId,
    response: P2pCode,
    errors: ['not_found', 'invalid_code', 'code_already_redeemed', 'code_expired'],
  }),
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/codes',
    summary: 'List the codes that one has made and redeemed, newest first',
    query: z.extend(cursorQuery(), { status: z.optional(z.enum(p2pCodeStatuses)) }),
    response: z.object({ results: z.array(P2pCode), next }),
  }),
} as const;
