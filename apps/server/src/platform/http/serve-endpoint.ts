import { type Access, apiBase, type Endpoint, publicApiBase, type Role } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType, z } from 'zod/mini';
import type { App } from './app.ts';
import { type Admission, hookOf, requireRole } from './authenticate-request.ts';
import type { Caller } from './caller.ts';
import type { CallerLimit } from './caller-limit.ts';
import { describeEndpoint } from './openapi/describe-endpoint.ts';
import { unknownFieldCheck } from './unknown-fields.ts';

type Parsed<Schema> = Schema extends ZodMiniType ? z.output<Schema> : undefined;
type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema> ? Parsed<Schema> : undefined;

/** What a handler is given: everything has passed the contract's schemas. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: Part<E, 'params'>;
  readonly query: Part<E, 'query'>;
  readonly body: Part<E, 'body'>;
  readonly caller: E['access'] extends 'public' | 'open' ? undefined : Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type EndpointHandler<E extends Endpoint> = (
  input: EndpointInput<E>,
) => z.output<E['response']> | Promise<z.output<E['response']>>;

export interface ServeOptions {
  /** Calls one address may make to this endpoint in a minute, where the general limit is too generous. */
  readonly rateLimitPerMinute?: number;
  /** Counts the calls of each user instead, and leaves the general limit out. */
  readonly callerLimit?: CallerLimit;
  /**
   * Writes the answer as it is instead of holding it to the contract once more. For what programs do often, and only where the handler makes
   * the answer field by field and tests hold it to the contract.
   */
  readonly exactAnswer?: boolean;
}

/** Serves a contract endpoint under its bases. Both slash forms answer, because the router ignores the last slash. */
export function serveEndpoint<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: EndpointHandler<E>,
  options: ServeOptions = {},
): void {
  const refuseUnknownFields = unknownFieldCheck(endpoint);
  const bases = endpoint.access === 'public' ? [apiBase, publicApiBase] : [apiBase];
  for (const base of bases) {
    app.route({
      method: endpoint.method,
      url: `${base}${endpoint.path}/`,
      schema: describeEndpoint(endpoint, base),
      ...(isOpen(endpoint.access) ? {} : admissionHooks(endpoint.access, options)),
      ...(options.exactAnswer ? { serializerCompiler: () => JSON.stringify } : {}),
      config: { endpoint, ...rateLimitOf(options) },
      handler: (request, reply) => {
        refuseUnknownFields(request);
        return handler(inputOf(endpoint, request, reply));
      },
    });
  }
}

/** Who calls is asked before the body is read, so that strangers send none, and again when it is here: meanwhile their session may have ended. */
function admissionHooks(role: Role, { callerLimit }: ServeOptions) {
  const authenticate = requireRole(role);
  const admit: Admission = callerLimit ? (request) => callerLimit.admit(request, authenticate) : authenticate;
  const admitAgain: Admission = (request) => (request.body === undefined ? undefined : authenticate(request));
  return { onRequest: hookOf(admit), preHandler: hookOf(admitAgain) };
}

function rateLimitOf({ rateLimitPerMinute: max, callerLimit }: ServeOptions) {
  if (callerLimit) return { rateLimit: false } as const;
  return max === undefined ? {} : { rateLimit: { max, timeWindow: 60_000 } };
}

function isOpen(access: Access): access is Exclude<Access, Role> {
  return access === 'public' || access === 'open';
}

/** The router validated by the same schemas that `EndpointInput` is derived from, which the compiler cannot see. */
function inputOf<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): EndpointInput<E> {
  invariant(
    isOpen(endpoint.access) || request.caller !== null,
    'a user endpoint was reached without a caller',
  );
  return {
    params: endpoint.params && request.params,
    query: endpoint.query && request.query,
    body: endpoint.body && request.body,
    caller: request.caller ?? undefined,
    request,
    reply,
  } as EndpointInput<E>;
}
