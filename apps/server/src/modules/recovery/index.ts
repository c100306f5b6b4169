import type { ServerModule } from '#platform/module.ts';
import { addRecoveryRoutes } from './recovery-routes.ts';

export { startRecovery } from './start-recovery.ts';

/** How a member of staff gets back into an account whose authenticator or mailbox is lost: a link that a command on the machine prints. */
export const recoveryModule: ServerModule = {
  name: 'recovery',
  register: addRecoveryRoutes,
};
