import { type CloseCode, closeCodes, type ServerMessage } from '@emporion/contracts/sockets';
import { WebSocket } from 'ws';
import type { GatewayLimits } from './limits.ts';

/** One connection: sends within its bounds, answers whether the other side still lives, and closes for good. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #limits: GatewayLimits;
  #alive = true;

  constructor(socket: WebSocket, limits: GatewayLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on('pong', () => {
      this.#alive = true;
    });
    // A broken frame or a lost connection is followed by `close`, which does the clearing up.
    socket.on('error', () => undefined);
  }

  send(message: ServerMessage): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#limits.unsentBytesMax) {
      this.close(closeCodes.slowConsumer);
      return;
    }
    this.#socket.send(JSON.stringify(message));
  }

  /** Cuts a peer that did not answer the last ping, and pings the others. */
  beat(): void {
    if (!this.#alive) {
      this.#socket.terminate();
      return;
    }
    this.#alive = false;
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  /** A peer that does not agree to the close in time is cut: it may be the very one that reads nothing. */
  close(code: CloseCode): void {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), this.#limits.closeGraceMs).unref();
  }
}
