import type { Config } from '#platform/config/schema.ts';
import { type CallerLimit, createCallerLimit } from '#platform/http/caller-limit.ts';

/** Each call of it is a limit of its own: who has placed too many orders can still cancel them. */
export function orderLimit({ orderRatePerSecond, rateLimitPerMinute }: Config): CallerLimit {
  return createCallerLimit({ perSecond: orderRatePerSecond, refusedPerMinute: rateLimitPerMinute });
}
