import { type ApprovalKindName, approvalEndpoints, type Capability } from '@emporion/contracts/rest';
import { kindOf } from './kinds/index.ts';

/** What it takes to propose each kind. */
const proposing: { readonly [Name in ApprovalKindName]: Capability } = {
  balance_adjustment: approvalEndpoints.adjustBalance.access,
  role_grant: approvalEndpoints.grantRole.access,
  factor_reset: approvalEndpoints.resetFactors.access,
  email_change: approvalEndpoints.changeEmail.access,
  user_limits: approvalEndpoints.changeLimits.access,
  user_erasure: approvalEndpoints.eraseUser.access,
  market_reopening: approvalEndpoints.reopenMarket.access,
  markets_reopening: approvalEndpoints.reopenMarkets.access,
  market_rules: approvalEndpoints.changeMarketRules.access,
  coin_terms: approvalEndpoints.changeCoinTerms.access,
  large_payout: approvalEndpoints.payOut.access,
  deposit_credit: approvalEndpoints.creditDeposit.access,
  bank_credit: approvalEndpoints.creditBankTransfer.access,
  bank_account: approvalEndpoints.changeBankAccount.access,
  card_refund: approvalEndpoints.refundCard.access,
  card_limits: approvalEndpoints.changeCardLimits.access,
  review_thresholds: approvalEndpoints.setThresholds.access,
  fee_tiers: approvalEndpoints.changeFeeTiers.access,
  level_limits: approvalEndpoints.changeLevelLimits.access,
  withdrawal_rules: approvalEndpoints.changeWithdrawalRules.access,
  fiat_rate: approvalEndpoints.setFiatRate.access,
  kyc_level: approvalEndpoints.changeKycLevel.access,
  kyc_policy: approvalEndpoints.changeKycPolicy.access,
  network_change: approvalEndpoints.changeNetwork.access,
};

const kinds = Object.keys(proposing) as ApprovalKindName[];

export function mayPropose(kind: ApprovalKindName, capabilities: ReadonlySet<Capability>): boolean {
  return capabilities.has(proposing[kind]);
}

/** The kinds that somebody sees: those they may propose or vote on, and all for whoever reads the audit log, where they stand anyway. */
export function kindsSeenWith(capabilities: ReadonlySet<Capability>): readonly ApprovalKindName[] {
  if (capabilities.has('audit.read')) return kinds;
  return kinds.filter((kind) => mayPropose(kind, capabilities) || capabilities.has(kindOf(kind).approve));
}
