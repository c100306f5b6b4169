import { pathToLog } from '#platform/log/safe-path.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { App } from './app.ts';

const quiet = /^\/(?:healthz|readyz|metrics|public\/|account\/assets\/|api\/docs\/static\/)/;

/** What proxies write for a client that left before it was answered; nobody is ever sent it. */
const clientGone = 499;

/** One log line and one measurement for each request, aborted ones included. It must be the first hook. */
export function observeRequests(app: App, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    // Whoever has gone already is not worth any work, and would never be counted out again.
    if (request.raw.socket.destroyed) {
      reply.hijack();
      return;
    }
    const startedAt = performance.now();
    reply.header('x-request-id', request.id);
    metrics.requestsInFlight.inc();
    reply.raw.once('close', () => {
      metrics.requestsInFlight.dec();
      const seconds = (performance.now() - startedAt) / 1000;
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
      const aborted = !reply.raw.writableFinished && reply.statusCode !== 101;
      const status = aborted && !reply.raw.headersSent ? clientGone : reply.statusCode;
      metrics.requestDuration.observe({ method: request.method, route, status }, seconds);
      const line = {
        method: request.method,
        route,
        path: pathToLog(request.url, request.is404 ? undefined : request.routeOptions.url),
        status,
        durationMs: Math.round(seconds * 1000),
        ...(aborted ? { aborted } : {}),
      };
      if (quiet.test(request.url) && status < 400) request.log.debug(line, 'request');
      else request.log.info(line, 'request');
    });
  });
}
