import type { UserNotification } from '@emporion/contracts/rest';
import { readServerMessage, socketPaths } from '@emporion/contracts/sockets';
import type { z } from 'zod/mini';
import type { Session } from '#api/session-store.ts';
import {
  type Connection,
  type ConnectionRules,
  createConnection,
  liveNotificationRules,
} from './connection.ts';

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
  /** The token that the server knows on the present connection. */
  let sent: string | null = null;
  /** A token lives for minutes and a tab for days: with each new one, the server goes on listening to it. */
  const tell = (): void => {
    const { token } = parts.session.read();
    if (token !== null && token !== sent && connection.send({ token })) sent = token;
  };
  let stopWatching = (): void => {};
  const connection: Connection = createConnection({
    url: `${parts.origin.replace(/^http/, 'ws')}${socketPaths.liveNotifications}`,
    rules: parts.rules ?? liveNotificationRules,
    onOpen: tell,
    onLost() {
      sent = null;
    },
    onMessage(data) {
      const message = readServerMessage(data);
      if (message?.kind !== 'user_notification') return;
      for (const notification of message.results) parts.onNotification(notification);
    },
  });
  return {
    state: () => connection.state(),
    open() {
      stopWatching();
      stopWatching = parts.session.subscribe(tell);
      connection.open();
    },
    close() {
      stopWatching();
      connection.close();
    },
  };
}
