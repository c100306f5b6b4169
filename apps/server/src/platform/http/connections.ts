import type { Socket } from 'node:net';
import type { Config } from '#platform/config/schema.ts';
import { networksOf } from './address-key.ts';
import type { App } from './app.ts';
import { NetworkCounts } from './network-counts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every open connection, those that became sockets included, which the HTTP server itself loses sight of. */
    connections: ReadonlySet<Socket>;
  }
}

export const connectionsMax = 10_000;
/** An office behind one address has many browsers; more than this is somebody who wants all connections for himself. */
export const connectionsPerAddressMax = 500;

/** Bounds the connections, all together and for each address. Behind a proxy everybody comes from the same one. */
export function boundConnections(app: App, { trustProxy }: Config, perAddressMax: number): void {
  const open = new Set<Socket>();
  const counts = trustProxy === false ? new NetworkCounts(perAddressMax) : undefined;
  app.server.maxConnections = connectionsMax;
  app.server.on('connection', (socket: Socket) => {
    // The address is remembered by being read once; after a reset the system would not tell it any more.
    const leave = counts?.enter(networksOf(socket.remoteAddress));
    if (counts && !leave) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      leave?.();
    });
  });
  app.decorate('connections', open);
}
