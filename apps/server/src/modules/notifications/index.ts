import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { NoticeFollower } from './notice-follower.ts';
import { addNotificationRoutes } from './notification-routes.ts';
import { createSend } from './send.ts';

export {
  insertNotification,
  type NewNotification,
  type NotificationRow,
  type NotificationTemplate,
} from './notifications.ts';
export { createSend, type Send } from './send.ts';

/** What users are told inside the product. */
export const notificationsModule: ServerModule = {
  name: 'notifications',
  needs: [liveExchange],
  async register(app, platform) {
    addNotificationRoutes(app, platform);
    const live = await liveExchange(platform);
    const follower = await NoticeFollower.start({ ...platform, live, send: createSend(app, platform) });
    app.addHook('onClose', () => follower.stop());
  },
};
