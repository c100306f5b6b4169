import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained, keysetQuery } from '#rest/back-office/fields.ts';
import { addressVerdicts } from '#rest/back-office/listed-addresses.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { oneLine } from '#rest/text.ts';
import { next, transactionId } from './fields.ts';
import { transactionStatuses } from './transactions.ts';
import { Withdrawal, withdrawalStages } from './withdrawals.ts';

/** Why a person has to look at a withdrawal before it is sent. `staff`: somebody of the staff put it on hold. */
export const holdReasons = [
  'amount',
  'unknown_value',
  'new_device',
  'velocity',
  'account_switched_off',
  'signed_before',
  'staff',
] as const;

const person = z.object({ id: uuid(), username: z.string() });

export const ReviewedWithdrawal = named(
  'ReviewedWithdrawal',
  z.extend(z.omit(Withdrawal, { confirmation: true }), {
    user: person,
    hold_reasons: described(z.array(z.enum(holdReasons)), 'Empty: it was never held.'),
    held_since: z.nullable(moment),
    value: described(z.nullable(decimalString), 'In USDT, when it was asked for.'),
    second_person: described(
      z.boolean(),
      'To approve it takes two people: a proposal of the kind `large_payout`.',
    ),
    stuck: described(
      z.boolean(),
      'Its transaction waits for longer than the network allows, or for a person.',
    ),
    decision: described(
      z.nullable(z.object({ approved: z.boolean(), by: uuid(), reason: z.string(), time: moment })),
      'Null: nobody has decided.',
    ),
    called_off: described(
      z.boolean(),
      'Called off after it was signed: its money is back when a payment of ours in its place is final, and it is paid if the network was quicker.',
    ),
  }),
);
export type ReviewedWithdrawal = z.infer<typeof ReviewedWithdrawal>;

/** What speaks against a withdrawal: what it was held for, and what whoever decides should know besides. */
export const withdrawalRisks = [
  ...holdReasons,
  'new_address',
  'shared_address',
  'shared_card',
  'new_account',
  'payouts_frozen',
  'frozen_by_owner',
  'switched_off',
  'flagged',
  'labelled',
] as const;

export const reviewActions = [
  'approve',
  'reject',
  'hold',
  'release',
  'call_off',
  'bump',
  'send_again',
  'paid',
  'bank_start',
  'bank_sent',
  'bank_booked',
  'bank_returned',
] as const;

const uses = {
  uses: described(count, 'Withdrawals to it that were not called off or refused.'),
  first: described(z.nullable(moment), 'When it was first asked for.'),
  last: z.nullable(moment),
};

export const WithdrawalReview = named(
  'WithdrawalReview',
  z.extend(ReviewedWithdrawal, {
    risks: z.array(
      z.object({
        kind: z.enum(withdrawalRisks),
        actual: described(z.nullable(z.string()), 'What it is. Null: nothing to count.'),
        limit: described(z.nullable(z.string()), 'What it should not be above.'),
      }),
    ),
    owner: z.object({
      status: z.string(),
      registered: moment,
      payouts_frozen_until: z.nullable(moment),
      freeze: described(
        z.nullable(z.object({ by: z.string(), reason: z.nullable(z.string()) })),
        'Who of the staff froze payouts, and why. Null: nobody did.',
      ),
      frozen_by_owner: z.boolean(),
      withdrawal_enabled: z.boolean(),
      flagged: z.boolean(),
      labels: z.array(z.string()),
      notes: described(count, 'Of staff, on the card of the owner.'),
      level: described(count, 'Which says how much leaves in a day.'),
      day_max: described(decimalString, 'In USDT within 24 hours.'),
      day_used: decimalString,
    }),
    origin: described(
      z.nullable(z.object({ address: z.string(), device: z.string(), new_device: z.boolean() })),
      'Where it was asked for. Null: the caller may not see who people are.',
    ),
    velocity: described(
      z.array(z.object({ hours: count, requests: count, value: decimalString })),
      'What the owner asked for within the last hours, whatever came of it; its value in USDT as far as it is known.',
    ),
    address_history: z.object({
      ...uses,
      own_uses: described(count, 'Of these by its owner, before this one.'),
      saved: described(z.nullable(moment), 'Since when it is in the owner’s address book.'),
      listed: described(
        z.nullable(z.object({ verdict: z.enum(addressVerdicts), reason: z.string() })),
        'What staff decided on it. Null: nothing.',
      ),
      others: described(
        z.array(z.extend(z.object(uses), { user: person })),
        'Others who withdrew to it, up to 20.',
      ),
    }),
    timeline: z.array(z.object({ stage: z.string(), time: moment })),
    transactions: described(
      z.array(
        z.object({
          id: uuid(),
          status: z.string(),
          hash: z.nullable(z.string()),
          waits_for: z.nullable(z.string()),
          calls_off: described(z.boolean(), 'Pays nobody, and takes the place of the others.'),
          created: moment,
          block_height: z.nullable(count),
        }),
      ),
      'Those that pay it, the newest first; the network takes one of them.',
    ),
    proposal: described(z.nullable(uuid()), 'To let it go, which waits for a second person.'),
    actions: described(z.array(z.enum(reviewActions)), 'What the caller can do with it now.'),
  }),
);
export type WithdrawalReview = z.infer<typeof WithdrawalReview>;

