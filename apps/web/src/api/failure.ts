import type { ErrorCode } from '@emporion/contracts/errors';

/**
 * Why a call did not give its data. The messages are the client's names for the cases, as the specification
 * lists them; what a person reads is `detail`, or a sentence of the interface's own.
 */
export type ApiFailure =
  | { readonly kind: 'network'; readonly message: 'Network Error' }
  | { readonly kind: 'aborted'; readonly message: 'Request aborted' }
  | { readonly kind: 'timeout'; readonly message: 'timeout exceeded' }
  /** The session could not be renewed. It carries nothing: the visitor is on the way to the login page. */
  | { readonly kind: 'session-lost' }
  /** The server answered 2xx with a body that the contract does not allow. */
  | { readonly kind: 'unexpected-answer'; readonly message: string }
  | ({ readonly kind: 'refused' } & Refusal);

/** The server's answer outside 200 to 299, wrapped. */
export interface Refusal {
  readonly message: `Request failed with status code ${number}`;
  readonly status: number;
  /** The catalogue code, or null when something between us and the server answered. `hasCode` compares it. */
  readonly code: string | null;
  /** The server's sentence in the request's language. */
  readonly detail: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: unknown;
  /** Seconds until the server expects another try, where it says so. */
  readonly retryAfterSeconds?: number;
}

export const networkFailure = { kind: 'network', message: 'Network Error' } as const;
export const abortedFailure = { kind: 'aborted', message: 'Request aborted' } as const;
export const timeoutFailure = { kind: 'timeout', message: 'timeout exceeded' } as const;
export const sessionLost = { kind: 'session-lost' } as const;

export function hasCode(failure: ApiFailure, code: ErrorCode | 'token_not_valid'): boolean {
  return failure.kind === 'refused' && failure.code === code;
}

/** Lets a failure travel through code that speaks in exceptions, such as a query cache. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super('message' in failure ? failure.message : failure.kind);
    this.failure = failure;
  }
}
