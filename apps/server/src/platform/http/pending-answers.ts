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
  // One function for all of them: it is added to every answer.
  function forget(this: ServerResponse): void {
    pending.get(this.req.socket)?.delete(this);
  }
  server.prependListener('request', ({ socket }, response) => {
    const responses = pending.get(socket);
    if (responses) responses.add(response);
    else pending.set(socket, new Set([response]));
    response.on('close', forget);
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
