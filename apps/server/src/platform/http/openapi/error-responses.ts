import { type ErrorCode, errorCatalogue } from '@emporion/contracts/errors';
import { type Endpoint, isCapability } from '@emporion/contracts/rest';
import { translate } from '@emporion/i18n/server';

interface ErrorResponse {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: unknown } };
}

/** The failures of an endpoint by status, with their codes, in the form of OpenAPI. The sentence of a code stands once, in the schema `Error`. */
export function errorResponses(endpoint: Declared): Record<string, ErrorResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of declaredCodes(endpoint)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, codes]) => [String(status), responseOf(codes)]),
  );
}

/** With which a body can be refused before anybody looks at its fields. */
const ofBodies = [
  'bad_request',
  'request_timeout',
  'invalid_request_format',
  'request_too_deep',
  'payload_too_large',
  'unsupported_media_type',
  'field_repeated',
  'number_with_exponent',
  'number_too_long',
] as const;

type Declared = Pick<Endpoint, 'method' | 'access' | 'errors' | 'params' | 'duringMaintenance'>;

/** Every code with which a call can be refused: its own, and those that come with what it asks for. A query or a body that nobody asked for is refused too. */
export function declaredCodes({
  method,
  access,
  errors = [],
  params,
  duringMaintenance,
}: Declared): ErrorCode[] {
  const changes = method !== 'GET';
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(access === 'public' || access === 'open' ? [] : (['unauthorized', 'token_not_valid'] as const)),
      ...(access === 'trader' ? (['staff_account', 'two_factor_setup_required'] as const) : []),
      ...(params === undefined && !isCapability(access) ? [] : (['not_found'] as const)),
      'not_acceptable',
      'unprocessable_entity',
      ...(changes ? ofBodies : []),
      ...(changes && !duringMaintenance && !isCapability(access) ? (['maintenance'] as const) : []),
      'rate_limit_exceeded',
      'internal',
      'database_error',
      'service_unavailable',
      'gateway_timeout',
    ]),
  ];
}

function responseOf(codes: readonly ErrorCode[]): ErrorResponse {
  const error = { $ref: '#/components/schemas/Error' };
  const schema = codes.includes('token_not_valid')
    ? { oneOf: [error, { $ref: '#/components/schemas/TokenNotValid' }] }
    : error;
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema } },
  };
}

/** Every code with its sentence in English, as a list in Markdown. */
export function sentencesOfCodes(): string {
  const lines = Object.entries(errorCatalogue).map(
    ([code, { messageKey }]) => `- \`${code}\`: ${translate('en', messageKey)}`,
  );
  return lines.join('\n');
}
