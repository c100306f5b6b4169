import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { staffRoles } from '#rest/back-office/capabilities.ts';
import { explained } from '#rest/back-office/fields.ts';
import { coinCode } from '#rest/codes.ts';
import { signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { email, required } from '#rest/identity/fields.ts';
import { severalLines } from '#rest/text.ts';
import { proposal, proposalErrors, user } from './proposal.ts';

/** What an adjustment corrects. */
export const adjustmentCategories = [
  'lost_deposit',
  'failed_withdrawal',
  'wrong_credit',
  'goodwill',
  'fee_refund',
  'loss',
  'other',
] as const;

const ordersMax = (max: number) => z.nullable(z.int().check(z.minimum(1), z.maximum(max)));

/** Limits of one account in place of the exchange's. Null: as everybody has it. */
export const UserLimits = named(
  'UserLimits',
  z.strictObject({
    open_orders: ordersMax(100_000),
    open_orders_per_market: ordersMax(100_000),
    orders_per_day: ordersMax(1_000_000_000),
    withdrawal_level: described(
      z.nullable(z.int().check(z.minimum(0), z.maximum(9))),
      'Of the levels by which withdrawals of a day are bounded.',
    ),
  }),
);
export type UserLimits = z.infer<typeof UserLimits>;

/** What is proposed about the account of one person. */
export const accountPayloads = {
  balance_adjustment: z.strictObject({
    user,
    currency: coinCode,
    amount: described(signedDecimalString, 'What the account gets, or with a minus loses.', {
      example: '-0.5',
    }),
    category: described(
      z.prefault(z.enum(adjustmentCategories), 'other'),
      'What kind of correction it is. other, when it is left out.',
    ),
    evidence: described(
      z.optional(z.string().check(z.trim(), required, z.maxLength(500), severalLines)),
      'Where it can be looked up: a ticket, a transaction, a document.',
    ),
  }),
  role_grant: z.strictObject({ user, role: z.enum(staffRoles) }),
  factor_reset: z.strictObject({ user }),
  email_change: z.strictObject({ user, email }),
  user_limits: z.strictObject({ user, limits: UserLimits }),
  user_erasure: z.strictObject({ user }),
} as const;

export const accountProposals = {
  adjustBalance: defineEndpoint({
    ...proposal,
    access: 'adjustments.propose',
    path: 'admin/approvals/balance-adjustment',
    summary: 'Propose to correct the balance of an account',
    body: z.extend(accountPayloads.balance_adjustment, explained),
    errors: [...proposalErrors, 'coin_invalid', 'amount_too_small', 'amount_too_many_decimals'],
  }),
  grantRole: defineEndpoint({
    ...proposal,
    access: 'roles.propose',
    path: 'admin/approvals/role-grant',
    summary: 'Propose to give somebody a role',
    body: z.extend(accountPayloads.role_grant, explained),
    errors: [...proposalErrors, 'role_already_held', 'same_person'],
  }),
  resetFactors: defineEndpoint({
    ...proposal,
    access: 'factors.propose',
    path: 'admin/approvals/factor-reset',
    summary: 'Propose to take the second factors off an account whose owner has lost them',
    body: z.extend(accountPayloads.factor_reset, explained),
    errors: [...proposalErrors, 'factor_not_held'],
  }),
  changeEmail: defineEndpoint({
    ...proposal,
    access: 'emails.propose',
    path: 'admin/approvals/email-change',
    summary: 'Propose to move an account to another address of mail, whose owner has lost the old one',
    body: z.extend(accountPayloads.email_change, explained),
    errors: [...proposalErrors, 'email_already_registered', 'account_has_role', 'value_invalid'],
  }),
  changeLimits: defineEndpoint({
    ...proposal,
    access: 'limits.propose',
    path: 'admin/approvals/user-limits',
    summary: 'Propose limits for one account in place of those that everybody has',
    body: z.extend(accountPayloads.user_limits, explained),
    errors: [...proposalErrors, 'account_has_role', 'value_not_allowed'],
  }),
  eraseUser: defineEndpoint({
    ...proposal,
    access: 'erasures.propose',
    path: 'admin/approvals/user-erasure',
    summary: 'Propose to erase a person: the account closes, what tells who they were goes, the ledger stays',
    body: z.extend(accountPayloads.user_erasure, explained),
    errors: [...proposalErrors, 'account_not_empty', 'account_has_orders', 'account_has_role'],
  }),
} as const;
