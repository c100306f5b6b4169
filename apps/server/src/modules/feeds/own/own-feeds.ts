import type { Following, Subscriber } from '#realtime/index.ts';
import type { Unnumbered } from '../broadcast.ts';
import { Broadcast } from '../broadcast.ts';

/** What one user follows of their own, such as the first page of their open orders. */
interface OwnFeed {
  readonly account: string;
  readonly broadcast: Broadcast;
  readonly read: () => Unnumbered | Promise<Unnumbered>;
  shown: Unnumbered;
  shownText: string;
  changed: boolean;
}

/**
 * The private feeds that somebody follows now. A feed is small, so each message has all of it; it is read again when something
 * happened to its account, at most once per flush.
 */
export class OwnFeeds {
  readonly #feeds = new Map<string, OwnFeed>();
  readonly #byAccount = new Map<string, Set<OwnFeed>>();

  async follow(
    subscriber: Subscriber,
    { account, name, read }: { account: string; name: string; read: OwnFeed['read'] },
  ): Promise<Following> {
    const key = `${account} ${name}`;
    const shown = this.#feeds.has(key) ? undefined : await read();
    const feed = this.#feeds.get(key) ?? this.#open(key, { account, read, shown: shown ?? (await read()) });
    const { again, leave } = feed.broadcast.follow(subscriber);
    return {
      again,
      leave: () => {
        leave();
        if (feed.broadcast.size === 0) this.#close(key, feed);
      },
    };
  }

  get isFollowed(): boolean {
    return this.#feeds.size > 0;
  }

  /** Whether this account's feeds have to be read again. */
  touch(account: string): void {
    for (const feed of this.#byAccount.get(account) ?? []) feed.changed = true;
  }

  async flush(): Promise<void> {
    for (const feed of this.#feeds.values()) {
      feed.broadcast.recover();
      if (!feed.changed) continue;
      feed.changed = false;
      const shown = await feed.read();
      const text = JSON.stringify(shown);
      if (text === feed.shownText) continue;
      feed.shown = shown;
      feed.shownText = text;
      feed.broadcast.publish(shown);
    }
  }

  #open(key: string, { account, read, shown }: Pick<OwnFeed, 'account' | 'read' | 'shown'>): OwnFeed {
    const feed: OwnFeed = {
      account,
      read,
      shown,
      shownText: JSON.stringify(shown),
      // Something may have happened between the reading and now.
      changed: true,
      broadcast: new Broadcast(() => feed.shown),
    };
    this.#feeds.set(key, feed);
    const own = this.#byAccount.get(account) ?? new Set();
    own.add(feed);
    this.#byAccount.set(account, own);
    return feed;
  }

  #close(key: string, feed: OwnFeed): void {
    this.#feeds.delete(key);
    const own = this.#byAccount.get(feed.account);
    own?.delete(feed);
    if (own?.size === 0) this.#byAccount.delete(feed.account);
  }
}
