import type { ErrorRules } from '#errors/row.ts';

/** Calls signed with an API key, and the form of a request. */
export const apiErrors = {
  invalid_api_key: { status: 401, retryable: false },
  api_key_disabled: { status: 403, retryable: false },
  api_key_expired: { status: 401, retryable: false },
  rate_limit_exceeded: { status: 429, retryable: true },
  invalid_signature: { status: 401, retryable: false },
  invalid_nonce: { status: 401, retryable: false },
  timestamp_too_old: { status: 401, retryable: false },
  invalid_request_format: { status: 400, retryable: false },
  request_too_deep: { status: 400, retryable: false, params: ['max'] },
  missing_required_header: { status: 400, retryable: false },
  ip_not_whitelisted: { status: 403, retryable: false },
} as const satisfies ErrorRules;
