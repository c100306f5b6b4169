import { setTimeout as delay } from 'node:timers/promises';
import type { LiveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { readBatches } from '#runtime/index.ts';
import { moveNoticeCheckpoint, openNoticeCheckpoint } from './notice-checkpoint.ts';
import { readNoticedOrders } from './noticed-orders.ts';
import { insertNotification, type NewNotification, type NotificationRow } from './notifications.ts';
import { notificationOf, orderNotices } from './order-notices.ts';
import type { Send } from './send.ts';

export interface FollowerOptions extends Pick<Platform, 'database' | 'runtime' | 'projections' | 'log'> {
  readonly live: LiveExchange;
  readonly send: Send;
}

/** Without anything to tell, the checkpoint moves so often; a start reads what is after it. */
const keepEveryMs = 5_000;
const retryMs = 2_000;
const projectionPatienceMs = 10_000;
/** More than this is not held in memory: the journal has it. */
const waitingMax = 1_000;

/**
 * Tells users what the journal says happened to their orders. Batches are looked at as they are committed; those from before the start, and those of a time
 * when the database refused, are read from the journal. A notice may be made twice, and its key keeps it once.
 */
export class NoticeFollower {
  readonly #options: FollowerOptions;
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #ended: Promise<void>;
  /** The last batch whose notices are waiting or kept, and the last whose notices are kept. */
  #seen: number;
  #kept: number;
  #waiting: NewNotification[] = [];
  /** Whether every committed batch is looked at as it comes. */
  #live = false;
  #wake: () => void = () => undefined;

  static async start(options: FollowerOptions): Promise<NoticeFollower> {
    const { database, runtime } = options;
    return new NoticeFollower(options, await openNoticeCheckpoint(database.kysely, runtime.position.batch));
  }

  private constructor(options: FollowerOptions, kept: number) {
    this.#options = options;
    this.#seen = kept;
    this.#kept = kept;
    this.#unsubscribe = options.runtime.onCommitted((batch) => this.#look(batch));
    this.#ended = this.#follow();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    this.#wake();
    await this.#ended;
  }

  #look(batch: CommittedBatch): void {
    if (!this.#live) return;
    this.#seen = batch.number;
    const notices = orderNotices(batch.events);
    if (notices.length === 0) return;
    const { live } = this.#options;
    for (const notice of notices) {
      const order = live.orders.get(notice.orderId);
      if (order) this.#waiting.push(notificationOf(notice, order, live.market(order.market)));
    }
    if (this.#waiting.length > waitingMax) this.#startOver();
    this.#wake();
  }

  /** Forgets what is not kept; it is read from the journal again. */
  #startOver(): void {
    this.#live = false;
    this.#seen = this.#kept;
    this.#waiting = [];
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (!this.#live) await this.#catchUp();
        await this.#untilWoken();
        await this.#keep();
      } catch (err) {
        this.#startOver();
        if (!signal.aborted) this.#options.log.error({ err }, 'notifications wait to be told');
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #catchUp(): Promise<void> {
    const { database, runtime } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const batches = await readBatches(database.pool, { after: this.#seen });
      const last = batches.at(-1);
      // Nothing can be committed between this look and the next line, so no batch is missed.
      if (!last && runtime.position.batch === this.#seen) {
        this.#live = true;
        return;
      }
      if (!last) continue;
      this.#waiting = await this.#notificationsOf(batches);
      this.#seen = last.number;
      await this.#keep();
    }
  }

  async #notificationsOf(batches: readonly CommittedBatch[]): Promise<NewNotification[]> {
    const { database, projections, live } = this.#options;
    const notices = batches.flatMap(({ events }) => orderNotices(events));
    if (notices.length === 0) return [];
    if (!(await projections.caughtUp(batches.at(-1)?.number ?? 0, projectionPatienceMs)))
      throw new Error('The projections are behind.');
    const orders = await readNoticedOrders(
      database.pool,
      notices.map(({ orderId }) => orderId),
    );
    return notices.flatMap((notice) => {
      const order = orders.get(notice.orderId);
      return order ? [notificationOf(notice, order, live.market(order.market))] : [];
    });
  }

  /** Resolves when something waits, when it is time to move the checkpoint, or at the end. */
  async #untilWoken(): Promise<void> {
    if (this.#waiting.length > 0 || this.#stopping.signal.aborted) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((wake) => {
        this.#wake = wake;
      }),
      delay(keepEveryMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
    ]);
    timer.abort();
  }

  async #keep(): Promise<void> {
    const { database, send, log } = this.#options;
    const [from, to, waiting] = [this.#kept, this.#seen, this.#waiting];
    if (from === to) return;
    this.#waiting = [];
    const rows = await database.kysely.transaction().execute(async (transaction) => {
      await moveNoticeCheckpoint(transaction, { from, to });
      const inserted: NotificationRow[] = [];
      for (const notification of waiting) {
        const row = await insertNotification(transaction, notification);
        if (row) inserted.push(row);
      }
      return inserted;
    });
    this.#kept = to;
    // Meanwhile it may have been told to start over, from before what is kept now.
    this.#seen = Math.max(this.#seen, to);
    for (const row of rows)
      await send(row).catch((err: unknown) => log.error({ err }, 'a notification was not shown'));
  }
}
