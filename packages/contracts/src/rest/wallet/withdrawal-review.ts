import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { cursorQuery, next, transactionId } from './fields.ts';
import { Withdrawal, withdrawalStages } from './withdrawals.ts';

/** Why a person has to look at a withdrawal before it is sent. */
export const holdReasons = ['amount', 'new_device', 'reset', 'velocity', 'signed_before'] as const;

export const ReviewedWithdrawal = named(
  'ReviewedWithdrawal',
  z.extend(Withdrawal, {
    user: z.object({ id: z.uuid(), username: z.string() }),
    hold_reasons: described(z.array(z.enum(holdReasons)), 'Empty: it was never held.'),
    held_since: z.nullable(moment),
    value: described(z.nullable(decimalString), 'In USDT, when it was asked for.'),
    decision: described(
      z.nullable(z.object({ approved: z.boolean(), by: z.uuid(), reason: z.string(), time: moment })),
      'Null: nobody has decided.',
    ),
    called_off: described(
      z.boolean(),
      'Called off after it was signed: its money is back when a payment of ours in its place is final, and it is paid if the network was quicker.',
    ),
  }),
);
export type ReviewedWithdrawal = z.infer<typeof ReviewedWithdrawal>;

const decision = {
  ...desk,
  access: 'withdrawals.decide',
  method: 'POST',
  params: transactionId,
  body: z.strictObject(explained),
  response: ReviewedWithdrawal,
  errors: ['transaction_not_found', 'withdrawal_not_held', 'own_withdrawal', ...confirmationErrors],
} as const;

export const withdrawalReviewEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/withdrawals',
    summary: 'List withdrawals of a stage, those that wait longest first',
    query: z.extend(cursorQuery(), {
      status: described(
        z.prefault(z.enum(withdrawalStages), 'held'),
        'The stage. held, when it is left out.',
      ),
    }),
    response: z.object({ results: z.array(ReviewedWithdrawal), next }),
  }),
  approve: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/approve',
    summary:
      "Let a held withdrawal go; never one's own, nor one whose owner's payouts are frozen or go to saved addresses only, of which its address is none",
    errors: [...decision.errors, 'payouts_frozen', 'wrong_address', 'address_not_saved'],
  }),
  reject: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/reject',
    summary: "Reject a held withdrawal, whose money goes back; never one's own",
  }),
  callOff: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/call-off',
    summary:
      "Call off a withdrawal that the network has not mined: at once while nothing is signed, otherwise with all that its transaction pays; never with one's own",
    errors: [
      'transaction_not_found',
      'withdrawal_already_sent',
      'withdrawal_already_cancelled',
      'own_withdrawal',
      ...confirmationErrors,
    ],
  }),
  paid: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/paid',
    summary:
      "Say which transaction of ours has paid a withdrawal that we did not know to be paid, and all others that it pays; never one's own",
    body: z.extend(decision.body, {
      hash: described(
        z.string().check(z.trim(), required, z.maxLength(100)),
        'The transaction on the network. It must be final, sent from addresses of ours, and pay that address that amount.',
      ),
    }),
    errors: [
      'transaction_not_found',
      'payment_not_found',
      'payment_not_final',
      'payment_not_ours',
      'duplicate_transaction',
      'withdrawal_already_sent',
      'withdrawal_already_cancelled',
      'own_withdrawal',
      'node_sync_error',
      'network_invalid',
      ...confirmationErrors,
    ],
  }),
} as const;
