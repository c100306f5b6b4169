import type { ErrorRules } from '#errors/row.ts';

/** What a socket answers with a message of kind `error`. */
export const socketErrors = {
  subscription_unknown: { status: 404, retryable: false },
  command_missing: { status: 422, retryable: false },
  command_unknown: { status: 404, retryable: false },
  too_many_subscriptions: { status: 429, retryable: false },
} as const satisfies ErrorRules;
