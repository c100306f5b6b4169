import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { countHook } from '#platform/http/rate-limit.ts';
import { methodsFor, type RouteTable } from './route-table.ts';

/** Answers what no route answers: 405 with `Allow` when the path exists under another method, else 404. */
export function answerUnknownRoutes(app: App, routes: RouteTable): void {
  app.setNotFoundHandler(
    { preHandler: countHook(app.rateLimit) },
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (isPersonsVisit(request)) return reply.redirect('/account/404');
      const methods = methodsFor(routes, request.url);
      // A wildcard route passes here what it did not find, with a method that it does allow.
      if (methods.length === 0 || methods.includes(request.method))
        throw new Problem(isForPrograms(request.url) ? 'not_found' : 'page_not_found');
      reply.header('allow', methods.join(', '));
      throw new Problem('method_not_allowed');
    },
  );
}

/** What programs ask for; every other address is one of a page. */
function isForPrograms(url: string): boolean {
  return /^\/(?:api|wsapi|public|dev|account\/assets|admin\/assets)(?:\/|$)/.test(url);
}

/** A browser that opens a page, outside the parts that programs talk to. */
function isPersonsVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !isForPrograms(url) && (headers.accept ?? '').includes('text/html');
}
