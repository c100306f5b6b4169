import type { GuardedAccess } from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import type { Authenticate, Caller } from './caller.ts';
import { knowConnection } from './connections.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes of logged-in users, before validation. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    authenticate: Authenticate;
  }
}

/** Takes the module that knows tokens. Until one exists every token is refused: the safe answer is the default. */
export function addAuthentication(app: App, platform: Platform, modules: readonly ServerModule[]): void {
  const authenticators = modules.flatMap((module) => module.authenticator?.(platform) ?? []);
  if (authenticators.length > 1) throw new Error('Two modules offer an authenticator; one must decide.');
  app.decorate('authenticate', authenticators[0] ?? (() => undefined));
  app.decorateRequest('caller', null);
}

/** Why a request is refused, or nothing. It comes at once where nobody has to be asked, for this stands before every order. */
export type Verdict = Problem | undefined | Promise<Problem | undefined>;
export type Admission = (request: FastifyRequest, reply: FastifyReply) => Verdict;

/**
 * Refuses with `unauthorized` without a token, with `token_not_valid` for one that nobody holds, with `staff_account` staff where only traders may go, with
 * `two_factor_setup_required` a trader without the factor that is required, and
 * with `not_found` whoever has not the capability that the endpoint asks for: what somebody may not do looks to them as if it were not there.
 */
export function requireAccess(needed: GuardedAccess): (request: FastifyRequest) => Verdict {
  const refusalOf = refusals(needed);
  const judge = (request: FastifyRequest, caller: Caller | undefined): Problem | undefined => {
    if (caller === undefined) return new Problem('token_not_valid');
    request.caller = caller;
    return refusalOf(caller);
  };
  return (request) => {
    const header = request.headers.authorization;
    if (header === undefined) return new Problem('unauthorized');
    const caller = holderOf(request, header);
    return caller instanceof Promise ? caller.then((late) => judge(request, late)) : judge(request, caller);
  };
}

function refusals(needed: GuardedAccess): (caller: Caller) => Problem | undefined {
  if (needed === 'user') return () => undefined;
  if (needed === 'trader')
    return ({ staff, missesFactor }) => {
      if (staff) return new Problem('staff_account');
      return missesFactor ? new Problem('two_factor_setup_required') : undefined;
    };
  return ({ capabilities }) => (capabilities?.has(needed) ? undefined : new Problem('not_found'));
}

/**
 * Whoever the request shows a good token of, where none is asked for. A token of which nobody can tell whose it is, because the
 * database does not answer, keeps nobody from what is open to all.
 */
export function shownBy(request: FastifyRequest): Caller | undefined | Promise<Caller | undefined> {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const caller = holderOf(request, header);
  return caller instanceof Promise ? caller.catch(() => undefined) : caller;
}

function holderOf(request: FastifyRequest, header: string): ReturnType<Authenticate> {
  const token = tokenOf(header);
  const caller = token === undefined ? undefined : request.server.authenticate(token);
  return caller instanceof Promise ? caller.then((late) => known(request, late)) : known(request, caller);
}

function known(request: FastifyRequest, caller: Caller | undefined): Caller | undefined {
  if (caller !== undefined) knowConnection(request.raw.socket);
  return caller;
}

const scheme = 'bearer ';
const tokenLengthMax = 4_096;

function tokenOf(header: string): string | undefined {
  if (header.length > scheme.length + tokenLengthMax) return undefined;
  return header.slice(0, scheme.length).toLowerCase() === scheme ? header.slice(scheme.length) : undefined;
}

/** A hook that lets a request on or refuses it. */
export function hookOf(admission: Admission) {
  return (request: FastifyRequest, reply: FastifyReply, next: (refusal?: Error) => void): void => {
    const verdict = admission(request, reply);
    if (verdict instanceof Promise) verdict.then(next, next);
    else next(verdict);
  };
}
