import type { UserNotification } from '@emporion/contracts/rest';
import { socketPaths } from '@emporion/contracts/sockets';
import type { z } from 'zod/mini';
import type { Session } from '#api/session-store.ts';
import {
  type Connection,
  type ConnectionRules,
  createConnection,
  liveNotificationRules,
} from './connection.ts';
import { readServerMessage } from './server-message.ts';

export interface LiveNotificationsParts {
  readonly origin: string;
  readonly session: Session;
  readonly onNotification: (notification: z.infer<typeof UserNotification>) => void;
  readonly rules?: ConnectionRules;
}

/** The socket that tells a logged-in user of events. The caller opens it on login and closes it on logout. */
export function createLiveNotifications(
  parts: LiveNotificationsParts,
): Pick<Connection, 'open' | 'close' | 'state'> {
  const connection: Connection = createConnection({
    url: `${parts.origin.replace(/^http/, 'ws')}${socketPaths.liveNotifications}`,
    rules: parts.rules ?? liveNotificationRules,
    onOpen() {
      connection.send({ token: parts.session.read().token });
    },
    onLost() {},
    onMessage(data) {
      const message = readServerMessage(data);
      if (message?.kind !== 'user_notification') return;
      for (const notification of message.results) parts.onNotification(notification);
    },
  });
  return connection;
}
