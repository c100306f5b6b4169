import type { Duplex } from 'node:stream';
import type { Capability } from '@emporion/contracts/rest';
import { closeCodes, type ServerMessage, socketPaths } from '@emporion/contracts/sockets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type WebSocket, WebSocketServer } from 'ws';
import { networksOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { answerBare } from '#platform/http/errors/bare-answer.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { AddressLimits } from './address-limits.ts';
import { createInbox } from './inbox.ts';
import type { GatewayLimits } from './limits.ts';
import { Peer } from './peer.ts';
import { isSameOrigin } from './same-origin.ts';
import { Session } from './session.ts';
import { createSocketMetrics, type SocketMetrics } from './socket-metrics.ts';
import { textFrame } from './text-frame.ts';
import { Topics } from './topics.ts';
import { routeUpgrades } from './upgrade.ts';

type SocketName = keyof typeof socketPaths;

interface Connection {
  readonly socketName: SocketName;
  readonly peer: Peer;
  readonly session: Session;
}

interface Opened {
  readonly socket: WebSocket;
  /** What the socket runs on. */
  readonly carrier: Duplex;
  readonly request: FastifyRequest;
  readonly socketName: SocketName;
}

/** The sockets of the server: who is connected, and what they follow. */
export class Gateway {
  readonly topics = new Topics();
  readonly #app: App;
  readonly #limits: GatewayLimits;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #addresses: AddressLimits;
  readonly #metrics: SocketMetrics;
  readonly #byUser = new Map<string, Set<Connection>>();
  /** Private topics and deals belong to trading; the other socket only brings notifications. */
  readonly #noTopics = new Topics();

  constructor(app: App, limits: GatewayLimits, registry: Registry) {
    this.#app = app;
    this.#limits = limits;
    this.#addresses = new AddressLimits(limits);
    this.#metrics = createSocketMetrics(registry, () => this.#connections);
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.messageBytesMax,
      maxFragments: limits.fragmentsMax,
      perMessageDeflate: false,
      // The library would answer pings without end and without asking whether anybody reads the answers.
      autoPong: false,
    });
  }

  /** Adds the two paths. The heartbeat runs for as long as the application is open. */
  open(publicUrl: string): void {
    const { handshakeMs } = this.#limits;
    const upgrades = routeUpgrades(this.#app, { paths: new Set(Object.values(socketPaths)), handshakeMs });
    this.#server.on('wsClientError', (_error, socket) => answerBare(socket, 'bad_request'));
    for (const [socketName, path] of Object.entries(socketPaths) as [SocketName, string][]) {
      this.#app.get(path, { schema: { hide: true } }, (request, reply) => {
        const upgrade = upgrades.get(request.raw);
        if (upgrade === undefined || !isHandshake(request)) throw new Problem('bad_request');
        const { host, origin } = request.headers;
        if (!isSameOrigin(origin, { host, publicUrl })) throw new Problem('forbidden');
        reply.hijack();
        this.#server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
          upgrade.opened();
          endRequest(reply);
          this.#accept({ socket, carrier: upgrade.socket, request, socketName });
        });
      });
    }
    const heartbeat = setInterval(() => {
      for (const { peer } of this.#connections) peer.beat();
      this.#addresses.forgetQuiet();
    }, this.#limits.heartbeatMs);
    heartbeat.unref();
    this.#app.addHook('preClose', async () => {
      clearInterval(heartbeat);
      for (const { peer } of this.#connections) peer.close(closeCodes.goingAway);
    });
  }

  /** For what concerns a user without being asked for: their deals and notifications. */
  sendToUser(userId: string, socketName: SocketName, message: ServerMessage): void {
    for (const connection of this.#of(userId)) {
      if (connection.socketName === socketName) connection.peer.send(message);
    }
  }

  /** For what concerns staff who may see it, on each of their pages. */
  sendToStaff(capability: Capability, message: ServerMessage): void {
    for (const { socketName, peer, session } of [...this.#connections])
      if (socketName === 'trading' && session.caller?.capabilities?.has(capability)) peer.send(message);
  }

  /** For what concerns everybody who has a page open. */
  sendToAll(message: ServerMessage): void {
    const frame = textFrame('', Buffer.from(JSON.stringify(message)));
    for (const { socketName, peer } of [...this.#connections])
      if (socketName === 'trading') peer.sendFrame(frame);
  }

  /**
   * Called when a user's sessions end: what was opened with them must not go on. Without a list of sessions all of the
   * user's end.
   */
  endSessionsOf(userId: string, sessionIds?: readonly string[]): void {
    for (const { peer, session } of this.#of(userId)) {
      const sessionId = session.caller?.sessionId ?? '';
      if (sessionIds === undefined || sessionIds.includes(sessionId)) peer.close(closeCodes.sessionEnded);
    }
  }

  /** Whether anybody is connected who would hear what is sent to this user. */
  hears(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  #of(userId: string): Connection[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  #move(connection: Connection, { from, to }: { from: string | undefined; to: string | undefined }): void {
    const left = from === undefined ? undefined : this.#byUser.get(from);
    left?.delete(connection);
    if (from !== undefined && left?.size === 0) this.#byUser.delete(from);
    if (to === undefined) return;
    const joined = this.#byUser.get(to) ?? new Set();
    joined.add(connection);
    this.#byUser.set(to, joined);
  }

  #accept({ socket, carrier, request, socketName }: Opened): void {
    const counted = this.#addresses.enter(networksOf(request.ip), () =>
      peer.close(closeCodes.tooManyConnections),
    );
    const peer: Peer = new Peer({
      socket,
      carrier,
      limits: this.#limits,
      shared: counted?.messages,
      sent: this.#metrics.sent,
    });
    socket.once('close', () => this.#metrics.closed(peer.closedFor));
    if (counted === undefined) {
      peer.close(closeCodes.tooManyConnections);
      return;
    }
    const session = new Session({
      topics: socketName === 'trading' ? this.topics : this.#noTopics,
      authenticate: this.#app.authenticate,
      language: requestLanguage(request.headers['accept-language']),
      subscriptionsMax: this.#limits.subscriptionsMax,
      send: (message) => peer.send(message),
      sendFrame: (frame) => peer.sendFrame(frame),
      unsentBytes: () => peer.unsentBytes,
      spend: (messages) => peer.spend(messages),
      addAgainCost: this.#limits.addAgainCost,
      onUser: (change) => {
        counted.setKnown(change.to !== undefined);
        this.#move(connection, change);
      },
      expire: () => peer.close(closeCodes.sessionEnded),
      tokenGraceMs: this.#limits.tokenGraceMs,
    });
    const connection: Connection = { socketName, peer, session };
    this.#connections.add(connection);
    socket.on('close', () => {
      this.#connections.delete(connection);
      session.end();
      counted.leave();
    });
    const inbox = createInbox({ session, peer, log: request.log, waitingMax: this.#limits.messageBurstMax });
    socket.on('message', (data, isBinary) => {
      if (isBinary) peer.close(closeCodes.policyViolation);
      else inbox.receive(String(data));
    });
  }
}

/** What the library would refuse itself, but in a shape of its own. */
function isHandshake({ headers }: FastifyRequest): boolean {
  const key = headers['sec-websocket-key'] ?? '';
  return headers['sec-websocket-version'] === '13' && /^[+/0-9A-Za-z]{22}==$/.test(key);
}

/** The request is over once its socket is open; what follows is neither its duration nor a request in flight. */
function endRequest(reply: FastifyReply): void {
  reply.raw.statusCode = 101;
  if (reply.raw.socket) reply.raw.detachSocket(reply.raw.socket);
  reply.raw.emit('close');
}