const waiting = z.object({
  count,
  oldest: described(z.nullable(moment), 'Since when the oldest of them waits.'),
});

const decision = {
  ...desk,
  access: 'withdrawals.decide',
  method: 'POST',
  params: transactionId,
  body: z.strictObject(explained),
  response: ReviewedWithdrawal,
  errors: ['transaction_not_found', 'withdrawal_not_held', 'own_withdrawal', ...confirmationErrors],
} as const;

/** What of the owner keeps staff from letting it go. */
const ownerErrors = ['owner_payouts_frozen', 'owner_unproved'] as const;

/** What keeps a held withdrawal from being let go, whether one person approves it or two. */
export const letGoErrors = [
  ...ownerErrors,
  'wrong_address',
  'card_hold',
  'address_not_saved',
  'address_denied',
] as const;
const approvalErrors = ['second_person_required', ...letGoErrors] as const;
const stuckErrors = [
  'transaction_not_found',
  'own_withdrawal',
  'payout_not_waiting',
  ...confirmationErrors,
] as const;

/** So many withdrawals are decided on together. */
export const bulkDecisionsMax = 100;

const filter = {
  status: z.optional(z.enum(transactionStatuses)),
  stage: described(z.optional(z.enum(withdrawalStages)), 'The step that it is at.'),
  currency: z.optional(coinCode),
  network: z.optional(networkCode),
  user: described(
    z.optional(z.string().check(z.trim(), z.maxLength(64))),
    'The id or the name of its owner.',
  ),
  text: described(
    z.optional(z.string().check(z.trim(), z.maxLength(150))),
    'An id, an address or the hash of a transaction, whole.',
  ),
  from: described(z.optional(moment), 'Inclusive.'),
  to: described(z.optional(moment), 'Exclusive.'),
  stuck: described(z.optional(z.enum(['true'])), 'Only those whose transaction is stuck.'),
  order: described(
    z.prefault(z.enum(['newest', 'oldest', 'queue']), 'newest'),
    'queue: only what somebody has still to do with, held ones first, the oldest of each first.',
  ),
};

