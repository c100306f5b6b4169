import type { ApprovalKindName } from '@emporion/contracts/rest';
import { balanceAdjustment } from './balance-adjustment.ts';
import { bankAccount } from './bank-account.ts';
import { bankCredit } from './bank-credit.ts';
import { cardLimits } from './card-limits.ts';
import { cardRefund } from './card-refund.ts';
import { coinTerms } from './coin-terms.ts';
import { depositCredit } from './deposit-credit.ts';
import { emailChange } from './email-change.ts';
import { factorReset } from './factor-reset.ts';
import { feeTiers } from './fee-tiers.ts';
import { fiatRate } from './fiat-rate.ts';
import type { ApprovalKind } from './kind.ts';
import { kycLevel, kycPolicy } from './kyc-rules.ts';
import { largePayout } from './large-payout.ts';
import { levelLimits } from './level-limits.ts';
import { marketReopening, marketsReopening } from './market-reopening.ts';
import { marketRules } from './market-rules.ts';
import { networkChange } from './network-change.ts';
import { reviewThresholds } from './review-thresholds.ts';
import { roleGrant } from './role-grant.ts';
import { userErasure } from './user-erasure.ts';
import { userLimits } from './user-limits.ts';
import { withdrawalRules } from './withdrawal-rules.ts';

const kinds: { readonly [Name in ApprovalKindName]: ApprovalKind<Name> } = {
  balance_adjustment: balanceAdjustment,
  role_grant: roleGrant,
  factor_reset: factorReset,
  email_change: emailChange,
  user_limits: userLimits,
  user_erasure: userErasure,
  market_reopening: marketReopening,
  markets_reopening: marketsReopening,
  market_rules: marketRules,
  coin_terms: coinTerms,
  large_payout: largePayout,
  deposit_credit: depositCredit,
  bank_credit: bankCredit,
  bank_account: bankAccount,
  card_refund: cardRefund,
  review_thresholds: reviewThresholds,
  fee_tiers: feeTiers,
  level_limits: levelLimits,
  withdrawal_rules: withdrawalRules,
  fiat_rate: fiatRate,
  card_limits: cardLimits,
  kyc_level: kycLevel,
  kyc_policy: kycPolicy,
  network_change: networkChange,
};

/** The payload was held to the contract when it was proposed, and has not changed since; the compiler cannot see that it belongs to the kind. */
export function kindOf(name: ApprovalKindName): ApprovalKind {
  return kinds[name] as ApprovalKind;
}
