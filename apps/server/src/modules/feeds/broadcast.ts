import type { ServerMessage } from '@emporion/contracts/sockets';
import { type Following, type Subscriber, textFrame } from '#realtime/index.ts';

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
  /** Of the state that it has. */
  version: number;
  /** It read too slowly and was left out: it needs the whole state again. */
  behind: boolean;
}

/** A follower with more than this unsent is left out; the gateway cuts one with a megabyte. */
const behindFromBytes = 128 * 1_024;
/** So many are told at once, which takes about a millisecond; then other work has its turn. */
const toldAtOnce = 100;
/** Changes that are kept for those who are not told yet; whoever needs an older one gets the whole state. */
const changesMax = 32;

/**
 * One stream of changes that many may follow. A change is encoded once, whoever follows; each follower counts its own messages, so that
 * it notices a loss. Whoever reads too slowly misses changes and then gets the whole state: nothing queues for it without end.
 */
export class Broadcast {
  readonly #read: () => Unnumbered;
  readonly #followers = new Set<Follower>();
  /** The whole state as it is sent, until the next change: however often it is asked for, it is encoded once. */
  #whole: Buffer | undefined;
  /** Counts the changes. */
  #version = 0;
  /** The last ones, until everybody has been told. */
  #changes: Buffer[] = [];
  #isTelling = false;

  constructor(read: () => Unnumbered) {
    this.#read = read;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Whether some have not heard the last change yet. What changes meanwhile is better told in one, afterwards. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  follow(subscriber: Subscriber): Following {
    const follower: Follower = { subscriber, sequence: 0, version: 0, behind: false };
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
    this.#version += 1;
    this.#changes.push(encode(change));
    if (this.#changes.length > changesMax) this.#changes.shift();
    if (!this.#isTelling) this.#tellAll();
  }

  /** Gives the whole state to those who were left out and have read what waited for them. */
  recover(): void {
    let told = 0;
    for (const follower of this.#followers) {
      if (!follower.behind || follower.subscriber.unsentBytes() > 0) continue;
      this.#sendWhole(follower);
      told += 1;
      // The others have their turn the next time.
      if (told === toldAtOnce) return;
    }
  }

  /** Walks over the followers, slice by slice, and once more when something changed on the way. */
  #tellAll(): void {
    this.#isTelling = true;
    const version = this.#version;
    const walk = this.#followers.values();
    const tellSome = (): void => {
      for (let told = 0; told < toldAtOnce; told += 1) {
        const { value: follower, done } = walk.next();
        if (done) {
          this.#toldAll(version);
          return;
        }
        this.#tell(follower);
      }
      setImmediate(tellSome);
    };
    tellSome();
  }

  #toldAll(version: number): void {
    const newer = this.#version - version;
    this.#changes = newer === 0 ? [] : this.#changes.slice(-newer);
    this.#isTelling = newer > 0;
    if (this.#isTelling) setImmediate(() => this.#tellAll());
  }

  /** Sends what a follower does not have yet, in its order. */
  #tell(follower: Follower): void {
    const missing = this.#version - follower.version;
    if (follower.behind || missing === 0) return;
    const { subscriber } = follower;
    if (missing > this.#changes.length || subscriber.unsentBytes() > behindFromBytes) {
      follower.behind = true;
      return;
    }
    follower.version = this.#version;
    for (const body of this.#changes.slice(-missing)) {
      follower.sequence += 1;
      subscriber.sendFrame(numbered(follower.sequence, body));
    }
  }

  /** Whoever has much unread gets it once that is read. */
  #sendWhole(follower: Follower): void {
    follower.behind = follower.subscriber.unsentBytes() > behindFromBytes;
    if (follower.behind) return;
    this.#whole ??= numbered(0, encode(this.#read()));
    follower.sequence = 0;
    follower.version = this.#version;
    follower.subscriber.sendFrame(this.#whole);
  }
}

/** Everything but the opening brace, so that a number can be put in front of it. */
function encode(message: Unnumbered): Buffer {
  return Buffer.from(JSON.stringify(message)).subarray(1);
}

function numbered(sequence: number, body: Buffer): Buffer {
  return textFrame(`{"sequence":${sequence},`, body);
}
