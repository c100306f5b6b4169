import type { MarketUnits } from '#modules/trading/index.ts';
import { Shared } from '#platform/concurrency/shared.ts';
import type { ExchangeView } from '#platform/runtime.ts';
import type { Following, Subscriber } from '#realtime/index.ts';
import { Broadcast, type Unnumbered } from '../broadcast.ts';
import { followShared, keptMs } from '../follow-shared.ts';
import { type BookLevels, changedLevels, type Level, readBook } from './levels.ts';

/** What a socket shows of each side. */
const levelsShown = 200;

interface Flavour {
  readonly step: number;
  readonly broadcast: Broadcast;
  shown: BookLevels;
}

/**
 * The book of one market as sockets follow it, grouped by one step or another. It is read from the exchange itself, by readings that only answer
 * once what they saw is durable; so it cannot drift from the real book, and shows nothing that could be lost.
 */
export class BookFeed {
  readonly #market: MarketUnits;
  readonly #view: ExchangeView;
  readonly #flavours = new Shared<Flavour>(keptMs);
  #changed = false;
  /** Readings take turns, so that an older one never comes after a newer. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(market: MarketUnits, view: ExchangeView) {
    this.#market = market;
    this.#view = view;
  }

  get isFollowed(): boolean {
    return this.#flavours.size > 0;
  }

  /** Something in the market changed since the last reading. */
  touch(): void {
    this.#changed = true;
  }

  async follow(subscriber: Subscriber, precision: string): Promise<Following> {
    const step = this.#market.price(precision);
    const flavour = await this.#flavours.use(String(step), () => this.#inTurn(() => this.#open(step)));
    return followShared(flavour, subscriber);
  }

  /** Tells the followers what changed since the last time. */
  async flush(): Promise<void> {
    const broadcasts = this.#flavours.values().map(({ broadcast }) => broadcast);
    for (const broadcast of broadcasts) broadcast.recover();
    if (!this.#changed || !this.isFollowed) return;
    if (broadcasts.some(({ isTelling }) => isTelling)) return;
    this.#changed = false;
    await this.#inTurn(() => this.#showChanges());
  }

  async #showChanges(): Promise<void> {
    const flavours = this.#flavours.values();
    try {
      const read = await this.#read(flavours.map(({ step }) => step));
      flavours.forEach((flavour, index) => {
        const now = read[index];
        if (now) this.#show(flavour, now);
      });
    } catch (error) {
      // What changed is still to be told.
      this.#changed = true;
      throw error;
    }
  }

  async #open(step: number): Promise<Flavour> {
    const [shown = { bids: [], asks: [] }] = await this.#read([step]);
    const flavour: Flavour = {
      step,
      shown,
      broadcast: new Broadcast(() => this.#message(step, flavour.shown)),
    };
    // Something may have happened between the reading and now, of which nobody told as long as nobody followed.
    this.#changed = true;
    return flavour;
  }

  #show(flavour: Flavour, now: BookLevels): void {
    const bids = changedLevels(flavour.shown.bids, now.bids);
    const asks = changedLevels(flavour.shown.asks, now.asks);
    flavour.shown = now;
    if (bids.length + asks.length === 0) return;
    flavour.broadcast.publish(this.#message(flavour.step, { bids, asks }));
  }

  #read(steps: readonly number[]): Promise<BookLevels[]> {
    return this.#view.read((exchange) =>
      steps.map((step) => readBook(exchange, this.#market.code, { levels: levelsShown, step })),
    );
  }

  #message(step: number, { bids, asks }: BookLevels): Unnumbered {
    const precision = this.#market.showPrice(step);
    const side = (levels: readonly Level[]) => levels.map((level) => levelOnWire(level, this.#market));
    return { kind: 'stack', pair: this.#market.code, precision, bids: side(bids), asks: side(asks) };
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

export function levelOnWire({ price, quantity }: Level, market: MarketUnits): [string, string] {
  return [market.showPrice(price), market.showQuantity(quantity)];
}

/** Flushes one after another; what one market cannot tell keeps no other from it. @throws the first failure, when all have had their turn. */
export async function flushAll(feeds: Iterable<BookFeed>): Promise<void> {
  const failures: unknown[] = [];
  for (const feed of feeds) await feed.flush().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
