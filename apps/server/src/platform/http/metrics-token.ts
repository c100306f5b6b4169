import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/schema.ts';

/**
 * Whether a request carries `METRICS_TOKEN`. Only the token decides, never the address: a proxy on this machine connects from the loopback address for every
 * visitor. Without a configured token no request has it.
 */
export function hasMetricsToken(
  { headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean {
  return metricsToken !== undefined && sameText(authorization, `Bearer ${metricsToken}`);
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
