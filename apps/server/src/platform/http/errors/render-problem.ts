import {
  type ErrorBody,
  errorCatalogue,
  type TokenNotValidBody,
  tokenNotValidBody,
} from '@emporion/contracts/errors';
import type { Language } from '@emporion/i18n';
import { translate } from '@emporion/i18n/server';
import type { Problem } from '#platform/http/problem.ts';

export interface Answer {
  readonly status: number;
  readonly body: ErrorBody | TokenNotValidBody;
}

/** The one place where a catalogue row becomes an answer, so that every refusal has the same shape and language. */
export function renderProblem(problem: Problem, language: Language): Answer {
  const { status, messageKey } = errorCatalogue[problem.code];
  const detail = problem.detail ?? translate(language, messageKey, problem.params);
  // A program recognises this one by its nested code and renews its token.
  if (problem.code === 'token_not_valid') return { status, body: tokenNotValidBody(detail) };
  const fields = Object.entries(problem.fields ?? {}).map(([path, { code, params }]) => [
    path,
    translate(language, errorCatalogue[code].messageKey, params),
  ]);
  return {
    status,
    body: {
      code: problem.code,
      detail,
      ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    },
  };
}
