import type { ErrorRules } from '#errors/row.ts';

/** What protects an account from somebody else. */
export const securityErrors = {
  suspicious_activity: { status: 403, retryable: false },
  account_compromised: { status: 403, retryable: false },
  // What staff may do for others and nobody for themselves.
  own_account: { status: 403, retryable: false },
  password_breach: { status: 422, retryable: false },
  device_not_recognized: { status: 403, retryable: false },
  location_suspicious: { status: 403, retryable: false },
  too_many_login_attempts: { status: 429, retryable: true },
  too_many_withdrawal_attempts: { status: 429, retryable: true },
  too_many_verification_attempts: { status: 429, retryable: true },
  // A code or a mail is on its way; the header says when the next one can be asked for.
  already_sent: { status: 429, retryable: true, params: ['seconds'] },
} as const satisfies ErrorRules;
