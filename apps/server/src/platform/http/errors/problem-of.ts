import { type ErrorCode, errorCatalogue } from '@emporion/contracts/errors';
import type { Endpoint } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isOutOfSpace } from '#platform/database/out-of-space.ts';
import { Problem, type Sentence } from '#platform/http/problem.ts';
import { isDatabaseUnreachable } from './database-unreachable.ts';
import { expectedProblem } from './expected-problem.ts';
import { refusedFields } from './refused-fields.ts';
import { isUnstorableText } from './unstorable-text.ts';

const codesOfFramework: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request_format',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request_format',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'gateway_timeout',
};

const codesOfStatus = new Map<number, ErrorCode>(
  Object.entries(errorCatalogue)
    .filter(([, row]) => row.group === 'http')
    .map(([code, row]) => [row.status, code as ErrorCode]),
);

/** Finds the catalogue row for anything that was thrown. What nobody expected is `internal`. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const expected = expectedProblem(error);
  if (expected) return expected;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const name = (error.validationContext ?? 'body') as 'body' | 'querystring' | 'params' | 'headers';
    const input = name === 'querystring' ? request.query : request[name];
    const findings = error.validation.map((finding) => ({ ...finding, params: { ...finding.params } }));
    const { endpoint } = request.routeOptions.config;
    const schema = name === 'body' ? endpoint?.body : name === 'querystring' ? endpoint?.query : undefined;
    const fields = refusedFields(findings, { name, input, schema });
    return new Problem(isIncomplete(fields, endpoint) ? 'required_fields_missing' : 'unprocessable_entity', {
      fields,
    });
  }
  if (isDatabaseUnreachable(error) || isOutOfSpace(error)) return new Problem('database_error');
  if (isUnstorableText(error)) return new Problem('unprocessable_entity');
  return new Problem(codeOf(error));
}

/** Whether nothing is wrong with a form but that fields are missing, where the endpoint declares a code for that. */
function isIncomplete(
  fields: Readonly<Record<string, Sentence>>,
  endpoint: Pick<Endpoint, 'errors'> | undefined,
): boolean {
  const found = Object.values(fields);
  const isDeclared = endpoint?.errors?.includes('required_fields_missing') ?? false;
  return isDeclared && found.length > 0 && found.every(({ code }) => code === 'field_required');
}

function codeOf(error: unknown): ErrorCode {
  if (!(error instanceof Error)) return 'internal';
  const code = 'code' in error && typeof error.code === 'string' ? codesOfFramework[error.code] : undefined;
  if (code !== undefined) return code;
  // Only the framework and its plugins set a status. A status of 500 and above is a fault whatever it says.
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status >= 500 ? 'internal' : (codesOfStatus.get(status) ?? 'bad_request');
}
