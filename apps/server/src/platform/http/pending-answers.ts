import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answers that each connection still owes. Node hands a connection over to an upgrade whether it owes any or not. */
export interface PendingAnswers {
  has(socket: Duplex): boolean;
  /** True while it owes an answer to a request that has arrived whole: nothing can have come of one whose body is still on its way. */
  hasWhole(socket: Duplex): boolean;
  /** Ends the connection and every answer on it, those included that still wait for their turn. */
  drop(socket: Duplex): void;
}

/** Kept on the connection itself: this is looked up twice for every request. */
const owed = Symbol('owed answers');
type Owing = Duplex & { [owed]?: ServerResponse[] };

const tracked = new WeakSet<Server>();

/** More than any program sends ahead of its answers. Each waits in memory with all that it holds open. */
export const answersOwedMax = 100;

/** Everybody who asks about the same server shares one count. */
export function trackPendingAnswers(server: Server): PendingAnswers {
  if (!tracked.has(server)) {
    tracked.add(server);
    server.prependListener('request', ({ socket }: { socket: Owing }, response) => {
      const responses = socket[owed];
      response.on('close', forget);
      if (!responses) {
        socket[owed] = [response];
        socket.once('close', endWaiting);
        return;
      }
      responses.push(response);
      if (responses.length > answersOwedMax) drop(socket);
    });
  }
  return {
    has: (socket: Owing) => (socket[owed]?.length ?? 0) > 0,
    hasWhole: (socket: Owing) => socket[owed]?.some(({ req }) => req.complete) ?? false,
    drop,
  };
}

function drop(socket: Owing): void {
  socket.destroy();
  endWaiting.call(socket);
}

/** An answer whose turn has not come has no connection yet, so nobody else would ever tell it, and what it holds open, that it is over. */
function endWaiting(this: Owing): void {
  for (const response of [...(this[owed] ?? [])]) if (response.socket === null) response.emit('close');
}

/** One function for all of them: it is added to every answer. */
function forget(this: ServerResponse): void {
  const responses = (this.req.socket as Owing)[owed];
  const place = responses?.indexOf(this) ?? -1;
  if (place >= 0) responses?.splice(place, 1);
}
