import type { ApiFailure, Refusal } from './failure.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The one answer whose code is nested: `{ code: { code: 'token_not_valid' } }`. */
export function isTokenNotValid(status: number, body: unknown): boolean {
  if (status !== 401 || !isRecord(body) || !isRecord(body.code)) return false;
  return body.code.code === 'token_not_valid';
}

function readCode(status: number, body: unknown): Refusal['code'] {
  if (isTokenNotValid(status, body)) return 'token_not_valid';
  return isRecord(body) && typeof body.code === 'string' ? body.code : null;
}

function readFields(body: unknown): Refusal['fields'] {
  if (!isRecord(body) || !isRecord(body.fields)) return {};
  return Object.fromEntries(
    Object.entries(body.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Wraps whatever came with a status outside 200 to 299; a proxy's HTML page gives nulls, not an exception. */
export function readRefusal(status: number, body: unknown, retryAfterSeconds?: number): ApiFailure {
  return {
    kind: 'refused',
    message: `Request failed with status code ${status}`,
    status,
    code: readCode(status, body),
    detail: isRecord(body) && typeof body.detail === 'string' ? body.detail : null,
    fields: readFields(body),
    data: body,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