export const withdrawalReviewEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/withdrawals',
    summary: 'List withdrawals of all coins, newest first',
    query: z.extend(keysetQuery(), filter),
    response: z.object({ results: z.array(ReviewedWithdrawal), next }),
  }),
  export: defineEndpoint({
    ...desk,
    access: 'movements.export',
    method: 'POST',
    path: 'admin/withdrawals/export',
    summary: 'Download withdrawals as text/csv; the download is in the audit log with its reason',
    query: z.strictObject(filter),
    body: z.strictObject(explained),
    response: z.string(),
    errors: ['export_running', 'export_too_large', 'service_unavailable', ...confirmationErrors],
  }),
  queue: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/withdrawals/queue',
    summary: 'Read how many withdrawals wait for what, and since when the oldest does',
    response: z.object({
      held: described(waiting, 'For a person.'),
      queued: described(waiting, 'For their turn, for funds or for the signer.'),
      sent: described(waiting, 'For the network.'),
      bank: described(waiting, 'Of the queued ones: bank transfers, which a person sends.'),
      stuck: described(waiting, 'Of all these: longer than the network allows, or for a person.'),
    }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/withdrawals/:id',
    summary: 'Read one withdrawal with what speaks against it, the history of its address and its timeline',
    params: transactionId,
    response: WithdrawalReview,
    errors: ['transaction_not_found'],
  }),
  decide: defineEndpoint({
    ...desk,
    access: 'withdrawals.decide',
    method: 'POST',
    path: 'admin/withdrawals/decide',
    summary: `Decide on up to ${bulkDecisionsMax} withdrawals together, each with a result of its own`,
    body: z.strictObject({
      ids: z.array(uuid()).check(z.minLength(1), z.maxLength(bulkDecisionsMax)),
      decision: z.enum(['approve', 'reject', 'hold', 'release']),
      ...explained,
    }),
    response: z.object({
      results: z.array(
        z.object({
          id: uuid(),
          stage: described(z.nullable(z.enum(withdrawalStages)), 'Where it stands now. Null: refused.'),
          code: described(z.nullable(z.string()), 'Why it was refused, as a code of the catalogue.'),
        }),
      ),
    }),
    errors: [...confirmationErrors],
  }),
  approve: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/approve',
    summary:
      "Let a held withdrawal go; never one's own, nor a large one alone, nor one whose owner's payouts are frozen or go to saved addresses only, of which its address is none",
    errors: [...decision.errors, ...approvalErrors],
  }),
  reject: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/reject',
    summary: "Reject a held withdrawal, whose money goes back; never one's own",
  }),
  hold: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/hold',
    summary: 'Put a withdrawal on hold that waits in the queue and that the signer was not asked for',
    errors: ['transaction_not_found', 'withdrawal_not_queued', 'own_withdrawal', ...confirmationErrors],
  }),
  release: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/release',
    summary: 'Put a withdrawal back into the queue that staff had put on hold',
    errors: [...decision.errors, ...ownerErrors, 'address_not_saved', 'address_denied'],
  }),
  bump: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/bump',
    summary:
      'Have the transaction that holds a withdrawal up replaced by one with a higher fee now, instead of when its network allows',
    errors: stuckErrors,
  }),
  sendAgain: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/send-again',
    summary: 'Send the signed transaction of a withdrawal to the network once more, byte for byte',
    errors: [...stuckErrors, 'node_sync_error', 'transaction_failed'],
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
  bankStart: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/bank-start',
    summary:
      "Take a queued bank transfer in hand, before it is entered at the bank: its owner can no longer cancel it; never one's own",
    errors: [
      'transaction_not_found',
      'withdrawal_not_queued',
      'payouts_resting',
      'withdrawals_disabled',
      'own_withdrawal',
      ...ownerErrors,
      'address_not_saved',
      'address_denied',
      ...confirmationErrors,
    ],
  }),
  bankSent: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/bank-sent',
    summary:
      'Say that a bank has taken a transfer, and its own number of the payment, which pays one withdrawal',
    body: z.extend(decision.body, {
      bank_transaction: described(
        z.string().check(z.trim(), required, z.maxLength(80), oneLine),
        'The number that the bank gave it.',
      ),
    }),
    errors: [...stuckErrors, 'duplicate_transaction'],
  }),
  bankBooked: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/bank-booked',
    summary: 'Say that a transfer is on the statement of the bank: it is completed',
    errors: stuckErrors,
  }),
  bankReturned: defineEndpoint({
    ...decision,
    path: 'admin/withdrawals/:id/bank-returned',
    summary: 'Say that the bank has sent a transfer back: amount and fee are the owner’s again',
    errors: stuckErrors,
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
