import type { ServerModule } from '#platform/module.ts';
import { addHaltRoute } from './halt-route.ts';

/** What staff do to markets. */
export const marketOperationsModule: ServerModule = {
  name: 'market-operations',
  register: addHaltRoute,
};
