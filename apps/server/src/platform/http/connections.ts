import type { Socket } from 'node:net';
import type { Config } from '#platform/config/schema.ts';
import { addressKey } from './address-key.ts';
import type { App } from './app.ts';

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
  const counts = new Map<string, number>();
  app.server.maxConnections = connectionsMax;
  app.server.on('connection', (socket: Socket) => {
    // The address is remembered by being read once; after a reset the system would not tell it any more.
    const key = addressKey(socket.remoteAddress);
    const count = (counts.get(key) ?? 0) + 1;
    if (trustProxy === false && count > perAddressMax) {
      socket.destroy();
      return;
    }
    open.add(socket);
    counts.set(key, count);
    socket.once('close', () => {
      open.delete(socket);
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  });
  app.decorate('connections', open);
}
