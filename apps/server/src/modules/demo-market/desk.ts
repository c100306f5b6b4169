import type { Logger } from 'pino';
import type { Runtime } from '#platform/runtime.ts';
import type { Maker } from './bots/maker.ts';
import type { Taker } from './bots/taker.ts';
import type { DemoPair } from './demo-pairs.ts';
import { Dice, roll, seedOf } from './price/dice.ts';
import { referencePrice } from './price/reference-price.ts';

export interface DeskOptions {
  readonly pair: DemoPair;
  readonly maker: Maker;
  readonly taker: Taker;
  readonly runtime: Pick<Runtime, 'execute'>;
  readonly isWatched: () => boolean;
  /** How many pairs are watched now, this one included. */
  readonly watchedPairs: () => number;
  readonly now: () => number;
  readonly log: Logger;
}

/** Between two turns, while somebody watches and while nobody does. */
const paceMs = { watched: 260, alone: 40_000 };
/** More watched pairs than this share the pace of so many: they cost no more, and no account reaches the orders it may place in a day. */
const watchedPairsAtFullPace = 2;
/** How soon it is noticed that somebody watches. */
const glanceMs = 1_000;
const lookEveryMs = 15_000;
const referenceEveryMs = 2_000;
/** Trades while nobody watched are summed up to this. */
const tradeGapMsMax = 60_000;
const pauseAfterFaultMs = { min: 2_000, max: 60_000 };
const steps = { watched: 12, alone: 100 };
const tradePercent = 65;

/** Makes the market of one pair, turn by turn: lively while somebody watches, at a crawl while nobody does. */
export class Desk {
  readonly #options: DeskOptions;
  #stopped = false;
  #wake: () => void = () => undefined;
  #middle = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #tradedAt: number;
  #referenceSetAt = Number.NEGATIVE_INFINITY;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#tradedAt = options.now() - paceMs.alone;
  }

  /** Goes on until it is stopped. It never throws: a market that cannot be made is tried again, ever more patiently. */
  async run(): Promise<void> {
    let pauseMs = pauseAfterFaultMs.min;
    while (!this.#stopped) {
      const began = performance.now();
      try {
        await this.turn();
        pauseMs = pauseAfterFaultMs.min;
        // A server that is busy with others is left alone for longer.
        await this.#rest((performance.now() - began) * 4);
      } catch (err) {
        this.#lookedAt = Number.NEGATIVE_INFINITY;
        await this.#sleep(pauseMs);
        // A server that stops refuses calls before it stops us: that is no pause.
        if (this.#stopped) return;
        this.#options.log.warn({ err, pair: this.#options.pair.code }, 'the demo market paused');
        pauseMs = Math.min(pauseMs * 2, pauseAfterFaultMs.max);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** One round of what makers and takers do. @throws Refused, or when the server cannot be reached. */
  async turn(): Promise<void> {
    const { pair, maker, taker, isWatched, now } = this.#options;
    const at = now();
    const dice = new Dice(roll(seedOf(pair.code), Math.floor(at / 10)));
    const middle = referencePrice(pair, at);
    const watched = isWatched();
    await Promise.all([this.#tellReference(at, middle), this.#look(at)]);
    const stepsMax = watched && this.#middle > 0 ? steps.watched : steps.alone;
    const [blocked] = await maker.follow(middle, { stepsMax, dice });
    if (blocked) await taker.sweep(blocked, dice);
    if (watched) await maker.resize(dice.between(1, 2), dice);
    if (!watched || dice.chance(tradePercent)) await this.#trade(at, { middle, dice });
    this.#middle = middle;
  }

  async #look(at: number): Promise<void> {
    if (at - this.#lookedAt < lookEveryMs) return;
    await this.#options.maker.look();
    this.#lookedAt = at;
  }

  /** A price that rises is bought more often than sold. */
  async #trade(at: number, { middle, dice }: { middle: number; dice: Dice }): Promise<void> {
    const { pair, taker } = this.#options;
    const passedMs = Math.min(at - this.#tradedAt, tradeGapMsMax);
    const value = Math.floor((pair.minuteValue * passedMs * dice.between(30, 170)) / (60_000 * 100));
    const buys = dice.chance(middle > this.#middle ? 62 : 38);
    this.#tradedAt = at;
    await taker.trade(buys ? 'buy' : 'sell', { value, middle, dice });
  }

  /** Orders that follow the reference price follow the walk. */
  async #tellReference(at: number, price: number): Promise<void> {
    const { pair, runtime } = this.#options;
    if (price === this.#middle || at - this.#referenceSetAt < referenceEveryMs) return;
    this.#referenceSetAt = at;
    await runtime.execute({
      kind: 'SetReferencePrice',
      key: null,
      market: pair.code,
      price,
    });
  }

  async #rest(leastMs: number): Promise<void> {
    const { isWatched, watchedPairs } = this.#options;
    const crowd = Math.max(1, watchedPairs() / watchedPairsAtFullPace);
    if (isWatched()) return this.#sleep(Math.max(paceMs.watched * crowd, leastMs));
    const until = performance.now() + Math.max(paceMs.alone, leastMs);
    while (!this.#stopped && !isWatched() && performance.now() < until) await this.#sleep(glanceMs);
  }

  #sleep(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
