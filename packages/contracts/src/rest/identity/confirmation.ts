import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { amount } from '#rest/trading/order.ts';
import { oneTimeCode, secretToken } from './fields.ts';
import { CodeSent, factorMethods, passkeyAnswer, passkeyOptions } from './login.ts';

/** What asks for a fresh code. A code counts for the action it was asked for, once. */
export const confirmedActions = [
  'withdrawal',
  'transfer',
  'p2p_code',
  'p2p_code_show',
  'card_sale',
  'password',
  'email',
  'phone',
  'api_keys',
  'factors',
  'passkeys',
  'security',
  'close_account',
  'back_office',
] as const;
export type ConfirmedAction = (typeof confirmedActions)[number];

/** Sent within the body of every call that asks for a fresh code. Without it the call answers `two_factor_required`. */
export const Confirmation = named(
  'Confirmation',
  z.discriminatedUnion('method', [
    z.strictObject({ method: z.enum(['totp', 'sms', 'email', 'backup']), code: oneTimeCode }),
    z.strictObject({ method: z.literal('passkey'), challenge: secretToken, answer: passkeyAnswer }),
  ]),
);
export type Confirmation = z.infer<typeof Confirmation>;

export const confirmation = z.optional(Confirmation);
/** The body of a call that asks for nothing but a fresh code. */
export const confirmed = z.object({ confirmation });
export const confirmationErrors = [
  'two_factor_required',
  'two_factor_invalid',
  'two_factor_expired',
  'two_factor_used',
  'two_factor_attempts_exceeded',
  // Too many calls of one account wait for each other.
  'too_many_requests',
] as const;

/** What a transfer, a P2P code or a sale to a card moves, in the words in which it will be asked for. */
export const ConfirmedMoney = named(
  'ConfirmedMoney',
  described(
    z.strictObject({
      currency: coinCode,
      amount,
      to: described(
        z.optional(z.string().check(z.trim(), z.maxLength(254))),
        'Of a transfer: its recipient. Of a sale to a card: its `to`.',
      ),
    }),
    'Required for the actions transfer, p2p_code and card_sale, and for them alone: the mail says it, and the code confirms nothing else.',
  ),
);
export type ConfirmedMoney = z.infer<typeof ConfirmedMoney>;

const tag = 'confirmation';
const action = z.enum(confirmedActions);

export const confirmationEndpoints = {
  methods: defineEndpoint({
    method: 'GET',
    path: 'security/confirmation',
    access: 'user',
    tag,
    summary: 'List by what this account confirms a sensitive action',
    response: z.object({
      methods: z.array(z.enum(factorMethods)).check(z.minLength(1)),
      targets: z.object({ sms: z.optional(z.string()), email: z.optional(z.string()) }),
    }),
  }),
  sendCode: defineEndpoint({
    method: 'POST',
    path: 'security/confirmation/send-code',
    duringMaintenance: true,
    access: 'user',
    tag,
    summary: 'Have the code for an action sent',
    body: z.object({ action, method: z.enum(['sms', 'email']), about: z.optional(ConfirmedMoney) }),
    response: CodeSent,
    errors: [
      'value_not_allowed',
      'already_sent',
      'too_many_verification_attempts',
      'email_service_error',
      'sms_service_error',
      'account_not_found',
      'same_account_transfer',
      'too_many_withdrawal_attempts',
      'card_not_found',
      'card_expired',
    ],
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: 'security/confirmation/passkey',
    duringMaintenance: true,
    access: 'user',
    tag,
    summary: 'Begin to confirm an action with a passkey',
    body: z.object({ action }),
    response: z.object({ challenge: secretToken, options: passkeyOptions }),
    errors: ['value_not_allowed'],
  }),
} as const;
