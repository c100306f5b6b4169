import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import { repeat } from '#platform/concurrency/repeat.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';

/** The names under which processes on one database tell each other what happened. */
export type Channel =
  | 'announcements_changed'
  | 'identity_sessions_changed'
  | 'markets_changed'
  | 'settings_changed'
  | 'ticket_changed'
  | 'user_notified'
  | 'wallet_changed';

export interface Listener {
  /** Something was told, in this process or in another, and its transaction is committed. */
  heard(payload: unknown): void;
  /** The connection broke: what is told until `recovered` is not heard. */
  lost?(): void;
  recovered?(): void;
}

const retryMs = 1_000;

/** Of the 8,000 bytes that PostgreSQL takes in one message. */
const idsAtOnce = 150;

/**
 * Tells every process that listens, once the transaction is committed and not if it is not. A process that is cut off hears nothing of
 * it, so it says where to look and is never the only place where something stands.
 */
export async function signal(db: QueryExecutorProvider, channel: Channel, payload: unknown): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(payload)})`.execute(db);
}

/** A list may be longer than one message takes. */
export async function signalEach(
  db: QueryExecutorProvider,
  channel: Channel,
  ids: Iterable<string>,
): Promise<void> {
  const all = [...new Set(ids)];
  for (let at = 0; at < all.length; at += idsAtOnce) await signal(db, channel, all.slice(at, at + idsAtOnce));
}

/** How often those look again that read from memory, should a signal have been lost. */
const lookAgainMs = 30_000;

/** Reads something again whenever it is told that it changed, and now and then by itself. */
export function reloadOn(app: App, platform: Platform, channel: Channel, reload: () => Promise<void>): void {
  const reloadNow = () =>
    void reload().catch((err: unknown) => platform.log.error({ err, channel }, 'was not read again'));
  listenFor(app, platform, channel, { heard: reloadNow, recovered: reloadNow });
  const stop = repeat(lookAgainMs, reload, platform.log);
  app.addHook('onClose', async () => stop());
}

/** Listens for as long as the server runs, on the one connection that a process keeps for it. */
export function listenFor(app: App, platform: Platform, channel: Channel, listener: Listener): void {
  const known = kept.get(app.server);
  const signals = known ?? new Signals(platform);
  signals.add(channel, listener);
  if (known) return;
  kept.set(app.server, signals);
  app.addHook('onReady', () => void signals.listen());
  app.addHook('onClose', async () => signals.stop());
}

/** By server: what one of them hears ends with it. */
const kept = new WeakMap<object, Signals>();

class Signals {
  readonly #platform: Pick<Platform, 'database' | 'log'>;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: pg.PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wasLost = false;
  #isStopped = false;

  constructor(platform: Pick<Platform, 'database' | 'log'>) {
    this.#platform = platform;
  }

  add(channel: Channel, listener: Listener): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
  }

  async listen(): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#platform.database.pool.connect();
      this.#client = client;
      const own = client;
      own.on('error', () => this.#lose(own));
      own.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload));
      for (const channel of this.#listeners.keys()) await own.query(`listen ${channel}`);
    } catch {
      this.#lose(client);
      return;
    }
    if (this.#isStopped) this.#release();
    else if (this.#wasLost) this.#each(({ recovered }) => recovered?.());
    this.#wasLost = false;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#release();
  }

  /** Whoever may write to the database may tell anything; what nobody understands ends no process. */
  #hear(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) {
      try {
        listener.heard(JSON.parse(payload));
      } catch (err) {
        this.#platform.log.error({ err, channel }, 'a signal was not understood');
      }
    }
  }

  #lose(broken: pg.PoolClient | undefined): void {
    if (broken !== undefined) {
      if (broken !== this.#client) return;
      this.#release();
    }
    this.#wasLost = true;
    this.#each(({ lost }) => lost?.());
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.listen(), retryMs).unref();
  }

  #release(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }

  #each(tell: (listener: Listener) => void): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) tell(listener);
  }
}
