import type { TradeExecuted } from '@emporion/core';
import { readPairFigures } from '#modules/markets/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { type Metric, unitsOf } from './alert.ts';
import type { FiringQueue } from './fire/firing-queue.ts';
import { AlertWatch, type WatchedAlert } from './watch/alert-watch.ts';
import { PriceSpans } from './watch/price-spans.ts';

interface MonitorParts {
  readonly platform: Platform;
  readonly live: LiveExchange;
  readonly queue: FiringQueue;
}

type Watched = Pick<WatchedAlert, 'pair' | 'metric'>;

/** Looks at every trade that is durable, and at the volumes now and then, and puts what they reach into the firing queue. */
export class AlertMonitor {
  readonly watch = new AlertWatch();
  readonly #parts: MonitorParts;
  readonly #spans = new PriceSpans();
  readonly #prices = new Map<string, number>();
  #lastTrade = 0;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** The last trade that was looked at. */
  get lastTrade(): number {
    return this.#lastTrade;
  }

  /** Begins with what is known, before the first trade. */
  begin({ lastTrade, prices }: { lastTrade: number; prices: ReadonlyMap<string, number> }): void {
    this.#lastTrade = Math.max(this.#lastTrade, lastTrade);
    // A trade that came first knows better.
    for (const [pair, price] of prices) if (!this.#prices.has(pair)) this.#prices.set(pair, price);
  }

  /** Trades come in the order in which they happened. */
  see(trades: readonly TradeExecuted[]): void {
    for (const { market: pair, price, tradeId } of trades) {
      this.#lastTrade = tradeId;
      this.#prices.set(pair, price);
      this.#spans.note(pair, price);
      this.#parts.queue.put(this.watch.reach({ pair, metric: 'price' }, price));
    }
  }

  /** Compares everything with what is now. */
  async lookAround(): Promise<void> {
    for (const pair of this.watch.pairs('price')) {
      const price = this.#prices.get(pair);
      if (price !== undefined) this.#parts.queue.put(this.watch.reach({ pair, metric: 'price' }, price));
    }
    await this.lookAtVolumes();
  }

  async lookAtVolumes(): Promise<void> {
    if (this.watch.pairs('volume').length === 0) return;
    const volumes = await this.#volumes();
    for (const pair of this.watch.pairs('volume')) {
      const volume = volumes(pair);
      if (volume !== undefined) this.#parts.queue.put(this.watch.reach({ pair, metric: 'volume' }, volume));
    }
  }

  /** What an alert would be compared with now. Undefined where nothing was traded yet, and while nobody knows. */
  async figure({ pair, metric }: Watched): Promise<bigint | undefined> {
    if (metric === 'volume') return (await this.#volumes())(pair);
    const price = this.#prices.get(pair);
    return price === undefined ? undefined : BigInt(price);
  }

  /** Watches for what `write` has written, and misses nothing that happens while it writes. */
  async whileListening<Written>(
    pair: string,
    write: (lastTrade: number) => Promise<{ alert: Written; watched: WatchedAlert }>,
  ): Promise<Written> {
    const span = this.#spans.begin(pair);
    try {
      const { alert, watched } = await write(this.#lastTrade);
      this.watch.add(watched);
      if (watched.metric === 'price' && span.high > 0)
        for (const price of [span.high, span.low]) this.#parts.queue.put(this.watch.reach(watched, price));
      return alert;
    } finally {
      this.#spans.end(span);
    }
  }

  forget(id: string): void {
    this.watch.remove(id);
  }

  async #volumes(): Promise<(pair: string) => bigint | undefined> {
    const { platform, live } = this.#parts;
    const figures = await readPairFigures(platform);
    const metric: Metric = 'volume';
    return (pair) => {
      const volume = figures.get(pair)?.volume;
      return volume === undefined || volume === null ? undefined : unitsOf(volume, live.market(pair), metric);
    };
  }
}
