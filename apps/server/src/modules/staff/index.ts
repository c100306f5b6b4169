import type { ServerModule } from '#platform/module.ts';
import { addStaffRoutes } from './staff-routes.ts';

export { listedMember, requireMember } from './staff-members.ts';

/** Who works in the back office, and as what. */
export const staffModule: ServerModule = {
  name: 'staff',
  register: addStaffRoutes,
};
