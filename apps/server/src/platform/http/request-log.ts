import { safePath } from '#platform/log/safe-path.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { App } from './app.ts';

const quiet = /^\/(?:healthz|readyz|metrics|public\/|account\/assets\/|api\/docs\/static\/)/;

/** One log line and one measurement for each request, aborted ones included. It must be the first hook. */
export function observeRequests(app: App, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now();
    reply.header('x-request-id', request.id);
    metrics.requestsInFlight.inc();
    reply.raw.once('close', () => {
      metrics.requestsInFlight.dec();
      const seconds = (performance.now() - startedAt) / 1000;
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
      const status = reply.statusCode;
      metrics.requestDuration.observe({ method: request.method, route, status }, seconds);
      const line = {
        method: request.method,
        route,
        path: safePath(request.url),
        status,
        durationMs: Math.round(seconds * 1000),
        ...(reply.raw.writableFinished || status === 101 ? {} : { aborted: true }),
      };
      if (quiet.test(request.url) && status < 400) request.log.debug(line, 'request');
      else request.log.info(line, 'request');
    });
  });
}
