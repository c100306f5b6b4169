import { type ErrorCode, errorCatalogue } from '@emporion/contracts/errors';
import { type Endpoint, staffRoles } from '@emporion/contracts/rest';
import { translate } from '@emporion/i18n/server';

interface ErrorResponse {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: unknown; readonly example: unknown } };
}

/** The failures of an endpoint by status, each code with its sentence, in the form of OpenAPI. */
export function errorResponses(endpoint: Endpoint): Record<string, ErrorResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(endpoint)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, codes]) => [String(status), responseOf(codes)]),
  );
}

function codesOf({ access, errors = [], params, query, body }: Endpoint): ErrorCode[] {
  const validated = params ?? query ?? body;
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(access === 'public' || access === 'open' ? [] : (['unauthorized', 'token_not_valid'] as const)),
      ...(staffRoles.some((role) => role === access) ? (['forbidden'] as const) : []),
      ...(validated === undefined ? [] : (['unprocessable_entity'] as const)),
      ...(body === undefined
        ? []
        : (['invalid_request_format', 'payload_too_large', 'unsupported_media_type'] as const)),
      'rate_limit_exceeded',
      'internal',
      'database_error',
      'service_unavailable',
    ]),
  ];
}

function responseOf(codes: readonly ErrorCode[]): ErrorResponse {
  const error = { $ref: '#/components/schemas/Error' };
  const schema = codes.includes('token_not_valid')
    ? { oneOf: [error, { $ref: '#/components/schemas/TokenNotValid' }] }
    : error;
  const sentences = codes.map((code) => ({ code, detail: translate('en', errorCatalogue[code].messageKey) }));
  return {
    description: sentences.map(({ code, detail }) => `- \`${code}\`: ${detail}`).join('\n'),
    content: { 'application/json': { schema, example: sentences[0] } },
  };
}
