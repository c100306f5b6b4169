import type { ApprovalKindName } from '@emporion/contracts/rest';
import { balanceAdjustment } from './balance-adjustment.ts';
import { factorReset } from './factor-reset.ts';
import type { ApprovalKind } from './kind.ts';
import { marketReopening, marketsReopening } from './market-reopening.ts';
import { marketRules } from './market-rules.ts';
import { roleGrant } from './role-grant.ts';

const kinds: { readonly [Name in ApprovalKindName]: ApprovalKind<Name> } = {
  balance_adjustment: balanceAdjustment,
  role_grant: roleGrant,
  factor_reset: factorReset,
  market_reopening: marketReopening,
  markets_reopening: marketsReopening,
  market_rules: marketRules,
};

/** The payload was held to the contract when it was proposed, and has not changed since; the compiler cannot see that it belongs to the kind. */
export function kindOf(name: ApprovalKindName): ApprovalKind {
  return kinds[name] as ApprovalKind;
}
