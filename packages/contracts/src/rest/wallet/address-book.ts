import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmation, confirmationErrors, confirmed } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { coinOnNetwork, user, writtenAddress, writtenHolder, writtenMemo } from './fields.ts';
import { wrongRecipient } from './withdrawals.ts';

/** Those that one user may keep. */
export const savedAddressesMax = 200;

const label = described(
  z
    .string()
    .check(z.trim(), required, z.maxLength(60), z.regex(/^[^\p{C}<>]+$/u, { error: 'value_invalid' })),
  'By what its owner knows it; unique.',
  { example: 'Cold storage' },
);

export const SavedAddress = named(
  'SavedAddress',
  z.object({
    id: uuid(),
    label,
    currency: coinCode,
    network: networkCode,
    address: described(z.string(), 'In the one spelling of its network.'),
    memo: z.nullable(z.string()),
    holder: described(z.nullable(z.string()), 'Of a bank account.'),
    created: moment,
    last_used: z.nullable(moment),
    usable_from: described(moment, 'A withdrawal to it waits until then.'),
  }),
);
export type SavedAddress = z.infer<typeof SavedAddress>;

/** Whether withdrawals go to saved addresses only. */
export const SavedAddressesOnly = named(
  'SavedAddressesOnly',
  z.object({
    enabled: described(
      z.boolean(),
      'Withdrawals go to addresses only that have been saved for the waiting time.',
    ),
    since: z.nullable(moment),
    ends: described(z.nullable(moment), 'When any address can be used again. Null: nobody asked for that.'),
  }),
);
export type SavedAddressesOnly = z.infer<typeof SavedAddressesOnly>;

const addressId = z.object({ id: uuid({ error: 'not_found' }) });

export const addressBookEndpoints = {
  list: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/addresses',
    summary: "List one's own saved addresses, by label",
    query: z.strictObject({ currency: z.optional(coinCode), network: z.optional(networkCode) }),
    response: z.object({ results: z.array(SavedAddress) }),
  }),
  add: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/addresses',
    summary:
      'Save an address to withdraw to; takes a fresh code while withdrawals go to saved addresses only',
    body: z.strictObject({
      label,
      ...coinOnNetwork,
      address: writtenAddress,
      memo: z.optional(writtenMemo),
      holder: z.optional(writtenHolder),
      confirmation,
    }),
    response: SavedAddress,
    errors: [
      'coin_invalid',
      'network_invalid',
      ...wrongRecipient,
      'address_not_unique',
      'label_not_unique',
      'too_many_items',
      'payouts_frozen',
      'account_frozen',
      ...confirmationErrors,
    ],
  }),
  rename: defineEndpoint({
    ...user,
    method: 'PATCH',
    path: 'wallet/addresses/:id',
    summary: 'Give a saved address another label',
    params: addressId,
    body: z.strictObject({ label }),
    response: SavedAddress,
    errors: ['not_found', 'label_not_unique'],
  }),
  remove: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'wallet/addresses/:id',
    summary: 'Remove a saved address',
    params: addressId,
    response: z.object({}),
    errors: ['not_found', 'too_many_requests'],
  }),
  only: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'wallet/saved-addresses-only',
    summary: 'Read whether withdrawals go to saved addresses only',
    response: SavedAddressesOnly,
  }),
  turnOnOnly: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/saved-addresses-only/turn-on',
    summary:
      'Let withdrawals go to saved addresses only, at once; cancels open codes and withdrawals to other addresses; ends a turn-off that waits',
    response: SavedAddressesOnly,
    errors: ['too_many_requests'],
  }),
  turnOffOnly: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'wallet/saved-addresses-only/turn-off',
    summary: 'Let withdrawals go to any address again, once the waiting time is over',
    body: confirmed,
    response: SavedAddressesOnly,
    errors: ['account_frozen', ...confirmationErrors],
  }),
} as const;
