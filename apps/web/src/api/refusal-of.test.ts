import type { Translate } from '@emporion/i18n/texts';
import { expect, it } from 'vitest';
import { type ApiFailure, abortedFailure, networkFailure, sessionLost, timeoutFailure } from './failure.ts';
import { refusalOf } from './refusal-of.ts';

const t = (([key]: readonly string[], params?: { status: number }) =>
  params === undefined ? key : `${key} ${params.status}`) as unknown as Translate;
const refused = (detail: string | null): ApiFailure => ({
  kind: 'refused',
  message: 'Request failed with status code 422',
  status: 422,
  code: 'value_invalid',
  detail,
  fields: { email: 'No.' },
  data: null,
});

it.each([
  [networkFailure, 'errors.network_error'],
  [timeoutFailure, 'errors.timeout_exceeded'],
  [abortedFailure, 'errors.request_aborted'],
  [sessionLost, 'errors.session_expired'],
  [{ kind: 'unexpected-answer', message: 'x' } as const, 'errors.server_error'],
  [refused(null), 'errors.request_failed 422'],
  [refused('The server’s own words.'), 'The server’s own words.'],
])('has a sentence for %o', (failure, sentence) => {
  expect(refusalOf(failure, t).message).toBe(sentence);
});

it('hands on what was said about single fields', () => {
  expect(refusalOf(refused(null), t).fields).toEqual({ email: 'No.' });
  expect(refusalOf(networkFailure, t).fields).toEqual({});
});
