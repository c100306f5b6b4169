import type { ErrorRules } from '#errors/row.ts';

/** The specification's "other keys": refusals of withdrawals, swaps, codes and settings; and those of exports. */
export const operationErrors = {
  wrong_captcha: { status: 422, retryable: false },
  invalid_code: { status: 422, retryable: false },
  wrong_data: { status: 422, retryable: false },
  check_min_max_limit: { status: 422, retryable: false },
  swap_price_moved: { status: 422, retryable: true },
  swap_not_offered: { status: 422, retryable: true },
  quote_expired: { status: 409, retryable: false },
  price_changed: { status: 409, retryable: false },
  recurring_limit_reached: { status: 422, retryable: false, params: ['max'] },
  start_out_of_range: { status: 422, retryable: false },
  // Named beside `insufficient_funds`, `insufficient_balance` and `order_no_funds`, so it stays.
  not_enough_funds: { status: 422, retryable: false },
  wrong_address: { status: 422, retryable: false },
  // The sentences of `wrong_address` and `invalid_withdrawal_address` for what is seen in the address.
  address_mistyped: { status: 422, retryable: false },
  address_of_test_network: { status: 422, retryable: false },
  address_of_other_network: { status: 422, retryable: false, params: ['networks'] },
  // The same for the details of a bank account.
  iban_invalid: { status: 422, retryable: false },
  bank_account_invalid: { status: 422, retryable: false },
  bank_code_invalid: { status: 422, retryable: false },
  // Whoever is verified pays out to accounts in their own name.
  holder_differs: { status: 422, retryable: false },
  payouts_frozen: { status: 403, retryable: false },
  out_of_limit: { status: 422, retryable: false, params: ['left'] },
  card_hold: { status: 422, retryable: false, params: ['hours', 'amount'] },
  // What a person would look at, were it a withdrawal: the sentences of `out_of_limit` for transfers and codes.
  transfer_too_large: { status: 422, retryable: false, params: ['max'] },
  transfer_value_unknown: { status: 422, retryable: true, params: ['coin'] },
  transfer_from_new_device: { status: 422, retryable: true, params: ['hours'] },
  transfers_too_many: { status: 422, retryable: true, params: ['max', 'minutes'] },
  // The sentence of `too_many_withdrawal_attempts` for whoever tried too many names in a day.
  recipients_not_found_too_often: { status: 429, retryable: true },
  // The sentence of the wrong code after which a withdrawal ends.
  withdrawal_ended: { status: 401, retryable: false },
  not_suitable_pair: { status: 422, retryable: false },
  wrong_old_password: { status: 422, retryable: false },
  not_enough_for_fee: { status: 422, retryable: false },
  // The sentence of `not_enough_for_fee` for a refill from cold whose fee is paid in another coin.
  cold_fee_missing: { status: 422, retryable: false, params: ['coin', 'amount'] },
  not_enough_in_holds: { status: 422, retryable: false },
  country_not_supported: { status: 403, retryable: false },
  // One export of a user is made at a time.
  export_running: { status: 409, retryable: true },
  export_too_large: { status: 422, retryable: false, params: ['rows', 'max'] },
} as const satisfies ErrorRules;
