import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { CardLimitsDraft, refundAmount } from '#rest/cards/card-review.ts';
import { coinCode, moment, networkCode, pairCode } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimalString, requestDecimal, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { email, required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { fiatRateField } from '#rest/rates.ts';
import { oneLine, severalLines } from '#rest/text.ts';
import { letGoErrors } from '#rest/wallet/withdrawal-review.ts';
import { BankAccountRules } from './bank-accounts.ts';
import { staffRoles } from './capabilities.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';
import { changedNetwork } from './listings.ts';
import { MarketRules } from './markets.ts';
import { FeeTierDraft, KycLevelRules, KycPolicy, LevelLimitsDraft, WithdrawalRulesDraft } from './policy.ts';

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

const user = described(uuid(), 'Whose account it is.');

const pairs = z.array(pairCode).check(z.minLength(1), z.maxLength(500));
const nodes = described(
  z.optional(z.array(z.string())),
  'Of networks that staff added: which nodes say what happens on them.',
);

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

/** What is proposed, of each kind. It never changes: another wish is another proposal. */
export const approvalPayloads = {
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
  market_reopening: z.strictObject({ pair: pairCode, nodes }),
  markets_reopening: z.strictObject({ pairs, nodes }),
  market_rules: z.strictObject({
    pair: pairCode,
    effective: described(moment, 'From when on they count. Of one day there is one set of rules.'),
    rules: MarketRules,
  }),
  large_payout: z.strictObject({
    withdrawal: uuid(),
    user,
    currency: coinCode,
    network: networkCode,
    amount: decimalString,
    address: z.string(),
  }),
  deposit_credit: z.strictObject({
    deposit: uuid(),
    user,
    currency: coinCode,
    network: networkCode,
    amount: decimalString,
    hash: z.string(),
  }),
  bank_credit: z.strictObject({
    arrival: uuid(),
    user,
    currency: coinCode,
    amount: decimalString,
    bank_transaction: z.string(),
    sender: z.string(),
  }),
  bank_account: z.strictObject({ rules: BankAccountRules }),
  card_refund: z.strictObject({
    order: z.uuid(),
    user,
    currency: coinCode,
    amount: decimalString,
    pay_system: z.string(),
  }),
  review_thresholds: z.strictObject({
    payouts_above: described(decimalString, 'In USDT. A withdrawal above it is let go by two people.'),
    credits_above: described(decimalString, 'In USDT. A held deposit above it is credited by two people.'),
  }),
  fee_tiers: z.strictObject({
    effective: described(moment, 'From when on they count. Of one day there is one draft.'),
    tiers: FeeTierDraft,
  }),
  level_limits: z.strictObject({ levels: LevelLimitsDraft }),
  withdrawal_rules: z.strictObject({ rules: WithdrawalRulesDraft }),
  fiat_rate: z.strictObject({
    currency: z.enum(fiatCurrencies),
    rate: described(fiatRateField, 'How much of the currency one USDT is worth.', { example: '0.92' }),
  }),
  card_limits: z.strictObject({ levels: CardLimitsDraft }),
  kyc_level: z.strictObject({ rules: KycLevelRules }),
  kyc_policy: z.strictObject({ policy: KycPolicy }),
  network_change: z.strictObject({
    network: networkCode,
    before: described(z.record(z.string(), z.string()), 'What changes, as it is. Of nodes the hosts.'),
    after: described(z.record(z.string(), z.string()), 'The same as it will be.'),
    draft: described(uuid(), 'What lies aside: addresses of nodes carry passwords.'),
    draft_hash: z.string(),
  }),
} as const satisfies Record<ApprovalKindName, z.ZodMiniType>;

/**
 * - `open`: waits for votes, or for its delay where one person runs the exchange.
 * - `approved`: is being carried out.
 * - `failed`: was approved and could not be carried out; `failure` says why.
 */
export const approvalStates = [
  'open',
  'approved',
  'executed',
  'failed',
  'rejected',
  'withdrawn',
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

const id = z.object({ id: uuid({ error: 'approval_not_found' }) });

const proposal = { ...desk, method: 'POST', response: Approval } as const;
const madeErrors = ['proposal_exists', ...confirmationErrors] as const;
const proposalErrors = ['own_account', 'account_not_found', ...madeErrors] as const;

const vote = {
  ...desk,
  access: 'approvals.read',
  method: 'POST',
  params: id,
  body: z.strictObject(explained),
  response: Approval,
} as const;
const voteErrors = [
  'approval_not_found',
  'approval_expired',
  'approval_closed',
  ...confirmationErrors,
] as const;
const objections = ['own_proposal', 'own_account', 'same_person', 'already_voted'] as const;

export const approvalEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'approvals.read',
    method: 'GET',
    path: 'admin/approvals',
    summary: 'List proposals, newest first',
    query: z.extend(keysetQuery(), {
      state: z.optional(z.enum(approvalStates)),
      kind: z.optional(z.enum(approvalKinds)),
    }),
    response: z.object({ results: z.array(Approval), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'approvals.read',
    method: 'GET',
    path: 'admin/approvals/:id',
    summary: 'Read one proposal',
    params: id,
    response: Approval,
    errors: ['approval_not_found'],
  }),
  adjustBalance: defineEndpoint({
    ...proposal,
    access: 'adjustments.propose',
    path: 'admin/approvals/balance-adjustment',
    summary: 'Propose to correct the balance of an account',
    body: z.extend(approvalPayloads.balance_adjustment, explained),
    errors: [...proposalErrors, 'coin_invalid', 'amount_too_small', 'amount_too_many_decimals'],
  }),
  grantRole: defineEndpoint({
    ...proposal,
    access: 'roles.propose',
    path: 'admin/approvals/role-grant',
    summary: 'Propose to give somebody a role',
    body: z.extend(approvalPayloads.role_grant, explained),
    errors: [...proposalErrors, 'role_already_held', 'same_person'],
  }),
  resetFactors: defineEndpoint({
    ...proposal,
    access: 'factors.propose',
    path: 'admin/approvals/factor-reset',
    summary: 'Propose to take the second factors off an account whose owner has lost them',
    body: z.extend(approvalPayloads.factor_reset, explained),
    errors: [...proposalErrors, 'factor_not_held'],
  }),
  changeEmail: defineEndpoint({
    ...proposal,
    access: 'emails.propose',
    path: 'admin/approvals/email-change',
    summary: 'Propose to move an account to another address of mail, whose owner has lost the old one',
    body: z.extend(approvalPayloads.email_change, explained),
    errors: [...proposalErrors, 'email_already_registered', 'account_has_role', 'value_invalid'],
  }),
  changeLimits: defineEndpoint({
    ...proposal,
    access: 'limits.propose',
    path: 'admin/approvals/user-limits',
    summary: 'Propose limits for one account in place of those that everybody has',
    body: z.extend(approvalPayloads.user_limits, explained),
    errors: [...proposalErrors, 'account_has_role', 'value_not_allowed'],
  }),
  eraseUser: defineEndpoint({
    ...proposal,
    access: 'erasures.propose',
    path: 'admin/approvals/user-erasure',
    summary: 'Propose to erase a person: the account closes, what tells who they were goes, the ledger stays',
    body: z.extend(approvalPayloads.user_erasure, explained),
    errors: [...proposalErrors, 'account_not_empty', 'account_has_orders', 'account_has_role'],
  }),
  reopenMarket: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/market-reopening',
    summary: 'Propose to open a market that was halted or takes no orders, such as a new one',
    body: z.strictObject({ pair: pairCode, ...explained }),
    errors: ['invalid_trading_pair', 'market_not_halted', ...madeErrors],
  }),
  reopenMarkets: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/markets-reopening',
    summary: 'Propose to open several markets again',
    body: z.strictObject({ pairs, ...explained }),
    errors: ['invalid_trading_pair', 'market_not_halted', ...madeErrors],
  }),
  changeMarketRules: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/market-rules',
    summary: 'Propose other rules for a market, from a day on',
    body: z.extend(approvalPayloads.market_rules, explained),
    errors: [
      'invalid_trading_pair',
      'market_rules_invalid',
      'draft_date_taken',
      'draft_date_passed',
      ...madeErrors,
    ],
  }),
  setFiatRate: defineEndpoint({
    ...proposal,
    access: 'rates.set',
    path: 'admin/approvals/fiat-rate',
    summary: 'Propose what one USDT is worth in a currency: the first rate, or a large step',
    body: z.extend(approvalPayloads.fiat_rate, explained),
    errors: ['amount_too_small', 'amount_too_large', ...madeErrors],
  }),
  payOut: defineEndpoint({
    ...proposal,
    access: 'withdrawals.decide',
    path: 'admin/approvals/large-payout',
    summary: 'Propose to let a held withdrawal go that takes two people',
    body: z.strictObject({ withdrawal: uuid({ error: 'transaction_not_found' }), ...explained }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'withdrawal_not_held',
      'own_withdrawal',
      ...letGoErrors,
    ],
  }),
  creditDeposit: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/deposit-credit',
    summary: 'Propose to credit a held deposit that has no owner, or takes two people by its value',
    body: z.strictObject({
      deposit: uuid({ error: 'transaction_not_found' }),
      user: described(
        z.optional(z.string().check(z.trim(), z.maxLength(254), oneLine)),
        'The e-mail address, the name or the id of a user. Only for a deposit without an owner.',
      ),
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'deposit_not_held',
      'deposit_has_owner',
      'token_not_listed',
      'account_disabled',
    ],
  }),
  creditBankTransfer: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/bank-credit',
    summary: 'Propose to credit money that arrived at a bank and waits',
    body: z.strictObject({
      arrival: uuid({ error: 'transaction_not_found' }),
      user: described(
        z.optional(z.string().check(z.trim(), z.maxLength(254), oneLine)),
        'The e-mail address, the name or the id of a user. Only for money whose reference is nobody’s.',
      ),
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'deposit_not_held',
      'deposit_has_owner',
      'account_disabled',
    ],
  }),
  changeBankAccount: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/bank-account',
    summary: 'Propose where users send a currency to, and on what terms it comes and goes',
    body: z.extend(approvalPayloads.bank_account, explained),
    errors: ['coin_invalid', 'draft_unchanged', ...madeErrors],
  }),
  refundCard: defineEndpoint({
    ...proposal,
    access: 'deposits.decide',
    path: 'admin/approvals/card-refund',
    summary: 'Propose to refund a purchase with a card, or a part of it, that takes two people',
    body: z.strictObject({
      order: uuid({ error: 'transaction_not_found' }),
      amount: refundAmount,
      ...explained,
    }),
    errors: [
      ...proposalErrors,
      'transaction_not_found',
      'card_payment_not_refundable',
      'card_refund_not_covered',
      'amount_too_small',
      'amount_too_large',
    ],
  }),
  setThresholds: defineEndpoint({
    ...proposal,
    access: 'thresholds.propose',
    path: 'admin/approvals/review-thresholds',
    summary: 'Propose above which values withdrawals and credits take two people',
    body: z.extend(
      z.strictObject({ payouts_above: requestDecimal(), credits_above: requestDecimal() }),
      explained,
    ),
    errors: [...madeErrors],
  }),
  changeFeeTiers: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/fee-tiers',
    summary: 'Propose fee tiers from a moment on',
    body: z.extend(approvalPayloads.fee_tiers, explained),
    errors: ['fee_tiers_invalid', 'draft_date_taken', 'draft_date_passed', 'draft_unchanged', ...madeErrors],
  }),
  changeLevelLimits: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/level-limits',
    summary: 'Propose what may leave within a day, by level',
    body: z.extend(approvalPayloads.level_limits, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeWithdrawalRules: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/withdrawal-rules',
    summary: 'Propose the rules by which withdrawals are held',
    body: z.extend(approvalPayloads.withdrawal_rules, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeCardLimits: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/card-limits',
    summary: 'Propose what may be bought with cards, by level',
    body: z.extend(approvalPayloads.card_limits, explained),
    errors: ['level_limits_invalid', 'draft_unchanged', ...madeErrors],
  }),
  changeKycLevel: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/kyc-level',
    summary: 'Propose what a level of verification takes and unlocks',
    body: z.extend(approvalPayloads.kyc_level, explained),
    errors: ['kyc_level_invalid', 'kyc_level_unreachable', 'draft_unchanged', ...madeErrors],
  }),
  changeKycPolicy: defineEndpoint({
    ...proposal,
    access: 'policy.propose',
    path: 'admin/approvals/kyc-policy',
    summary: 'Propose how verifications are worked on, and how long what people showed is kept',
    body: z.extend(approvalPayloads.kyc_policy, explained),
    errors: ['draft_unchanged', ...madeErrors],
  }),
  changeNetwork: defineEndpoint({
    ...proposal,
    access: 'markets.propose',
    path: 'admin/approvals/network-change',
    summary: 'Propose to correct a network over which money has come in',
    body: z.strictObject({ network: networkCode, ...changedNetwork, ...explained }),
    errors: [
      'network_invalid',
      'network_in_use',
      'network_wrong',
      'node_unreachable',
      'draft_unchanged',
      ...confirmationErrors,
    ],
  }),
  approve: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/approve',
    summary: "Approve a proposal, with which the last vote carries it out; never one's own",
    errors: [...voteErrors, ...objections],
  }),
  reject: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/reject',
    summary: "Reject a proposal, which ends it; never one's own",
    errors: [...voteErrors, ...objections],
  }),
  withdraw: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/withdraw',
    summary: "Take one's own proposal back",
    errors: voteErrors,
  }),
} as const;
