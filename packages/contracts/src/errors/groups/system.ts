import type { ErrorRules } from '#errors/row.ts';

/** A part beneath the server failed. The caller did nothing wrong and may try again. */
export const systemErrors = {
  database_error: { status: 503, retryable: true },
  external_service_error: { status: 502, retryable: true },
  blockchain_error: { status: 503, retryable: true },
  node_sync_error: { status: 503, retryable: true },
  wallet_service_error: { status: 503, retryable: true },
  email_service_error: { status: 503, retryable: true },
  sms_service_error: { status: 503, retryable: true },
} as const satisfies ErrorRules;
