import type { ErrorRules } from '#errors/row.ts';

/** Messages that a page shows when there is nothing more exact to say. */
export const generalErrors = {
  page_not_found: { status: 404, retryable: false },
  server_error: { status: 500, retryable: true },
  default_error: { status: 500, retryable: true },
} as const satisfies ErrorRules;
