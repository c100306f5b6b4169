import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type CloseCode, closeCodes, type ServerMessage } from '@emporion/contracts/sockets';
import { WebSocket } from 'ws';
import type { GatewayLimits } from './limits.ts';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';

/** What a piece of received data costs at least: many tiny ones are more work than their bytes say. */
const pieceBytesMin = 32;

export interface PeerParts {
  readonly socket: WebSocket;
  /** What the socket runs on. */
  readonly carrier: Duplex;
  readonly limits: GatewayLimits;
  /** What all sockets of its address may send. */
  readonly shared: MessageBudget | undefined;
  /** What all sockets have sent. */
  readonly sent: { messages: number };
}

/** One connection: sends and receives within its bounds, answers whether the other side lives, and closes for good. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #carrier: Duplex;
  readonly #limits: GatewayLimits;
  readonly #messages: MessageBudget;
  readonly #shared: MessageBudget | undefined;
  readonly #sent: { messages: number };
  /** What the last ping carried, until it is answered. */
  #asked: Buffer | null = null;
  #closedFor: CloseCode | undefined;

  constructor({ socket, carrier, limits, shared, sent }: PeerParts) {
    this.#socket = socket;
    this.#carrier = carrier;
    this.#limits = limits;
    this.#shared = shared;
    this.#sent = sent;
    this.#messages = createMessageBudget({
      burst: limits.messageBurstMax,
      perSecond: limits.messagesPerSecond,
    });
    socket.on('ping', (data) => this.#answerPing(data));
    socket.on('pong', (data) => {
      if (this.spend() && this.#asked?.equals(data)) this.#asked = null;
    });
    // A broken frame or a lost connection is followed by `close`, which does the clearing up.
    socket.on('error', () => undefined);
    this.#watch();
  }

  /** Watches the bytes below the frames, since some frames, such as empty parts of a message, are told to nobody. */
  #watch(): void {
    const bytes = createMessageBudget({
      burst: this.#limits.receivedBytesBurstMax,
      perSecond: this.#limits.receivedBytesPerSecond,
    });
    this.#carrier.on('data', (piece: Buffer) => {
      if (!bytes.take(Math.max(piece.length, pieceBytesMin))) this.close(closeCodes.tooManyMessages);
    });
  }

  /** Charges a message, or work worth several. False when it must not be done, because the peer asks too much or is being closed. */
  spend(messages = 1): boolean {
    if (this.#closedFor !== undefined) return false;
    const isCrowded = this.#shared?.take(messages) === false;
    const cost = isCrowded ? messages * this.#limits.crowdedCost : messages;
    if (this.#messages.take(cost)) return true;
    this.close(closeCodes.tooManyMessages);
    return false;
  }

  send(message: ServerMessage): void {
    if (!this.#mayWrite()) return;
    this.#sent.messages += 1;
    this.#socket.send(JSON.stringify(message));
  }

  /** For a `textFrame`. Nothing is compressed, so the library sends its own frames at once, and this one stays in line with them. */
  sendFrame(frame: Buffer): void {
    if (!this.#mayWrite()) return;
    this.#sent.messages += 1;
    this.#carrier.write(frame);
  }

  /** Whether it is gone or about to be: nothing more is done for it. */
  get isClosing(): boolean {
    return this.#closedFor !== undefined || this.#socket.readyState !== WebSocket.OPEN;
  }

  /** Undefined as long as we have not closed it. */
  get closedFor(): CloseCode | undefined {
    return this.#closedFor;
  }

  get unsentBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Cuts a peer that did not answer the last ping, and pings the others. */
  beat(): void {
    if (this.#asked !== null) {
      this.#socket.terminate();
      return;
    }
    // Only the answer to this very ping counts: a peer that sends pongs unasked may read nothing at all.
    this.#asked = randomBytes(8);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping(this.#asked);
  }

  /** A peer that does not agree to the close in time is cut: it may be the very one that reads nothing. */
  close(code: CloseCode): void {
    if (this.#closedFor !== undefined || this.#socket.readyState === WebSocket.CLOSED) return;
    this.#closedFor = code;
    this.#socket.close(code);
    // One that sends too much is not listened to any longer, not even until it is cut.
    if (code === closeCodes.tooManyMessages) this.#socket.pause();
    const cut = setTimeout(() => this.#socket.terminate(), this.#limits.closeGraceMs).unref();
    this.#socket.once('close', () => clearTimeout(cut));
  }

  #answerPing(data: Buffer): void {
    if (this.spend() && this.#mayWrite()) this.#socket.pong(data);
  }

  #mayWrite(): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    if (this.#socket.bufferedAmount <= this.#limits.unsentBytesMax) return true;
    this.close(closeCodes.slowConsumer);
    return false;
  }
}
