import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addNotificationRoutes } from './notification-routes.ts';
import { createNotify } from './notify.ts';
import { orderNotices } from './order-notices.ts';

export type { NewNotification, NotificationTemplate } from './notifications.ts';
export { createNotify, type Notify } from './notify.ts';

/** What users are told inside the product. */
export const notificationsModule: ServerModule = {
  name: 'notifications',
  async register(app, platform) {
    addNotificationRoutes(app, platform);
    const notify = createNotify(app, platform);
    const live = await liveExchange(platform);
    const forget = platform.runtime.onCommitted((batch) => {
      // A notice is a courtesy: trading does not wait for it, and the order itself shows what happened.
      for (const notice of orderNotices(batch, live))
        notify(notice).catch((err: unknown) => platform.log.error({ err }, 'a notification was lost'));
    });
    app.addHook('onClose', async () => forget());
  },
};
