import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/schema.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

export function addMetricsRoute(app: App, { config, metrics }: Platform): void {
  app.get('/metrics', async (request, reply) => {
    // Whoever may not read them is not told that they exist.
    if (config.production && !mayRead(request, config)) throw new Problem('not_found');
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}

function mayRead(request: FastifyRequest, { metricsToken }: Config): boolean {
  const given = request.headers.authorization;
  if (metricsToken !== undefined && given !== undefined && sameText(given, `Bearer ${metricsToken}`))
    return true;
  return isFromThisMachine(request);
}

/** A proxy on this machine also connects from here, but it forwards for somebody and says so. */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
