import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { memoKinds } from '#rest/coins.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { coinOnNetwork, cursorQuery, next, user, writtenAddress, writtenMemo } from './fields.ts';

/** Addresses that one user may have on a network without anything having come to them. */
export const unusedAddressesMax = 20;

export const DepositAddress = named(
  'DepositAddress',
  z.object({
    network: networkCode,
    address: z.string(),
    memo: described(
      z.nullable(z.string()),
      'Has to come with the deposit, because the address is shared. Null: the address alone is enough.',
    ),
    memo_kind: described(z.nullable(z.enum(memoKinds)), 'tag: a number; memo: a text.'),
    created: moment,
    first_used: described(z.nullable(moment), 'When the first deposit came. Null: none has.'),
    current: described(z.boolean(), 'Shown for the next deposit. Older ones go on working.'),
  }),
);
export type DepositAddress = z.infer<typeof DepositAddress>;

/** Why no address is given out. */
const closed = [
  'coin_invalid',
  'network_invalid',
  'deposit_disabled',
  'deposits_disabled',
  'wallet_service_error',
] as const;

export const depositEndpoints = {
  address: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/deposit-address',
    summary: 'Read the address to deposit a coin to over a network; the first call makes it',
    query: z.strictObject(coinOnNetwork),
    response: DepositAddress,
    errors: closed,
  }),
  newAddress: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/deposit-address',
    summary: 'Make a fresh address to deposit to; those of before go on working',
    body: z.strictObject(coinOnNetwork),
    response: DepositAddress,
    errors: [...closed, 'deposit_limit_exceeded'],
  }),
  addresses: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/deposit-addresses',
    summary: "List one's own deposit addresses, newest first",
    query: z.extend(cursorQuery(), { network: z.optional(networkCode) }),
    response: z.object({ results: z.array(DepositAddress), next }),
    errors: ['network_invalid'],
  }),
  lookUp: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/deposit-address/look-up',
    summary: "Find out whether an address is one's own",
    query: z.strictObject({ network: networkCode, address: writtenAddress, memo: z.optional(writtenMemo) }),
    response: z.extend(DepositAddress, {
      currencies: described(z.array(coinCode), 'What can be sent to it.'),
    }),
    errors: ['network_invalid', 'invalid_deposit_address'],
  }),
} as const;
