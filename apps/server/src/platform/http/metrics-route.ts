import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { Config } from '#platform/config/schema.ts';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** Gathering them takes a while, and the route has no limit. */
const metricsKeptMs = 1_000;

/** A proxy on this machine also connects from here, but it forwards for somebody and says so in one of these. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
];

export function addMetricsRoute(app: App, { config, metrics }: Platform): void {
  const gathered = shareAnswer(() => metrics.registry.metrics(), metricsKeptMs);
  app.get('/metrics', async (request, reply) => {
    // Whoever may not read them is not told that they exist.
    if (!mayRead(request, config)) throw new Problem('not_found');
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return gathered();
  });
}

function mayRead(request: FastifyRequest, { metricsToken, production }: Config): boolean {
  if (metricsToken === undefined) return !production || isFromThisMachine(request);
  return sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
}

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
