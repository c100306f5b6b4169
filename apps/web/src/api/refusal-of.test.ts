import type { Translate } from '@emporion/i18n/texts';
import { expect, it } from 'vitest';
import {
  ApiError,
  type ApiFailure,
  abortedFailure,
  networkFailure,
  sessionLost,
  timeoutFailure,
} from './failure.ts';
import { messageOf, refusalOf } from './refusal-of.ts';

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

it.each([
  [502, 'errors.bad_gateway 502'],
  [503, 'errors.service_unavailable 503'],
  [504, 'errors.gateway_timeout 504'],
  [413, 'errors.request_failed 413'],
])('has a sentence for status %i of a proxy', (status, sentence) => {
  const failure = { ...refused(null), status, code: null } as ApiFailure;
  expect(refusalOf(failure, t).message).toBe(sentence);
});

it('has a sentence for whatever was thrown', () => {
  expect(messageOf(new ApiError(networkFailure), t)).toBe('errors.network_error');
  expect(messageOf(new Error('a bug'), t)).toBe('errors.default_error');
});
