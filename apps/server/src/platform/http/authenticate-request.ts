import { hasRole, type Role } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import type { Authenticate, Caller } from './caller.ts';
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

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;

/** Takes the module that knows tokens. Until one exists every token is refused: the safe answer is the default. */
export function addAuthentication(app: App, platform: Platform, modules: readonly ServerModule[]): void {
  const authenticators = modules.flatMap((module) => module.authenticator?.(platform) ?? []);
  if (authenticators.length > 1) throw new Error('Two modules offer an authenticator; one must decide.');
  app.decorate('authenticate', authenticators[0] ?? (async () => undefined));
  app.decorateRequest('caller', null);
}

/** Refuses with `forbidden` whoever has a lower role than the endpoint asks for, whether or not what they ask for exists. */
export function requireRole(needed: Role): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    await authenticateRequest(request);
    if (request.caller === null || !hasRole(request.caller.role, needed)) throw new Problem('forbidden');
  };
}

/** Refuses with `unauthorized` without a token and with `token_not_valid` for one that nobody holds. */
export async function authenticateRequest(request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization;
  if (header === undefined) throw new Problem('unauthorized');
  const token = bearer.exec(header)?.[1];
  const caller = token === undefined ? undefined : await request.server.authenticate(token);
  if (caller === undefined) throw new Problem('token_not_valid');
  request.caller = caller;
}
