import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment, networkCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { oneLine } from '#rest/text.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

export const addressVerdicts = ['deny', 'allow'] as const;

export const ListedAddress = named(
  'ListedAddress',
  z.object({
    address: z.string(),
    verdict: described(
      z.enum(addressVerdicts),
      'deny: nobody withdraws to it. allow: known to be good, which whoever decides is told.',
    ),
    reason: z.string(),
    added: moment,
    added_by: z.object({ id: z.string(), username: z.string() }),
  }),
);
export type ListedAddress = z.infer<typeof ListedAddress>;

const address = z.string().check(z.trim(), required, z.maxLength(150), oneLine);

export const listedAddressEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'withdrawals.read',
    method: 'GET',
    path: 'admin/listed-addresses',
    summary: 'List the addresses that are denied or known to be good, the newest first',
    query: z.extend(keysetQuery(), {
      verdict: z.optional(z.enum(addressVerdicts)),
      text: described(z.optional(z.string().check(z.trim(), z.maxLength(150))), 'An address, whole.'),
    }),
    response: z.object({ results: z.array(ListedAddress), next }),
  }),
  add: defineEndpoint({
    ...desk,
    access: 'addresses.decide',
    method: 'POST',
    path: 'admin/listed-addresses',
    summary: 'Put an address on the list; it counts at once, also for what is under way',
    body: z.strictObject({
      network: described(
        networkCode,
        'By whose rules it is spelled, or `bank` or `payeer` for an account there. It counts on every network that spells it so.',
      ),
      address,
      verdict: z.enum(addressVerdicts),
      ...explained,
    }),
    response: ListedAddress,
    errors: ['network_invalid', 'invalid_withdrawal_address', 'address_listed', ...confirmationErrors],
  }),
  remove: defineEndpoint({
    ...desk,
    access: 'addresses.decide',
    method: 'POST',
    path: 'admin/listed-addresses/remove',
    summary: 'Take an address off the list',
    body: z.strictObject({ address, ...explained }),
    response: z.object({}),
    errors: ['address_not_listed', ...confirmationErrors],
  }),
} as const;
