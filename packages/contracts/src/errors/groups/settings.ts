import type { ErrorRules } from '#errors/row.ts';

/** What staff set for the whole exchange, and what it asks of people. */
export const settingsErrors = {
  kyc_unavailable: { status: 409, retryable: false },
  mail_unavailable: { status: 409, retryable: false },
  sms_unavailable: { status: 409, retryable: false },
  contrast_too_low: { status: 422, retryable: false },
  logo_invalid: { status: 422, retryable: false },
  coin_logo_invalid: { status: 422, retryable: false },
  two_factor_setup_required: { status: 403, retryable: false },
  draft_unchanged: { status: 409, retryable: false },
  fee_tiers_invalid: { status: 422, retryable: false },
  level_limits_invalid: { status: 422, retryable: false },
  kyc_level_invalid: { status: 422, retryable: false },
  kyc_level_unreachable: { status: 409, retryable: false },
} as const satisfies ErrorRules;
