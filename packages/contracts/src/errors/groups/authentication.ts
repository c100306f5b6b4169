import type { ErrorRules } from '#errors/row.ts';

/** Who is calling. 401 means the identity is not proved; 403 means it is, and that does not suffice. */
export const authenticationErrors = {
  invalid_credentials: { status: 401, retryable: false },
  account_locked: { status: 403, retryable: false },
  account_disabled: { status: 403, retryable: false },
  session_expired: { status: 401, retryable: false },
  invalid_token: { status: 401, retryable: false },
  // On the wire this one has a shape of its own, `tokenNotValidBody`: it tells the client to refresh and to retry.
  token_not_valid: { status: 401, retryable: false },
  two_factor_required: { status: 401, retryable: false },
  two_factor_invalid: { status: 401, retryable: false },
  two_factor_expired: { status: 401, retryable: false },
  two_factor_used: { status: 401, retryable: false },
  // The specification names this message beside `too_many_verification_attempts` of the security group, so both stay.
  two_factor_attempts_exceeded: { status: 429, retryable: true },
  email_not_verified: { status: 403, retryable: false },
  phone_not_verified: { status: 403, retryable: false },
} as const satisfies ErrorRules;
