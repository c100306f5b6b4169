import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { hasMetricsToken } from './metrics-token.ts';
import { Problem } from './problem.ts';

/** Gathering them takes a while, and the route has no limit. */
const metricsKeptMs = 1_000;

export function addMetricsRoute(app: App, { config, metrics }: Platform): void {
  const gathered = shareAnswer(() => metrics.registry.metrics(), metricsKeptMs);
  app.get('/metrics', async (request, reply) => {
    // A caller without the token is not told that metrics exist.
    if (!hasMetricsToken(request, config)) throw new Problem('not_found');
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return gathered();
  });
}
