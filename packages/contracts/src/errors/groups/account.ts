import type { ErrorRules } from '#errors/row.ts';

/** Registration, password recovery and verification of an e-mail address. */
export const accountErrors = {
  email_already_registered: { status: 409, retryable: false },
  weak_password: { status: 422, retryable: false },
  passwords_do_not_match: { status: 422, retryable: false },
  terms_not_accepted: { status: 422, retryable: false },
  privacy_not_accepted: { status: 422, retryable: false },
  required_fields_missing: { status: 422, retryable: false },
  reset_token_invalid: { status: 422, retryable: false },
  account_not_found: { status: 404, retryable: false },
  email_already_verified: { status: 409, retryable: false },
  registration_replaced: { status: 409, retryable: false },
  username_taken: { status: 409, retryable: false },
  name_verified: { status: 409, retryable: false },
  push_address_refused: { status: 422, retryable: false },
  too_many_browsers: { status: 409, retryable: false },
  account_not_empty: { status: 409, retryable: false },
} as const satisfies ErrorRules;
