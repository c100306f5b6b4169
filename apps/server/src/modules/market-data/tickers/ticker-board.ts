/** What happened in a market within one minute, in the market's units. */
export interface Minute {
  /** When it began, in seconds since 1970. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  /** The sum of price times quantity, in the market's units. */
  readonly quoteVolume: bigint;
}

export interface TickerTrade {
  readonly market: string;
  readonly price: number;
  readonly quantity: number;
  /** In milliseconds since 1970. */
  readonly executedAt: number;
}

/** What a market did within 24 hours, in its units; generated history counts where trades are missing. */
export interface LiveTicker {
  readonly market: string;
  /** The last price. */
  readonly price: number;
  /** The price 24 hours ago; the change is the difference. */
  readonly priceBefore: number;
  readonly high: number;
  readonly low: number;
  /** In the base coin's quantity units. */
  readonly volume: bigint;
  /** The sum of price times quantity. */
  readonly quoteVolume: bigint;
}

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** Where the window of 24 hours begins at a moment, in seconds since 1970: it moves on by whole minutes. */
export function windowStart(now: number): number {
  return Math.floor(now / 60_000) * 60 - daySeconds;
}

/** The tickers of all markets, kept up trade by trade: at most a day of minutes for each, and nothing that is asked of the database. */
export class TickerBoard {
  readonly #markets = new Map<string, MarketDay>();

  /** Begins with what is known, the oldest minute first; one minute before the window may be among them. */
  seed(market: string, minutes: readonly Minute[]): void {
    this.#markets.set(market, new MarketDay(minutes));
  }

  /** Trades come in the order in which they happened. */
  add({ market, price, quantity, executedAt }: TickerTrade): void {
    let day = this.#markets.get(market);
    if (!day) {
      day = new MarketDay([]);
      this.#markets.set(market, day);
    }
    day.add(Math.floor(executedAt / 60_000) * 60, price, quantity);
  }

  /** Undefined for a market without a price. `now` is in milliseconds since 1970. */
  ticker(market: string, now: number): LiveTicker | undefined {
    const figures = this.#markets.get(market)?.figures(windowStart(now));
    return figures && { market, ...figures };
  }

  /** The price 24 hours ago and at the end of each hour since; empty for a market without a price. */
  closes(market: string, now: number): number[] {
    return this.#markets.get(market)?.closes(windowStart(now)) ?? [];
  }

  tickers(now: number): LiveTicker[] {
    return [...this.#markets.keys()].flatMap((market) => this.ticker(market, now) ?? []);
  }
}

type Figures = Omit<LiveTicker, 'market'>;

class MarketDay {
  readonly #minutes: { -readonly [Field in keyof Minute]: Minute[Field] }[];
  /** The close of the last minute that left the window. */
  #before: number | undefined;
  #known: { readonly from: number; readonly figures: Figures } | undefined;

  constructor(minutes: readonly Minute[]) {
    this.#minutes = minutes.map((minute) => ({ ...minute }));
  }

  add(time: number, price: number, quantity: number): void {
    this.#known = undefined;
    const last = this.#minutes.at(-1);
    if (!last || last.time < time) {
      this.#minutes.push({
        time,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: BigInt(quantity),
        quoteVolume: BigInt(price) * BigInt(quantity),
      });
      this.#leave(time - daySeconds);
      return;
    }
    last.high = Math.max(last.high, price);
    last.low = Math.min(last.low, price);
    last.close = price;
    last.volume += BigInt(quantity);
    last.quoteVolume += BigInt(price) * BigInt(quantity);
  }

  figures(from: number): Figures | undefined {
    if (this.#known?.from === from) return this.#known.figures;
    this.#leave(from);
    const [first] = this.#minutes;
    const price = this.#minutes.at(-1)?.close ?? this.#before;
    if (price === undefined) return undefined;
    let [high, low, volume, quoteVolume] = [first?.high ?? price, first?.low ?? price, 0n, 0n];
    for (const minute of this.#minutes) {
      high = Math.max(high, minute.high);
      low = Math.min(low, minute.low);
      volume += minute.volume;
      quoteVolume += minute.quoteVolume;
    }
    const priceBefore = this.#before ?? first?.open ?? price;
    const figures = { price, priceBefore, high, low, volume, quoteVolume };
    this.#known = { from, figures };
    return figures;
  }

  closes(from: number): number[] {
    const figures = this.figures(from);
    if (figures === undefined) return [];
    const closes = [figures.priceBefore];
    let next = 0;
    for (let end = from + hourSeconds; end <= from + daySeconds; end += hourSeconds) {
      let close = closes.at(-1) ?? figures.price;
      // The minute of now is not over, and belongs to the last hour all the same.
      const isLast = end === from + daySeconds;
      for (; next < this.#minutes.length; next += 1) {
        const minute = this.#minutes[next];
        if (minute === undefined || (minute.time >= end && !isLast)) break;
        close = minute.close;
      }
      closes.push(close);
    }
    return closes;
  }

  #leave(from: number): void {
    let count = 0;
    while ((this.#minutes[count]?.time ?? Number.POSITIVE_INFINITY) < from) count += 1;
    if (count === 0) return;
    this.#before = this.#minutes[count - 1]?.close;
    this.#minutes.splice(0, count);
  }
}
