import type { ErrorRules } from '#errors/row.ts';

/**
 * Features an operator has switched off for everybody. `withdrawal_disabled` and `deposit_disabled` of the wallet
 * group speak of one coin or one account; these speak of the whole house.
 */
export const featureErrors = {
  pair_disabled: { status: 403, retryable: true, params: ['pair'] },
  trading_disabled_for_currency: { status: 403, retryable: true, params: ['currency'] },
  exchange_disabled_for_currency: { status: 403, retryable: true, params: ['currency'] },
  deposits_disabled: { status: 403, retryable: true },
  withdrawals_disabled: { status: 403, retryable: true },
} as const satisfies ErrorRules;
