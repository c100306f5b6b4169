import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained, keysetQuery } from '#rest/back-office/fields.ts';
import { coinCode, moment, networkCode, webAddress } from '#rest/codes.ts';
import { chainDecimalString, chainUnitsString, decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { unreadable } from '#rest/unreadable.ts';
import { next, transactionId } from './fields.ts';
import { depositReasons, transactionStatuses, unlistedCurrency } from './transactions.ts';

export const depositStages = ['pending', 'confirming', 'held', 'crediting', 'completed', 'failed'] as const;

/** Blocks that one call goes through again. */
export const rescanBlocksMax = 1_000;

export const ReviewedDeposit = named(
  'ReviewedDeposit',
  z.object({
    id: uuid(),
    date: described(moment, 'When it was first seen.'),
    updated: moment,
    network: networkCode,
    currency: described(z.nullable(coinCode), 'Null: a token that is not listed.'),
    contract: described(z.nullable(z.string()), 'Of a token. Null: the coin of the network itself.'),
    amount: described(
      z.nullable(chainDecimalString),
      'What arrived, rounded down to what the ledger counts. Null: the decimals of the token are unknown.',
    ),
    chain_amount: described(chainUnitsString, 'The same in the smallest units of the network, exact.'),
    fee: z.nullable(decimalString),
    user: described(
      z.nullable(z.object({ id: uuid(), username: z.string() })),
      'Whose address it came to. Null: nobody’s.',
    ),
    address: z.string(),
    memo: z.nullable(z.string()),
    hash: z.string(),
    output_index: count,
    status: described(z.enum(transactionStatuses), 'The short of it, as its owner is told.'),
    stage: z.enum(depositStages),
    reason: described(z.nullable(z.enum(depositReasons)), 'Why it is held.'),
    confirmations: count,
    confirmations_required: count,
    block_height: described(z.nullable(count), 'Null: in no block, or no longer.'),
    decision: described(
      z.nullable(
        z.object({ action: z.enum(['credit', 'take']), by: uuid(), reason: z.string(), time: moment }),
      ),
      'Null: nobody has decided.',
    ),
    unreadable,
  }),
);
export type ReviewedDeposit = z.infer<typeof ReviewedDeposit>;

export const DepositReview = named(
  'DepositReview',
  z.extend(ReviewedDeposit, {
    value: described(z.nullable(chainDecimalString), 'In USDT, now. Null: unknown.'),
    second_person: described(
      z.boolean(),
      'To credit it takes two people: a proposal of the kind `deposit_credit`.',
    ),
    proposal: described(z.nullable(uuid()), 'To credit it, which waits for a second person.'),
    explorer: z.nullable(webAddress),
    timeline: z.array(z.object({ stage: z.string(), time: moment })),
    actions: described(z.array(z.enum(['credit', 'take'])), 'What the caller can do with it now.'),
  }),
);
export type DepositReview = z.infer<typeof DepositReview>;

const decision = {
  ...desk,
  access: 'deposits.decide',
  method: 'POST',
  params: transactionId,
  response: ReviewedDeposit,
} as const;

/** Why nobody can decide on a deposit now. */
const undecidable = [
  'transaction_not_found',
  'deposit_not_held',
  'deposit_not_final',
  'deposit_has_owner',
  'token_not_listed',
  'amount_too_small',
  'amount_too_large',
] as const;

const looked = {
  ...desk,
  access: 'deposits.decide',
  method: 'POST',
  response: z.object({ found: described(count, 'Outputs to our addresses, those known before included.') }),
  errors: ['network_invalid', 'node_sync_error', 'blockchain_error', ...confirmationErrors],
} as const;

const filter = {
  status: z.optional(z.enum(transactionStatuses)),
  stage: described(z.optional(z.enum(depositStages)), 'The step that it is at.'),
  reason: described(z.optional(z.enum(depositReasons)), 'Why it is held.'),
  network: z.optional(networkCode),
  currency: described(
    z.optional(coinCode),
    `${unlistedCurrency}: tokens that are not listed, which are otherwise left out unless \`reason\` or \`text\` asks for them.`,
  ),
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
  order: z.prefault(z.enum(['newest', 'oldest']), 'newest'),
};

export const depositReviewEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/deposits',
    summary: 'List deposits of all coins, newest first',
    query: z.extend(keysetQuery(), filter),
    response: z.object({ results: z.array(ReviewedDeposit), next }),
  }),
  export: defineEndpoint({
    ...desk,
    access: 'movements.export',
    method: 'POST',
    path: 'admin/deposits/export',
    summary: 'Download deposits as text/csv; the download is in the audit log with its reason',
    query: z.strictObject(filter),
    body: z.strictObject(explained),
    response: z.string(),
    errors: ['export_running', 'export_too_large', 'service_unavailable', ...confirmationErrors],
  }),
  read: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/deposits/:id',
    summary: 'Read one deposit with its value, its timeline and what can be done with it',
    params: transactionId,
    response: DepositReview,
    errors: ['transaction_not_found'],
  }),
  credit: defineEndpoint({
    ...decision,
    path: 'admin/deposits/:id/credit',
    summary:
      "Credit a held deposit to its owner; never to one's own account, nor alone when it has no owner or is worth much",
    body: z.strictObject(explained),
    errors: [
      ...undecidable,
      'second_person_required',
      'own_account',
      'account_not_found',
      'account_disabled',
      ...confirmationErrors,
    ],
  }),
  take: defineEndpoint({
    ...decision,
    path: 'admin/deposits/:id/take',
    summary:
      'Book a held deposit without an owner as money that the house brought in, such as for network fees',
    body: z.strictObject(explained),
    errors: [...undecidable, ...confirmationErrors],
  }),
  lookAgain: defineEndpoint({
    ...looked,
    path: 'admin/deposits/look-for',
    summary: 'Look for one transaction on a network, and write down what it gives to our addresses',
    body: z.strictObject({
      network: networkCode,
      hash: z
        .string()
        .check(z.trim(), required, z.maxLength(100), z.regex(/^[0-9A-Za-z]+$/, { error: 'value_invalid' })),
      ...explained,
    }),
  }),
  rescan: defineEndpoint({
    ...looked,
    path: 'admin/deposits/rescan',
    summary: `Go through up to ${rescanBlocksMax} blocks of a network again; what is known stays as it is`,
    body: z.strictObject({ network: networkCode, from: count, to: count, ...explained }),
    errors: [...looked.errors, 'value_invalid'],
  }),
} as const;
