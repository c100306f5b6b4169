import { demoUsers } from '#platform/demo/demo-users.ts';
import { welcomeMail } from '#platform/messages/templates/welcome.ts';
import type { ServerModule } from '#platform/module.ts';
import { addOutboxRoutes } from './outbox-routes.ts';

/** Lets people read, in demo mode, what was written to them. In production its addresses do not exist. */
export const outboxModule: ServerModule = {
  name: 'outbox',
  register: (app, platform) => {
    if (platform.config.demo) addOutboxRoutes(app, platform);
  },
  seedDemo: async ({ messages }, transaction) => {
    for (const { email, firstName } of demoUsers) {
      await messages.sendMail(
        { to: email, language: 'en', template: welcomeMail, params: { name: firstName } },
        { transaction },
      );
    }
  },
};
