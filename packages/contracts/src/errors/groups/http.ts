import type { ErrorRules } from '#errors/row.ts';

/** The general answers of HTTP, used where no code says it more exactly. */
export const httpErrors = {
  bad_request: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  not_acceptable: { status: 406, retryable: false },
  request_timeout: { status: 408, retryable: true },
  payload_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  unprocessable_entity: { status: 422, retryable: false },
  too_many_requests: { status: 429, retryable: true },
  // The specification names `internal (500)` and, among the messages, `server_error`: both stay, with one text.
  internal: { status: 500, retryable: true },
  bad_gateway: { status: 502, retryable: true },
  service_unavailable: { status: 503, retryable: true },
  gateway_timeout: { status: 504, retryable: true },
} as const satisfies ErrorRules;
