import type { ErrorRules } from '#errors/row.ts';

/**
 * Failures that the HTTP client itself sees: no answer came, or one without a code. They never travel, so status is 0.
 * `connection_error` is what the sign-in form says, `network_error` what the client reports; the specification names both.
 */
export const clientErrors = {
  network_error: { status: 0, retryable: true },
  request_aborted: { status: 0, retryable: true },
  timeout_exceeded: { status: 0, retryable: true },
  request_failed: { status: 0, retryable: true, params: ['status'] },
  connection_error: { status: 0, retryable: true },
} as const satisfies ErrorRules;
