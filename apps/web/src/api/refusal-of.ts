import type { Translate } from '@emporion/i18n/texts';
import type { ApiFailure } from './failure.ts';

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

function sentenceOf(failure: ApiFailure, t: Translate): string {
  switch (failure.kind) {
    case 'refused':
      return failure.detail ?? t(['errors.request_failed', unknown], { status: failure.status });
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
