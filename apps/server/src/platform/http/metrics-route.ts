import { createHash, timingSafeEqual } from 'node:crypto';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** Gathering them takes a while, and the route has no limit. */
const metricsKeptMs = 1_000;

export function addMetricsRoute(app: App, { config, metrics }: Platform): void {
  const gathered = shareAnswer(() => metrics.registry.metrics(), metricsKeptMs);
  app.get('/metrics', async (request, reply) => {
    // Nothing but the token tells who asks: a proxy may connect from this machine and say nothing of whom it forwards for.
    // Whoever may not read them is not told that they exist.
    const { metricsToken } = config;
    const { authorization = '' } = request.headers;
    if (metricsToken === undefined || !sameText(authorization, `Bearer ${metricsToken}`)) {
      throw new Problem('not_found');
    }
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return gathered();
  });
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
