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

export const Transfer = named(
  'Transfer',
  z.object({
    id: uuid(),
    date: moment,
    direction: z.enum(['sent', 'received']),
    counterparty: described(z.string(), 'The name of the other user.'),
    currency: coinCode,
    amount: described(decimalString, 'What the recipient gets.'),
    fee: described(decimalString, 'Paid by the sender, on top.'),
    client_id: described(z.nullable(clientId), "The sender's. Null for the recipient."),
  }),
);
export type Transfer = z.infer<typeof Transfer>;

const recipient = described(
  z.string().check(z.trim(), required, z.maxLength(254)),
  'The e-mail address, the name or the id of a user.',
  { example: 'sara@example.org' },
);

export const transferEndpoints = {
  recipient: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/transfer-recipient',
    summary: 'Check who would get a transfer, before it is sent',
    body: z.strictObject({ to: recipient }),
    response: z.object({
      name: described(z.string(), 'The name, mostly hidden: enough to recognise somebody one knows.', {
        example: 'S••• U•••',
      }),
    }),
    errors: ['account_not_found', 'same_account_transfer', 'too_many_withdrawal_attempts'],
  }),
  send: defineEndpoint({
    ...user,
    access: 'trader',
    method: 'POST',
    path: 'wallet/transfers',
    summary: 'Send coins to another user, at once and without a network',
    body: z.strictObject({
      to: recipient,
      currency: coinCode,
      amount,
      client_id: clientId,
      confirmation,
    }),
    response: Transfer,
    errors: [
      'coin_invalid',
      'account_not_found',
      'same_account_transfer',
      'withdrawal_disabled',
      'withdrawals_disabled',
      'address_not_saved',
      ...cannotPay,
      ...confirmationErrors,
    ],
  }),
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/transfers',
    summary: "List one's own transfers, sent and received, newest first",
    query: z.extend(cursorQuery(), { currency: z.optional(coinCode) }),
    response: z.object({ results: z.array(Transfer), next }),
    errors: ['coin_invalid'],
  }),
} as const;
