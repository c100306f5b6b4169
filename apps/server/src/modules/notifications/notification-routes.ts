import { walletEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import {
  countUnread,
  dismissNotification,
  listNotifications,
  notificationOnWire,
  readNotifications,
} from './notifications.ts';

export function addNotificationRoutes(app: App, { database }: Platform): void {
  const db = database.kysely;

  serveEndpoint(
    app,
    walletEndpoints.notifications,
    async ({ query, caller, request }) => {
      const language = requestLanguage(request.headers['accept-language']);
      const { userId } = caller;
      const { limit, offset, before } = query;
      const [rows, unread] = await Promise.all([
        listNotifications(db, { userId, limit, offset, before }),
        countUnread(db, userId),
      ]);
      return { results: rows.map((row) => notificationOnWire(row, language)), unread };
    },
    { exactAnswer: true },
  );

  serveEndpoint(app, walletEndpoints.readNotifications, async ({ body, caller: { userId } }) => {
    await readNotifications(db, { userId, upTo: body.up_to, from: body.from });
    return { unread: await countUnread(db, userId) };
  });

  serveEndpoint(app, walletEndpoints.dismissNotification, async ({ params, caller }) => {
    if (!(await dismissNotification(db, { userId: caller.userId, id: params.id })))
      throw new Problem('not_found');
    return {};
  });
}
