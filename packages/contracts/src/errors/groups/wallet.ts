import type { ErrorRules } from '#errors/row.ts';

/** Deposits, withdrawals and their transactions. */
export const walletErrors = {
  insufficient_funds: { status: 422, retryable: false },
  invalid_withdrawal_address: { status: 422, retryable: false },
  withdrawal_disabled: { status: 403, retryable: false },
  deposit_disabled: { status: 403, retryable: false },
  invalid_deposit_address: { status: 422, retryable: false },
  withdrawal_limit_exceeded: { status: 422, retryable: false },
  deposit_limit_exceeded: { status: 422, retryable: false },
  transaction_failed: { status: 422, retryable: false },
  transaction_not_found: { status: 404, retryable: false },
  confirmation_required: { status: 403, retryable: false },
  invalid_memo: { status: 422, retryable: false },
  duplicate_transaction: { status: 409, retryable: false },
  address_not_saved: { status: 403, retryable: false },
  withdrawal_already_processed: { status: 409, retryable: false },
  cold_wallet_unavailable: { status: 503, retryable: true },
} as const satisfies ErrorRules;
