import type { LiveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';

/** What every feed leans on. */
export interface FeedParts {
  readonly platform: Platform;
  readonly live: LiveExchange;
}
