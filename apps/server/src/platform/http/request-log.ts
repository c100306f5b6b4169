import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathToLog } from '#platform/log/safe-path.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the route that was found, and undefined where none was. Kept because the framework makes it anew for each who asks. */
    pattern: string | undefined;
  }
}

/** Health checks and static files: a page asks for dozens of them, so they are logged at `debug` unless they fail. */
const quiet =
  /^\/(?:healthz|readyz|metrics|public\/|(?:account|admin)\/assets\/|account\/[\w.-]+\.\w+(?:\?|$)|api\/docs\/static\/)/;

/** What proxies write for a client that left before it was answered; nobody is ever sent it. */
const clientGone = 499;

/** One log line and one measurement for each request, aborted ones included. It must be the first hook. */
export function observeRequests(app: App, { metrics, log }: Pick<Platform, 'metrics' | 'log'>): void {
  app.decorateRequest('pattern', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    // Whoever has gone already is not worth any work, and would never be counted out again.
    if (request.raw.socket.destroyed) {
      reply.hijack();
      return;
    }
    const startedAt = performance.now();
    request.pattern = request.routeOptions.url;
    reply.header('x-request-id', request.id);
    metrics.inFlight.requests += 1;
    reply.raw.once('close', () => {
      metrics.inFlight.requests -= 1;
      const seen = measure(request, reply, (performance.now() - startedAt) / 1000, metrics);
      const level = quiet.test(request.url) && seen.status < 400 ? 'debug' : 'info';
      // What nobody reads is not put together.
      if (log.isLevelEnabled(level)) request.log[level](lineOf(request, seen), 'request');
    });
    next();
  });
}

interface Seen {
  readonly status: number;
  readonly aborted: boolean;
  readonly seconds: number;
}

function measure(
  request: FastifyRequest,
  { raw, statusCode }: FastifyReply,
  seconds: number,
  metrics: Metrics,
): Seen {
  const aborted = !raw.writableFinished && statusCode !== 101;
  const status = aborted && !raw.headersSent ? clientGone : statusCode;
  const { method, pattern: route = 'unknown' } = request;
  metrics.requestDuration.observe({ method, route, status }, seconds);
  return { status, aborted, seconds };
}

function lineOf(request: FastifyRequest, { status, aborted, seconds }: Seen) {
  const { method, url, pattern, ip, caller } = request;
  return {
    // Left out where nobody has shown who they are.
    userId: caller?.userId,
    address: ip,
    method,
    route: pattern ?? 'unknown',
    path: pathToLog(url, pattern),
    status,
    durationMs: Math.round(seconds * 1000),
    ...(aborted ? { aborted } : {}),
  };
}
