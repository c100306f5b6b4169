import {
  type Access,
  apiBase,
  type Endpoint,
  type GuardedAccess,
  publicApiBase,
} from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType, z } from 'zod/mini';
import { refuseUnreadable } from './acceptable.ts';
import { accountTurnsOf } from './account-turns.ts';
import type { App } from './app.ts';
import { type Admission, hookOf, requireAccess } from './authenticate-request.ts';
import type { Caller } from './caller.ts';
import type { CallerLimit } from './caller-limit.ts';
import { describeEndpoint } from './openapi/describe-endpoint.ts';
import { packLargeAnswer } from './packed-answers.ts';
import type { Problem } from './problem.ts';
import { countCall, countHook, RateLimit } from './rate-limit.ts';
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
  /** Calls one user, or one address that nobody is known at, may make to this endpoint in a minute, where the general limit is too generous. */
  readonly rateLimitPerMinute?: number;
  /** Counts the calls of each user by the second, and leaves the general limit and the queue of the account out. */
  readonly callerLimit?: CallerLimit;
  /**
   * Of an endpoint without access control: who a body proves to come from, such as a session by its refresh token. They
   * are counted as themselves, and are not refused for others' calls from the same address. It must be cheap, for whoever
   * is refused is asked too, and the body has not been judged yet.
   */
  readonly provenBy?: (body: unknown) => string | undefined;
  /** Lets a call through beside the account's other calls, however many wait: for what an owner needs to stop those. */
  readonly unqueued?: boolean;
  /**
   * Writes the answer as it is instead of holding it to the contract once more. For what programs do often, and only where the handler makes
   * the answer field by field and tests hold it to the contract.
   */
  readonly exactAnswer?: boolean;
}

const served = new WeakMap<object, Map<Endpoint, (input: never) => unknown>>();

/** What answers an endpoint here, for whoever asks in somebody's place and has checked that they may: no limit and no access is asked for. */
export function handlerOf<E extends Endpoint>(app: App, endpoint: E): EndpointHandler<E> {
  const handler = served.get(app.server)?.get(endpoint);
  invariant(handler !== undefined, 'nobody serves an endpoint that is asked for in somebody’s place');
  return handler as EndpointHandler<E>;
}

/** Serves a contract endpoint under its bases. Both slash forms answer, because the router ignores the last slash. */
export function serveEndpoint<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: EndpointHandler<E>,
  options: ServeOptions = {},
): void {
  const known = served.get(app.server) ?? new Map();
  served.set(app.server, known.set(endpoint, handler));
  const refuseUnknownFields = unknownFieldCheck(endpoint);
  const { rateLimitPerMinute: perMinute } = options;
  const limit = perMinute === undefined ? app.rateLimit : new RateLimit(perMinute);
  const hooks = isOpen(endpoint.access)
    ? countingHooks(limit, options.provenBy)
    : admissionHooks(endpoint.access, limit, options);
  const turns = accountTurnsOf(app);
  // Readings and changes wait apart, so that a flood of one of them does not hold the other.
  const lane = endpoint.method === 'GET' ? 'read' : 'change';
  const isQueued = options.callerLimit === undefined && options.unqueued !== true;
  const bases = endpoint.access === 'public' ? [apiBase, publicApiBase] : [apiBase];
  for (const base of bases) {
    app.route({
      method: endpoint.method,
      url: `${base}${endpoint.path}/`,
      schema: describeEndpoint(endpoint, base),
      ...hooks,
      ...(endpoint.method === 'GET' ? { onSend: packLargeAnswer } : {}),
      ...(options.exactAnswer ? { serializerCompiler: () => JSON.stringify } : {}),
      config: { endpoint },
      handler: (request, reply) => {
        refuseUnreadable(request);
        refuseUnknownFields(request);
        const answer = () => handler(inputOf(endpoint, request, reply));
        const { caller } = request;
        return isQueued && caller !== null ? turns.run(`${lane} ${caller.userId}`, answer) : answer();
      },
    });
  }
}

function countingHooks(limit: RateLimit, provenBy: ServeOptions['provenBy']) {
  if (provenBy === undefined) return { onRequest: countHook(limit) };
  const refusals = new WeakMap<FastifyRequest, Problem>();
  // The call is counted before the body is read, so that bodies that cannot be read are too, and refused after it.
  const count: Admission = (request, reply) => {
    const keep = (refusal: Problem | undefined): undefined => {
      if (refusal) refusals.set(request, refusal);
    };
    const verdict = countCall(limit, request, reply);
    return verdict instanceof Promise ? verdict.then(keep) : keep(verdict);
  };
  const judge: Admission = (request, reply) => {
    const key = provenBy(request.body);
    return key === undefined ? refusals.get(request) : limit.countCaller(key, reply);
  };
  return { onRequest: hookOf(count), preValidation: hookOf(judge) };
}

/**
 * Who calls is asked before the body is read, so that strangers send none, and again when it is here: meanwhile their session may have ended. It is asked before
 * the call is counted, too: an address is charged for calls without a good token only, and nobody with one is refused for what others do there.
 */
function admissionHooks(
  access: GuardedAccess,
  limit: RateLimit,
  { callerLimit }: Pick<ServeOptions, 'callerLimit'>,
) {
  const authenticate = requireAccess(access);
  const count = (request: FastifyRequest, reply: FastifyReply): Problem | undefined => {
    const { caller } = request;
    if (caller === null) return limit.countAddress(request, reply);
    return callerLimit ? callerLimit.count(caller.userId) : limit.countCaller(caller.userId, reply);
  };
  const admit: Admission = (request, reply) => {
    const verdict = authenticate(request);
    if (verdict instanceof Promise) return verdict.then((refusal) => count(request, reply) ?? refusal);
    return count(request, reply) ?? verdict;
  };
  const admitAgain: Admission = (request) => (request.body === undefined ? undefined : authenticate(request));
  return { onRequest: hookOf(admit), preHandler: hookOf(admitAgain) };
}

function isOpen(access: Access): access is 'public' | 'open' {
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
