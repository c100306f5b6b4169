import type { ServerModule } from '#platform/module.ts';
import { addSetupRoutes } from './setup-routes.ts';

export { newAdministratorLink } from './administrator-links.ts';

/** How an installation gets its first administrator. */
export const bootstrapModule: ServerModule = {
  name: 'bootstrap',
  register: addSetupRoutes,
};
