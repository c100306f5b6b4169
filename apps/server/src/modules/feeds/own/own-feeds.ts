import type { Logger } from 'pino';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import { Shared } from '#platform/concurrency/shared.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Following, Subscriber } from '#realtime/index.ts';
import { Broadcast, type Unnumbered } from '../broadcast.ts';
import { followShared } from '../follow-shared.ts';

type Read = () => Unnumbered | Promise<Unnumbered>;

interface Source {
  readonly read: Read;
  /** Read from the tables of this follower, which may be behind. */
  readonly fromHistory?: string;
}

/** What one user follows of their own, such as the first page of their open orders. */
interface OwnFeed {
  readonly broadcast: Broadcast;
  readonly source: Source;
  shown: Unnumbered;
  shownText: string;
  changed: boolean;
  /** Whether it waits to be read, or is being read. */
  waits: boolean;
}

interface OwnFeedsOptions {
  readonly log: Logger;
  /**
   * Waits, for a bounded time, until this follower's tables have everything up to now. False when it is behind even then: it is read as it is, and once
   * more later.
   */
  readonly caughtUp: (follower: string) => Promise<boolean>;
}

/** Different feeds of one account, on all its sockets: as many as one socket may follow. */
export const feedsPerAccountMax = 64;
/** Readings of different accounts at the same time. */
const readingsMax = 4;

/**
 * The private feeds that somebody follows now. A feed is small, so each message has all of it; it is read again when something
 * happened to its account, at most once per flush. Accounts take turns, so one that follows much delays only itself.
 */
export class OwnFeeds {
  readonly #log: Logger;
  readonly #caughtUp: (follower: string) => Promise<boolean>;
  readonly #accounts = new Map<string, Shared<OwnFeed>>();
  readonly #turns = new FairTurns(readingsMax);

  constructor({ log, caughtUp }: OwnFeedsOptions) {
    this.#log = log;
    this.#caughtUp = caughtUp;
  }

  /** @throws Problem too_many_subscriptions. */
  async follow(
    subscriber: Subscriber,
    { account, name, ...source }: Source & { account: string; name: string },
  ): Promise<Following> {
    const feeds = this.#accounts.get(account) ?? new Shared<OwnFeed>(0);
    if (!feeds.has(name) && feeds.size >= feedsPerAccountMax) throw new Problem('too_many_subscriptions');
    this.#accounts.set(account, feeds);
    const forget = (): void => {
      // Somebody may have come anew since the last of these was left.
      if (feeds.size === 0 && this.#accounts.get(account) === feeds) this.#accounts.delete(account);
    };
    try {
      const feed = await feeds.use(name, async () => {
        if (source.fromHistory !== undefined) await this.#caughtUp(source.fromHistory);
        return this.#turns.run(account, () => openFeed(source));
      });
      const { again, leave } = followShared(feed, subscriber);
      return {
        again,
        leave: () => {
          leave();
          forget();
        },
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  get isFollowed(): boolean {
    return this.#accounts.size > 0;
  }

  /** Whether this account's feeds have to be read again. */
  touch(account: string): void {
    for (const feed of this.#accounts.get(account)?.values() ?? []) feed.changed = true;
  }

  touchAll(): void {
    for (const account of this.#accounts.keys()) this.touch(account);
  }

  /** Has the feeds read that changed, each in its account's turn. It does not wait for them. */
  flush(): void {
    const caughtUp = new Map<string, Promise<boolean>>();
    for (const [account, feeds] of this.#accounts) {
      for (const feed of feeds.values()) {
        feed.broadcast.recover();
        if (!feed.changed || feed.waits) continue;
        const { fromHistory } = feed.source;
        if (fromHistory !== undefined && !caughtUp.has(fromHistory))
          caughtUp.set(fromHistory, this.#caughtUp(fromHistory));
        void this.#renew(account, feed, caughtUp.get(fromHistory ?? ''));
      }
    }
  }

  /** Waits for the history first, and not in a turn: while it is behind, others are told of what needs none. */
  async #renew(account: string, feed: OwnFeed, caughtUp: Promise<boolean> | undefined): Promise<void> {
    feed.waits = true;
    // What happens from here on may not be in what is waited for.
    feed.changed = false;
    try {
      const isWhole = (await caughtUp) ?? true;
      await this.#turns.run(account, () => this.#tell(feed));
      if (!isWhole) feed.changed = true;
    } finally {
      feed.waits = false;
    }
  }

  async #tell(feed: OwnFeed): Promise<void> {
    if (feed.broadcast.size === 0) return;
    try {
      const shown = await feed.source.read();
      const text = JSON.stringify(shown);
      if (text === feed.shownText) return;
      feed.shown = shown;
      feed.shownText = text;
      feed.broadcast.publish(shown);
    } catch (error) {
      feed.changed = true;
      this.#log.error({ err: error, part: 'feeds' }, 'a feed was late');
    }
  }
}

async function openFeed(source: Source): Promise<OwnFeed> {
  const shown = await source.read();
  const feed: OwnFeed = {
    source,
    shown,
    shownText: JSON.stringify(shown),
    // Something may have happened between the reading and now.
    changed: true,
    waits: false,
    broadcast: new Broadcast(() => feed.shown),
  };
  return feed;
}
