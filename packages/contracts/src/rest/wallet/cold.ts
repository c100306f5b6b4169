import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { amount } from '#rest/trading/order.ts';
import { coinOnNetwork, cursorQuery, next, transactionId } from './fields.ts';

export const HotLimits = named(
  'HotLimits',
  z.object({
    ...coinOnNetwork,
    floor: described(decimalString, 'Below it there is an alarm, and a refill is asked for.'),
    target: described(decimalString, 'What a refill or an overflow leaves.'),
    ceiling: described(
      z.nullable(decimalString),
      'What is above it goes to the cold address. Null: nothing does.',
    ),
  }),
);
export type HotLimits = z.infer<typeof HotLimits>;

export const refillStatuses = [
  'requested',
  'exported',
  'signed',
  'broadcast',
  'confirming',
  'completed',
  'failed',
  'cancelled',
] as const;

export const ColdRefill = named(
  'ColdRefill',
  z.object({
    id: uuid(),
    date: moment,
    network: networkCode,
    currency: coinCode,
    amount: decimalString,
    status: described(
      z.enum(refillStatuses),
      'requested: wanted, and no transaction made; exported: made, and waits to be signed where the cold keys are; then as a payout.',
    ),
    by: described(z.nullable(z.guid()), 'Who asked for it. Null: the hot wallet did, being below its floor.'),
    cold_address: z.nullable(z.string()),
    hot_address: z.nullable(z.string()),
    unsigned: described(
      z.nullable(z.string()),
      'The file for `npm run signer -- sign-cold`, as JSON: it has a PSBT for the Bitcoin family, and an unsigned transaction for the others.',
    ),
    replacing: described(
      z.boolean(),
      '`unsigned` is the same with a higher fee, and waits to be signed in the place of what was sent.',
    ),
    hash: z.nullable(z.string()),
    block_height: z.nullable(count),
    reason: described(z.nullable(z.string()), 'Why it failed.'),
  }),
);
export type ColdRefill = z.infer<typeof ColdRefill>;

const limit = requestDecimal();
const changeErrors = ['transaction_not_found', 'refill_not_open', ...confirmationErrors] as const;
/** What keeps a refill from being made. */
const makeErrors = [
  'cold_wallet_unavailable',
  'insufficient_funds',
  'not_enough_for_fee',
  'network_invalid',
  'coin_invalid',
  'amount_too_many_decimals',
  'node_sync_error',
] as const;

export const coldEndpoints = {
  limits: defineEndpoint({
    ...desk,
    access: 'cold.read',
    method: 'GET',
    path: 'admin/hot-limits',
    summary: 'List how much of each coin shall lie on the hot addresses',
    response: z.object({ results: z.array(HotLimits) }),
  }),
  setLimits: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'PUT',
    path: 'admin/hot-limits/:network/:currency',
    summary: 'Say how much of a coin shall lie on the hot address of a network',
    params: z.object(coinOnNetwork),
    body: z.strictObject({ floor: limit, target: limit, ceiling: z.nullable(limit), ...explained }),
    response: HotLimits,
    errors: [
      'cold_wallet_unavailable',
      'coin_invalid',
      'network_invalid',
      'amount_too_small',
      'amount_too_large',
      'amount_too_many_decimals',
      ...confirmationErrors,
    ],
  }),
  list: defineEndpoint({
    ...desk,
    access: 'cold.read',
    method: 'GET',
    path: 'admin/cold/refills',
    summary: 'List refills from cold, newest first',
    query: cursorQuery(),
    response: z.object({ results: z.array(ColdRefill), next }),
  }),
  make: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'POST',
    path: 'admin/cold/refills',
    summary: 'Make the unsigned transaction that brings coins from the cold address to the hot one',
    body: z.strictObject({ ...coinOnNetwork, amount, ...explained }),
    response: ColdRefill,
    errors: ['duplicate_transaction', ...makeErrors, ...confirmationErrors],
  }),
  export: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'POST',
    path: 'admin/cold/refills/:id/export',
    summary:
      'Make the unsigned transaction of a refill, make it anew, or with a higher fee in the place of one that no block has taken',
    params: transactionId,
    body: z.strictObject(explained),
    response: ColdRefill,
    errors: ['fee_ceiling_reached', ...makeErrors, ...changeErrors],
  }),
  import: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'POST',
    path: 'admin/cold/refills/:id/import',
    summary: 'Bring the signed transaction of a refill, which is then sent',
    params: transactionId,
    body: z.strictObject({
      signed: described(
        z.string().check(z.trim(), required, z.maxLength(400_000)),
        'A signed PSBT, or the signed transaction in hexadecimal digits.',
      ),
      ...explained,
    }),
    response: ColdRefill,
    errors: ['refill_not_as_asked', 'network_invalid', ...changeErrors],
  }),
  cancel: defineEndpoint({
    ...desk,
    access: 'cold.move',
    method: 'POST',
    path: 'admin/cold/refills/:id/cancel',
    summary: 'Call off a refill that was not signed',
    params: transactionId,
    body: z.strictObject(explained),
    response: ColdRefill,
    errors: [...changeErrors],
  }),
} as const;
