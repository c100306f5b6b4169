import rateLimit from '@fastify/rate-limit';
import type { Config } from '#platform/config/schema.ts';
import { addressKey } from './address-key.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** Files and health checks cost next to nothing, and a page of ours fetches dozens of them at once. */
const free = /^\/(?:account|public|healthz|readyz|metrics)?(?:\/|$)/;

/** Addresses remembered at once; the least recently seen is forgotten first, so memory has a bound. */
const addressesMax = 10_000;

/** Counts calls per address. A route with a limit of its own (`config.rateLimit`) is counted apart. */
export async function addRateLimit(app: App, { rateLimitPerMinute }: Config): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: rateLimitPerMinute,
    timeWindow: 60_000,
    cache: addressesMax,
    keyGenerator: (request) => addressKey(request.ip),
    allowList: ({ pattern }) => pattern !== undefined && free.test(pattern),
    errorResponseBuilder: () => new Problem('rate_limit_exceeded'),
  });
}
