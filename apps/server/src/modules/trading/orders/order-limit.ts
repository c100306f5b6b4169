import type { Config } from '#platform/config/schema.ts';
import { type CallerLimit, createCallerLimit } from '#platform/http/caller-limit.ts';

/** How often a user may do something with orders. Each call of it is a limit of its own. */
export function orderLimit({ orderRatePerSecond }: Config): CallerLimit {
  return createCallerLimit({ perSecond: orderRatePerSecond });
}
