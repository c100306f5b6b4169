import { findUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { listenFor } from '#platform/signals/signals.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { findNotification, NotifiedSignal, notificationOnWire } from './notifications.ts';
import { isBadNews } from './templates.ts';

/** Shows users what was just kept for them, where they are looking, and has what is due sent. Whoever is not reached finds it in the list. */
export function showNotifications(app: App, platform: Platform): void {
  const dispatcher = startDispatcher(app, platform);
  // One after the other, so that they are shown in the order in which they were kept.
  let last = Promise.resolve();
  listenFor(app, platform, 'user_notified', {
    heard: (payload) => {
      const { id, userId, isDue } = NotifiedSignal.parse(payload);
      if (isDue) dispatcher.wake();
      if (!app.hasDecorator('realtime') || !app.realtime.hears(userId)) return;
      last = last
        .then(() => show(app, platform, id))
        .catch((err: unknown) => platform.log.error({ err }, 'a notification was not shown'));
    },
  });
}

async function show(app: App, { database }: Platform, id: string): Promise<void> {
  const row = await findNotification(database.kysely, id);
  if (!row || !(row.isListed || row.hasToast)) return;
  const user = await findUser(database.kysely, row.userId);
  const notification = notificationOnWire(row, user?.language ?? 'en');
  const results = [
    {
      ...notification,
      ...(!row.hasToast && { quiet: true }),
      ...(isBadNews(row.template) && { warns: true }),
    },
  ];
  // What comes by the socket of notifications is shown at once by whoever reads it; the other one tells the list too.
  const sockets = row.hasToast ? (['trading', 'liveNotifications'] as const) : (['trading'] as const);
  for (const socket of sockets)
    app.realtime.sendToUser(row.userId, socket, { kind: 'user_notification', results });
}
