import type { ErrorRules } from '#errors/row.ts';

/** Deposits, withdrawals and their transactions. */
export const walletErrors = {
  insufficient_funds: { status: 422, retryable: false },
  invalid_withdrawal_address: { status: 422, retryable: false },
  withdrawal_disabled: { status: 403, retryable: false },
  deposit_disabled: { status: 403, retryable: false },
  invalid_deposit_address: { status: 422, retryable: false },
  withdrawal_limit_exceeded: { status: 422, retryable: false, params: ['left', 'coin'] },
  // One address more than a user may have without anything having come to them.
  deposit_limit_exceeded: { status: 422, retryable: false, params: ['max'] },
  transaction_failed: { status: 422, retryable: false },
  transaction_not_found: { status: 404, retryable: false },
  confirmation_required: { status: 403, retryable: false },
  invalid_memo: { status: 422, retryable: false },
  duplicate_transaction: { status: 409, retryable: false },
  address_not_saved: { status: 403, retryable: false },
  address_denied: { status: 403, retryable: false },
  cold_wallet_unavailable: { status: 503, retryable: true },
  // The link of a mail, opened by somebody who is logged in as another user.
  link_of_another_account: { status: 403, retryable: false },
  withdrawal_already_confirmed: { status: 409, retryable: false },
  withdrawal_already_cancelled: { status: 409, retryable: false },
  withdrawal_already_sent: { status: 409, retryable: false },
  // What staff decide on.
  withdrawal_not_held: { status: 409, retryable: false },
  own_withdrawal: { status: 403, retryable: false },
  withdrawal_not_queued: { status: 409, retryable: false },
  // No transaction of it is signed and without a block.
  payout_not_waiting: { status: 409, retryable: false },
  // One person alone may not let so much go or credit it.
  // What staff are told where the owner would hear `payouts_frozen`, or that something is to be proved.
  owner_payouts_frozen: { status: 403, retryable: false },
  // For 24 hours after the account of a member of staff was recovered on the machine.
  payouts_resting: { status: 403, retryable: true },
  owner_unproved: { status: 403, retryable: false },
  second_person_required: { status: 403, retryable: false },
  // One person alone moves the rate of a currency only a little.
  rate_needs_second_person: { status: 403, retryable: false },
  // What a person says that a withdrawal was paid by.
  payment_not_found: { status: 422, retryable: false },
  payment_not_final: { status: 409, retryable: true },
  payment_not_ours: { status: 422, retryable: false },
  coin_not_stopped: { status: 409, retryable: false },
  refill_not_open: { status: 409, retryable: false },
  fee_ceiling_reached: { status: 409, retryable: false },
  refill_not_as_asked: { status: 422, retryable: false },
  deposit_not_held: { status: 409, retryable: false },
  deposit_not_final: { status: 409, retryable: true },
  deposit_has_owner: { status: 409, retryable: false },
  // The reference of a bank transfer in another currency than the money that arrived.
  bank_currency_differs: { status: 409, retryable: false, params: ['expected', 'arrived'] },
  token_not_listed: { status: 409, retryable: false, params: ['network', 'contract'] },
  card_not_found: { status: 404, retryable: false },
  card_expired: { status: 422, retryable: false },
  // In USDT of value, by the level of the account.
  card_limit_exceeded: { status: 422, retryable: false, params: ['left'] },
  card_payment_not_refundable: { status: 409, retryable: false },
  // What was bought is to be sold first: a refund takes the currency that was credited.
  card_refund_not_covered: { status: 409, retryable: false, params: ['amount', 'currency'] },
  code_already_redeemed: { status: 409, retryable: false },
  code_expired: { status: 422, retryable: false },
  // A proof of liabilities that was never published.
  proof_not_found: { status: 404, retryable: false },
} as const satisfies ErrorRules;
