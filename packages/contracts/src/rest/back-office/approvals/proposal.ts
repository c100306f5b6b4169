import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { staffRoles } from '#rest/back-office/capabilities.ts';
import { desk } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';

export const approvalKinds = [
  'balance_adjustment',
  'role_grant',
  'factor_reset',
  'email_change',
  'user_limits',
  'user_erasure',
  'market_reopening',
  'markets_reopening',
  'market_rules',
  'coin_terms',
  'large_payout',
  'deposit_credit',
  'bank_credit',
  'bank_account',
  'card_refund',
  'review_thresholds',
  'fee_tiers',
  'level_limits',
  'withdrawal_rules',
  'fiat_rate',
  'card_limits',
  'kyc_level',
  'kyc_policy',
  'network_change',
] as const;
export type ApprovalKindName = (typeof approvalKinds)[number];

export const user = described(uuid(), 'Whose account it is.');

/**
 * - `open`: waits for votes, or for its delay where one person runs the exchange.
 * - `approved`: is being carried out.
 * - `voided`: the account of its proposer, or of a voter, was recovered on the machine before it was carried out.
 * - `failed`: was approved and could not be carried out; `failure` says why.
 */
export const approvalStates = [
  'open',
  'approved',
  'executed',
  'failed',
  'rejected',
  'withdrawn',
  'voided',
  'expired',
] as const;

const person = z.object({ id: uuid(), username: z.string() });

export const Approval = named(
  'Approval',
  z.object({
    id: uuid(),
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    payload: described(
      z.record(z.string(), z.unknown()),
      'What tells who a person is, such as an address, is in it only for those who may see that.',
    ),
    current: described(
      z.record(z.string(), z.unknown()),
      'What stood where the payload wants something else when it was proposed, under the same names; empty where there was nothing to compare.',
    ),
    payload_hash: described(z.string(), 'SHA-256 of kind and payload, as the journal has it.'),
    reason: z.string(),
    concerns: described(z.nullable(uuid()), 'Whose account it concerns.'),
    subject: described(z.nullable(z.string()), 'The user name of that account.'),
    proposer: person,
    proposed: moment,
    age_seconds: count,
    expires: moment,
    due: described(
      z.nullable(moment),
      'When it is carried out without a second person. Null: it needs votes.',
    ),
    votes_needed: count,
    votes: z.array(z.object({ voter: person, approves: z.boolean(), reason: z.string(), time: moment })),
    voters: described(z.array(z.enum(staffRoles)), 'The roles that vote on it.'),
    objection: described(
      z.nullable(z.string()),
      'Why the caller cannot vote on it, as a code of the catalogue. Null: they can.',
    ),
    closed: z.nullable(moment),
    failure: described(
      z.nullable(z.string()),
      'Why it could not be carried out, as a code of the catalogue.',
    ),
  }),
);
export type Approval = z.infer<typeof Approval>;

export const proposal = { ...desk, method: 'POST', response: Approval } as const;
export const madeErrors = ['proposal_exists', ...confirmationErrors] as const;
export const proposalErrors = ['own_account', 'account_not_found', ...madeErrors] as const;
