import type { ErrorCode } from '@emporion/contracts/errors';
import type { Translate } from '@emporion/i18n/texts';
import { ApiError, type ApiFailure } from './failure.ts';

/**
 * What a person reads about a call that failed. The texts are of the area `errors`, which a form fetches when
 * somebody begins to write.
 */
export interface FailureTexts {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Said when the area of the errors could not be fetched either. */
const unknown = 'common.somethingWentWrong';

/** Answers without a code come from a proxy in front of the server, while that restarts for instance. */
const proxyCodes: Readonly<Record<number, ErrorCode>> = {
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
};

function ofProxy(status: number, t: Translate): string {
  const code = proxyCodes[status] ?? 'request_failed';
  return t([`errors.${code}`, unknown], { status });
}

function sentenceOf(failure: ApiFailure, t: Translate): string {
  switch (failure.kind) {
    case 'refused':
      return failure.detail ?? ofProxy(failure.status, t);
    case 'network':
      return t(['errors.network_error', unknown]);
    case 'timeout':
      return t(['errors.timeout_exceeded', unknown]);
    case 'aborted':
      return t(['errors.request_aborted', unknown]);
    case 'session-lost':
      return t(['errors.session_expired', unknown]);
    case 'unexpected-answer':
      return t(['errors.server_error', unknown]);
  }
}

/** A failure as `useForm` takes it: one sentence about the whole, and those about single fields. */
export function refusalOf(failure: ApiFailure, t: Translate): FailureTexts {
  return {
    message: sentenceOf(failure, t),
    fields: failure.kind === 'refused' ? failure.fields : {},
  };
}

/** The sentence of whatever was thrown while something was asked for. */
export function messageOf(error: unknown, t: Translate): string {
  if (error instanceof ApiError) return sentenceOf(error.failure, t);
  return t(['errors.default_error', unknown]);
}
