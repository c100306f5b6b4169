import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { explained } from '#rest/back-office/fields.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { FeeTier } from './market-data.ts';

export const UserFeeTier = named(
  'UserFeeTier',
  z.object({
    tier: described(FeeTier.shape.tier, 'By which the next trade pays its fee.'),
    by_hand: described(z.boolean(), 'Given by hand: it stays, whatever is traded, until it is taken back.'),
  }),
);

const shared = {
  path: 'admin/users/:id/fee-tier',
  tag: 'back office',
  params: z.object({ id: uuid() }),
  response: UserFeeTier,
} as const;

export const userFeeTierEndpoints = {
  read: defineEndpoint({
    ...shared,
    method: 'GET',
    access: 'fees.read',
    summary: 'Read the fee tier of a user',
    errors: ['account_not_found'],
  }),
  give: defineEndpoint({
    ...shared,
    method: 'PUT',
    access: 'fees.give',
    summary: 'Give a user a fee tier by hand',
    body: z.object({ tier: z.string().check(z.maxLength(16)), ...explained }),
    errors: ['own_account', 'account_not_found', 'value_not_allowed', ...confirmationErrors],
  }),
  takeBack: defineEndpoint({
    ...shared,
    method: 'POST',
    path: 'admin/users/:id/fee-tier/take-back',
    access: 'fees.give',
    summary: 'Let the volume of a user decide on the fee tier again',
    body: z.object(explained),
    errors: ['own_account', 'account_not_found', ...confirmationErrors],
  }),
} as const;
