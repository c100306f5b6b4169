import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { orderNoticesName } from './notices-follower.ts';
import { addNotificationRoutes } from './notification-routes.ts';
import type { NotificationRow } from './notifications.ts';
import { createSend } from './send.ts';

export {
  insertNotification,
  type NewNotification,
  type NotificationRow,
  type NotificationTemplate,
} from './notifications.ts';
export { createSend, type Send } from './send.ts';

onPersonErased(async (db, userId) => {
  await sql`delete from user_notifications where user_id = ${userId}`.execute(db);
});

/** What users are told inside the product. */
export const notificationsModule: ServerModule = {
  name: 'notifications',
  register(app, platform) {
    addNotificationRoutes(app, platform);
    const send = createSend(app, platform);
    // They are kept already: whoever is not reached now finds them in the list.
    const leave = platform.projections.onWritten(orderNoticesName, (rows) => {
      for (const row of rows as readonly NotificationRow[])
        send(row).catch((err: unknown) => platform.log.error({ err }, 'a notification was not shown'));
    });
    app.addHook('onClose', async () => leave());
  },
};
