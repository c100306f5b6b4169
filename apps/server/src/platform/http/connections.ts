import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from '#platform/config/schema.ts';
import { type Network, networksOf } from './address-key.ts';
import type { App } from './app.ts';
import { NetworkCounts } from './network-counts.ts';
import { NetworkMembers } from './network-members.ts';
import { trackPendingAnswers } from './pending-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every open connection, those that became sockets included, which the HTTP server itself loses sight of. */
    connections: ReadonlySet<Socket>;
  }
}

export const connectionsMax = 10_000;
/** An office behind one address has many browsers; more than this is somebody who wants all connections for himself. */
export const connectionsPerAddressMax = 500;

export interface ConnectionBounds {
  readonly max: number;
  readonly perAddressMax: number;
}

/** Dropped connections still count for Node until they are closed. */
const closingMax = 1_000;

/** A connection that may be dropped while it is idle. */
interface Held {
  readonly socket: Socket;
  leave(): void;
  /** Called by every request on it that has shown a good token. */
  know(): void;
  /** Called once it is no connection of HTTP any more. */
  keep(): void;
}

/** Kept on the connection itself: this is looked up for every request with a token. */
const held = Symbol('held connection');
type HeldSocket = Duplex & { [held]?: Held };

/**
 * Bounds the connections, all together and for each address. Behind a proxy everybody comes from the same one. Where there
 * is no room, the oldest idle one of the address, or of whoever holds most, is dropped: first of those that never showed a
 * good token. One whose request has not arrived whole, headers and body, is idle: whoever sends slowly holds no place against
 * others. Only where none is idle the newcomer is refused.
 */
export function boundConnections(
  app: App,
  { trustProxy }: Config,
  { max, perAddressMax }: ConnectionBounds,
): void {
  const pending = trackPendingAnswers(app.server);
  const open = new Set<Socket>();
  const counts = new NetworkCounts(trustProxy === false ? perAddressMax : Number.POSITIVE_INFINITY);
  const [strangers, known] = [new NetworkMembers<Held>(), new NetworkMembers<Held>()];
  const isIdle = ({ socket }: Held) => !pending.hasWhole(socket);
  const drop = (idle: Held | undefined) => {
    idle?.leave();
    idle?.socket.destroy();
  };
  const makeRoom = (networks: readonly Network[]) => {
    const full = counts.fullOf(networks);
    if (full !== undefined) drop(strangers.find(full, isIdle) ?? known.find(full, isIdle));
    else if (open.size >= max) drop(strangers.findOfMost(isIdle) ?? known.findOfMost(isIdle));
  };
  const enter = (socket: Socket, networks: readonly Network[]): Held | undefined => {
    const uncount = open.size < max ? counts.enter(networks) : undefined;
    if (!uncount) return undefined;
    let isKnown = false;
    const connection: Held = {
      socket,
      leave: () => {
        if (!open.delete(socket)) return;
        connection.keep();
        uncount();
      },
      know: () => {
        if (isKnown) return;
        isKnown = true;
        if (strangers.delete(networks, connection)) known.add(networks, connection);
      },
      keep: () => {
        strangers.delete(networks, connection);
        known.delete(networks, connection);
      },
    };
    open.add(socket);
    strangers.add(networks, connection);
    return connection;
  };
  app.server.maxConnections = max + closingMax;
  app.server.on('connection', (socket: Socket & HeldSocket) => {
    // The address is remembered by being read once; after a reset the system would not tell it any more.
    const networks = networksOf(socket.remoteAddress);
    makeRoom(networks);
    const connection = enter(socket, networks);
    if (!connection) {
      socket.destroy();
      return;
    }
    socket[held] = connection;
    socket.once('close', connection.leave);
  });
  app.decorate('connections', open);
}

/** Says that a request on the connection showed a good token. */
export function knowConnection(socket: HeldSocket): void {
  socket[held]?.know();
}

/** Says that the connection was taken over from HTTP, whose requests do not tell any more whether it is idle. */
export function keepConnection(socket: HeldSocket): void {
  socket[held]?.keep();
}
