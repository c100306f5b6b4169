import type { ErrorRules } from '#errors/row.ts';

/**
 * What a field says about its value. The confirmation of a password, terms and privacy are in the account group;
 * the limits of withdrawals and the sufficient balance are in the wallet group: one code, one meaning.
 */
export const validationErrors = {
  field_required: { status: 422, retryable: false },
  field_empty: { status: 422, retryable: false },
  value_invalid: { status: 422, retryable: false },
  value_not_allowed: { status: 422, retryable: false },
  field_unknown: { status: 422, retryable: false },
  text_too_short: { status: 422, retryable: false, params: ['min'] },
  text_too_long: { status: 422, retryable: false, params: ['max'] },
  number_too_small: { status: 422, retryable: false, params: ['min'] },
  number_too_large: { status: 422, retryable: false, params: ['max'] },
  not_an_integer: { status: 422, retryable: false },
  too_many_items: { status: 422, retryable: false, params: ['max'] },
  email_invalid: { status: 422, retryable: false },
  phone_invalid: { status: 422, retryable: false },
  country_invalid: { status: 422, retryable: false },
  password_too_short: { status: 422, retryable: false, params: ['min'] },
  password_needs_uppercase: { status: 422, retryable: false },
  password_needs_lowercase: { status: 422, retryable: false },
  password_needs_digit: { status: 422, retryable: false },
  birthday_invalid: { status: 422, retryable: false },
  age_too_low: { status: 422, retryable: false, params: ['min'] },
  amount_negative: { status: 422, retryable: false },
  amount_not_a_number: { status: 422, retryable: false },
  amount_too_many_decimals: { status: 422, retryable: false, params: ['max'] },
  amount_too_small: { status: 422, retryable: false, params: ['min'] },
  amount_too_large: { status: 422, retryable: false, params: ['max'] },
  quantity_too_small: { status: 422, retryable: false, params: ['min'] },
  quantity_too_large: { status: 422, retryable: false, params: ['max'] },
  percent_too_small: { status: 422, retryable: false, params: ['min'] },
  coin_invalid: { status: 422, retryable: false },
  pair_invalid: { status: 422, retryable: false },
  address_not_unique: { status: 422, retryable: false },
  label_not_unique: { status: 422, retryable: false },
  same_account_transfer: { status: 422, retryable: false },
  card_number_invalid: { status: 422, retryable: false },
  payeer_account_invalid: { status: 422, retryable: false },
  destination_tag_required: { status: 422, retryable: false },
} as const satisfies ErrorRules;
