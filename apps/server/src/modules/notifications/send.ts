import { findUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { type NotificationRow, notificationOnWire } from './notifications.ts';

/** Shows a user what was just kept for them, where they are looking. */
export type Send = (row: NotificationRow) => Promise<void>;

export function createSend(app: App, { database }: Platform): Send {
  return async (row) => {
    if (!app.hasDecorator('realtime')) return;
    const user = await findUser(database.kysely, row.userId);
    const results = [notificationOnWire(row, user?.language ?? 'en')];
    for (const socket of ['trading', 'liveNotifications'] as const)
      app.realtime.sendToUser(row.userId, socket, { kind: 'user_notification', results });
  };
}
