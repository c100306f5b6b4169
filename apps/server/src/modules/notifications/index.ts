import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addNotificationRoutes } from './notification-routes.ts';
import { showNotifications } from './show-notifications.ts';

export {
  insertNotification,
  type NewNotification,
  type NotificationTemplate,
} from './notifications.ts';

onPersonErased(async (db, userId) => {
  await sql`delete from user_notifications where user_id = ${userId}`.execute(db);
});

/** What users are told inside the product. */
export const notificationsModule: ServerModule = {
  name: 'notifications',
  register(app, platform) {
    addNotificationRoutes(app, platform);
    showNotifications(app, platform);
  },
};
