import { findUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { insertNotification, type NewNotification, notificationOnWire } from './notifications.ts';

/** Tells a user something: it stays until they dismiss it, and shows at once where they are looking. */
export type Notify = (notification: NewNotification) => Promise<void>;

export function createNotify(app: App, { database }: Platform): Notify {
  return async (notification) => {
    const { userId } = notification;
    const row = await insertNotification(database.kysely, notification);
    if (!row || !app.hasDecorator('realtime')) return;
    const user = await findUser(database.kysely, userId);
    const results = [notificationOnWire(row, user?.language ?? 'en')];
    for (const socket of ['trading', 'liveNotifications'] as const)
      app.realtime.sendToUser(userId, socket, { kind: 'user_notification', results });
  };
}
