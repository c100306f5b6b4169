import { subscriptions as contract } from '@emporion/contracts/sockets';
import { judgeSequence, type LastSequence } from './sequence.ts';
import {
  addCommand,
  belongsTo,
  delCommand,
  type FeedMessage,
  type Subscription,
  subscriptionKey,
} from './subscription.ts';

type Listener = (message: FeedMessage) => void;

interface Feed {
  readonly subscription: Subscription;
  readonly listeners: Set<Listener>;
  /** Whether the server has been asked for it on the present connection. */
  asked: boolean;
  last: LastSequence;
}

export interface FeedsParts {
  /** Sends a command when the connection is open; what is not sent now is asked for on the next connection. */
  readonly send: (command: object) => boolean;
  readonly isAuthenticated: () => boolean;
}

function isPrivate(subscription: Subscription): boolean {
  return contract[subscription.name].private;
}

/** The reference-counted subscriptions of one socket. */
export function createFeeds({ send, isAuthenticated }: FeedsParts) {
  const feeds = new Map<string, Feed>();

  function ask(feed: Feed): void {
    if (feed.asked || (isPrivate(feed.subscription) && !isAuthenticated())) return;
    feed.last = null;
    feed.asked = send(addCommand(feed.subscription));
  }

  function askAgain(feed: Feed): void {
    send(delCommand(feed.subscription));
    feed.asked = false;
    ask(feed);
  }

  function receive(feed: Feed, message: FeedMessage): void {
    const verdict = judgeSequence(feed.last, message.sequence);
    if (verdict === 'gap') askAgain(feed);
    if (verdict !== 'apply') return;
    feed.last = message.sequence;
    for (const listener of [...feed.listeners]) listener(message);
  }

  return {
    count: () => feeds.size,

    add(subscription: Subscription, listener: Listener): () => void {
      const key = subscriptionKey(subscription);
      const feed = feeds.get(key) ?? { subscription, listeners: new Set(), asked: false, last: null };
      feeds.set(key, feed);
      feed.listeners.add(listener);
      // A second listener has missed the whole state, so it is asked for again.
      if (feed.asked && feed.last !== null) askAgain(feed);
      else ask(feed);
      return () => {
        feed.listeners.delete(listener);
        if (feed.listeners.size > 0 || feeds.get(key) !== feed) return;
        feeds.delete(key);
        if (feed.asked) send(delCommand(subscription));
      };
    },

    /** Asks for what could not be asked for yet: after connecting, and once the token has been accepted. */
    askPending(): void {
      for (const feed of feeds.values()) ask(feed);
    },

    /** A lost connection, or a session that ended on it, makes the server forget. */
    forget(which: 'all' | 'private'): void {
      for (const feed of feeds.values()) {
        if (which === 'private' && !isPrivate(feed.subscription)) continue;
        feed.asked = false;
        feed.last = null;
      }
    },

    receive(message: FeedMessage): void {
      for (const feed of [...feeds.values()]) {
        if (belongsTo(message, feed.subscription)) receive(feed, message);
      }
    },
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
