import type { ErrorRules } from '#errors/row.ts';

/** The life of a session. `session_expired` is a code of the authentication group and has its row there. */
export const sessionErrors = {
  session_invalid: { status: 401, retryable: false },
  session_concurrent: { status: 401, retryable: false },
  maintenance: { status: 503, retryable: true },
} as const satisfies ErrorRules;
