import { marketsModule } from '#modules/markets/index.ts';
import { outboxModule } from '#modules/outbox/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { realtimeModule } from '#realtime/index.ts';

/** Every room of the server, in the order in which they are set up: the sockets first, for others add topics to them. */
export const modules: readonly ServerModule[] = [realtimeModule, outboxModule, marketsModule];
