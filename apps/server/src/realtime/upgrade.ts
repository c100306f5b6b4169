import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { App } from '#platform/http/app.ts';

/** What belongs to a request that asks for a socket. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Sends upgrade requests through the ordinary router. So they have the same request id, address behind proxies, rate
 * limit, log line and refusals as every other request, and an unknown path is a plain 404.
 */
export function routeUpgrades(app: App): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    // A refused connection is of no further use, so it ends with its answer.
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    app.routing(request, response);
  });
  return upgrades;
}
