import type { ServerMessage } from '@emporion/contracts/sockets';
import type { Following, Subscriber } from '#realtime/index.ts';

/** A message before each follower's own number is put into it. */
export type Unnumbered = ServerMessage extends infer Each
  ? Each extends { readonly sequence: number }
    ? Omit<Each, 'sequence'>
    : never
  : never;

interface Follower {
  readonly subscriber: Subscriber;
  /** Of the message that was sent last; 0 is the whole state. */
  sequence: number;
  /** It read too slowly and was left out: it needs the whole state again. */
  behind: boolean;
}

/** A follower with more than this unsent is left out; the gateway cuts one with a megabyte. */
const behindFromBytes = 128 * 1_024;

/**
 * One stream of changes that many may follow. A change is encoded once, whoever follows; each follower counts its own messages, so that
 * it notices a loss. Whoever reads too slowly misses changes and then gets the whole state: nothing queues for it without end.
 */
export class Broadcast {
  readonly #read: () => Unnumbered;
  readonly #followers = new Set<Follower>();
  /** The whole state as it is sent, until the next change: however often it is asked for, it is encoded once. */
  #whole: Buffer | undefined;

  constructor(read: () => Unnumbered) {
    this.#read = read;
  }

  get size(): number {
    return this.#followers.size;
  }

  follow(subscriber: Subscriber): Following {
    const follower: Follower = { subscriber, sequence: 0, behind: false };
    this.#followers.add(follower);
    this.#sendWhole(follower);
    return {
      again: () => this.#sendWhole(follower),
      leave: () => void this.#followers.delete(follower),
    };
  }

  /** Sends a change to everyone who keeps up. The whole state must have it by now. */
  publish(change: Unnumbered): void {
    this.#whole = undefined;
    if (this.#followers.size === 0) return;
    const body = encode(change);
    for (const follower of this.#followers) {
      if (follower.behind || follower.subscriber.unsentBytes() > behindFromBytes) {
        follower.behind = true;
        continue;
      }
      follower.sequence += 1;
      follower.subscriber.sendEncoded(numbered(follower.sequence, body));
    }
  }

  /** Gives the whole state to those who were left out and have read what waited for them. */
  recover(): void {
    for (const follower of this.#followers) {
      if (follower.behind && follower.subscriber.unsentBytes() === 0) this.#sendWhole(follower);
    }
  }

  /** Whoever has much unread gets it once that is read. */
  #sendWhole(follower: Follower): void {
    follower.behind = follower.subscriber.unsentBytes() > behindFromBytes;
    if (follower.behind) return;
    this.#whole ??= numbered(0, encode(this.#read()));
    follower.sequence = 0;
    follower.subscriber.sendEncoded(this.#whole);
  }
}

/** Everything but the opening brace, so that a number can be put in front of it. */
function encode(message: Unnumbered): Buffer {
  return Buffer.from(JSON.stringify(message)).subarray(1);
}

function numbered(sequence: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"sequence":${sequence},`), body]);
}
