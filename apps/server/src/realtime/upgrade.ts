import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@emporion/contracts/errors';
import type { App } from '#platform/http/app.ts';
import { keepConnection } from '#platform/http/connections.ts';
import { answerBare } from '#platform/http/errors/bare-answer.ts';
import { trackPendingAnswers } from '#platform/http/pending-answers.ts';

/** What belongs to a request that asks for a socket. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Must be called once the connection is a WebSocket, whose own heartbeat watches over it from then on. */
  opened(): void;
}

export interface UpgradeOptions {
  readonly paths: ReadonlySet<string>;
  /** A connection that is not a WebSocket after this time is cut: the timeouts of HTTP do not reach it any more. */
  readonly handshakeMs: number;
}

/**
 * Sends requests for our sockets through the ordinary router. So they have the same request id, address behind proxies,
 * rate limit, log line and refusals as every other request. Any other upgrade is refused here: it never meets a route.
 */
export function routeUpgrades(
  app: App,
  { paths, handshakeMs }: UpgradeOptions,
): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const pending = trackPendingAnswers(app.server);
  app.server.on('upgrade', (request, socket, head) => {
    keepConnection(socket);
    socket.on('error', () => socket.destroy());
    const deadline = setTimeout(() => socket.destroy(), handshakeMs).unref();
    socket.once('close', () => clearTimeout(deadline));
    // An exception here would be nobody's to catch, and end the process.
    try {
      if (pending.has(socket) || !(socket instanceof Socket)) return pending.drop(socket);
      const refusal = refusalOf(request, paths);
      if (refusal !== undefined) return answerBare(socket, refusal, request.headers['accept-language']);
      upgrades.set(request, { socket, head, opened: () => clearTimeout(deadline) });
      app.routing(request, responseOn(socket, request));
    } catch (error) {
      app.log.error({ err: error }, 'an upgrade failed');
      socket.destroy();
    }
  });
  return upgrades;
}

function refusalOf(
  { method, url, headers }: IncomingMessage,
  paths: ReadonlySet<string>,
): ErrorCode | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return 'bad_request';
  if (!paths.has((url ?? '').split('?', 1)[0]?.replace(/\/$/, '') ?? '')) return 'not_found';
  return method === 'GET' ? undefined : 'method_not_allowed';
}

function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request);
  // A refused connection is of no further use, so it ends with its answer.
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  return response;
}
