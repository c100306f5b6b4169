import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { BankAccountRules } from '#rest/back-office/bank-accounts.ts';
import { explained } from '#rest/back-office/fields.ts';
import {
  FeeTierDraft,
  KycLevelRules,
  KycPolicy,
  LevelLimitsDraft,
  WithdrawalRulesDraft,
} from '#rest/back-office/policy.ts';
import { CardLimitsDraft } from '#rest/cards/card-review.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { madeErrors, proposal } from './proposal.ts';

/** What is proposed of what everybody is bound by. */
export const policyPayloads = {
  bank_account: z.strictObject({ rules: BankAccountRules }),
  fee_tiers: z.strictObject({
    effective: described(moment, 'From when on they count. Of one day there is one draft.'),
    tiers: FeeTierDraft,
  }),
  level_limits: z.strictObject({ levels: LevelLimitsDraft }),
  withdrawal_rules: z.strictObject({ rules: WithdrawalRulesDraft }),
  card_limits: z.strictObject({ levels: CardLimitsDraft }),
  kyc_level: z.strictObject({ rules: KycLevelRules }),
  kyc_policy: z.strictObject({ policy: KycPolicy }),
} as const;

export const policyProposals = {
  changeBankAccount: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/bank-account',
    summary: 'Propose where users send a currency to, and on what terms it comes and goes',
    body: z.extend(policyPayloads.bank_account, explained),
    errors: ['coin_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeFeeTiers: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/fee-tiers',
    summary: 'Propose fee tiers from a moment on',
    body: z.extend(policyPayloads.fee_tiers, explained),
    errors: ['fee_tiers_invalid', 'draft_date_taken', 'draft_date_passed', 'draft_unchanged', ...madeErrors],
  }),
  changeLevelLimits: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/level-limits',
    summary: 'Propose what may leave within a day, by level',
    body: z.extend(policyPayloads.level_limits, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeWithdrawalRules: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/withdrawal-rules',
    summary: 'Propose the rules by which withdrawals are held',
    body: z.extend(policyPayloads.withdrawal_rules, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeCardLimits: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/card-limits',
    summary: 'Propose what may be bought with cards, by level',
    body: z.extend(policyPayloads.card_limits, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeKycLevel: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/kyc-level',
    summary: 'Propose what a level of verification takes and unlocks',
    body: z.extend(policyPayloads.kyc_level, explained),
    errors: ['kyc_level_invalid', 'kyc_level_unreachable', 'draft_unchanged', ...madeErrors],
  }),
  changeKycPolicy: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/kyc-policy',
    summary: 'Propose how verifications are worked on, and how long what people showed is kept',
    body: z.extend(policyPayloads.kyc_policy, explained),
    errors: ['draft_unchanged', ...madeErrors],
  }),
} as const;
