import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answers that each connection still owes. Node hands a connection over to an upgrade whether it owes any or not. */
export interface PendingAnswers {
  has(socket: Duplex): boolean;
  /** Ends the connection and every answer on it, those included that still wait for their turn. */
  drop(socket: Duplex): void;
}

export function trackPendingAnswers(server: Server): PendingAnswers {
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  server.prependListener('request', ({ socket }, response) => {
    const responses = pending.get(socket) ?? new Set();
    pending.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  return {
    has: (socket) => (pending.get(socket)?.size ?? 0) > 0,
    drop(socket) {
      socket.destroy();
      for (const response of pending.get(socket) ?? []) {
        // An answer whose turn has not come has no connection yet, so nothing would ever tell it that it is over.
        if (response.socket === null) response.emit('close');
      }
    },
  };
}
