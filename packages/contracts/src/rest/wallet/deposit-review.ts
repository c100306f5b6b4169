import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { count } from '#rest/numbers.ts';
import { cursorQuery, next, transactionId } from './fields.ts';
import { depositReasons } from './transactions.ts';

export const depositStages = ['pending', 'confirming', 'held', 'crediting', 'completed', 'failed'] as const;

/** Blocks that one call goes through again. */
export const rescanBlocksMax = 1_000;

export const ReviewedDeposit = named(
  'ReviewedDeposit',
  z.object({
    id: z.uuid(),
    date: described(moment, 'When it was first seen.'),
    updated: moment,
    network: networkCode,
    currency: described(z.nullable(coinCode), 'Null: a token that is not listed.'),
    contract: described(z.nullable(z.string()), 'Of a token. Null: the coin of the network itself.'),
    amount: described(
      z.nullable(decimalString),
      'What arrived. Null: nobody knows the decimals of the token.',
    ),
    chain_amount: described(z.string(), 'The same in the smallest units of the network.', {
      example: '150000000',
    }),
    fee: z.nullable(decimalString),
    user: described(
      z.nullable(z.object({ id: z.uuid(), username: z.string() })),
      'Whose address it came to. Null: nobody’s.',
    ),
    address: z.string(),
    memo: z.nullable(z.string()),
    hash: z.string(),
    output_index: count,
    stage: z.enum(depositStages),
    reason: described(z.nullable(z.enum(depositReasons)), 'Why it is held.'),
    confirmations: count,
    confirmations_required: count,
    block_height: described(z.nullable(count), 'Null: in no block, or no longer.'),
    decision: described(
      z.nullable(
        z.object({ action: z.enum(['credit', 'take']), by: z.uuid(), reason: z.string(), time: moment }),
      ),
      'Null: nobody has decided.',
    ),
  }),
);
export type ReviewedDeposit = z.infer<typeof ReviewedDeposit>;

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
] as const;

const looked = {
  ...desk,
  access: 'deposits.decide',
  method: 'POST',
  response: z.object({ found: described(count, 'Outputs to our addresses, those known before included.') }),
  errors: ['network_invalid', 'node_sync_error', 'blockchain_error', ...confirmationErrors],
} as const;

export const depositReviewEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'deposits.read',
    method: 'GET',
    path: 'admin/deposits',
    summary: 'List deposits of a stage, those that wait longest first',
    query: z.extend(cursorQuery(), {
      status: described(z.prefault(z.enum(depositStages), 'held'), 'The stage. held, when it is left out.'),
      reason: z.optional(z.enum(depositReasons)),
      network: z.optional(networkCode),
      currency: z.optional(coinCode),
    }),
    response: z.object({ results: z.array(ReviewedDeposit), next }),
  }),
  credit: defineEndpoint({
    ...decision,
    path: 'admin/deposits/:id/credit',
    summary:
      "Credit a held deposit to its owner, or to a named user when it has none; never to one's own account",
    body: z.strictObject({
      ...explained,
      user: described(
        z.optional(z.string().check(z.trim(), required, z.maxLength(254))),
        'The e-mail address, the name or the id of a user. Only for a deposit without an owner.',
      ),
    }),
    errors: [...undecidable, 'own_account', 'account_not_found', 'account_disabled', ...confirmationErrors],
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
