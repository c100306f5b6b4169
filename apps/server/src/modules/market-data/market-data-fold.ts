import { type Timeframe, timeframes } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import type { CommittedBatch } from '#platform/runtime.ts';
import { MarketDefinitions, paidFor } from '#runtime/followers/index.ts';
import { candleTimes } from './candle-time.ts';
import type { TradeRecord } from './trades.ts';

export interface ProjectedCandle {
  readonly market: string;
  readonly timeframe: Timeframe;
  readonly time: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: bigint;
  quoteVolume: bigint;
  trades: number;
}

interface Changes {
  readonly trades: TradeRecord[];
  readonly candles: Set<ProjectedCandle>;
}

const noChanges = (): Changes => ({ trades: [], candles: new Set() });

/** Trades and candles as the journal has them. */
export class MarketDataFold {
  readonly markets: MarketDefinitions;
  /** The latest candle of each market, by timeframe. */
  readonly #latest = new Map<string, Map<Timeframe, ProjectedCandle>>();
  #changes = noChanges();

  constructor(markets = new MarketDefinitions(), latest: readonly ProjectedCandle[] = []) {
    this.markets = markets;
    for (const candle of latest) this.#latestOf(candle.market).set(candle.timeframe, candle);
  }

  apply({ events }: CommittedBatch): void {
    for (const event of events) {
      if (event.kind === 'MarketOpened') this.markets.open(event.definition);
      else if (event.kind === 'TradeExecuted') this.#trade(event);
    }
  }

  /** What changed since this was last asked for. */
  takeChanges(): Changes {
    const changes = this.#changes;
    this.#changes = noChanges();
    return changes;
  }

  #trade(event: TradeExecuted): void {
    const { tradeId: id, market, price, quantity, takerSide, executedAt } = event;
    this.#changes.trades.push({ id, market, price, quantity, takerSide, executedAt });
    // What was paid, not what was received: the two differ by one unit at most.
    const total = paidFor(event, this.markets.quoteOf(market));
    const latest = this.#latestOf(market);
    const times = candleTimes(executedAt);
    for (const [index, timeframe] of timeframes.entries()) {
      const time = times[index] ?? 0;
      let candle = latest.get(timeframe);
      // The exchange's time never goes backwards, so a candle of another time is a later one.
      if (candle?.time !== time) {
        candle = openCandle({ market, timeframe, time }, price);
        latest.set(timeframe, candle);
      }
      candle.high = Math.max(candle.high, price);
      candle.low = Math.min(candle.low, price);
      candle.close = price;
      candle.volume += BigInt(quantity);
      candle.quoteVolume += total;
      candle.trades += 1;
      this.#changes.candles.add(candle);
    }
  }

  #latestOf(market: string): Map<Timeframe, ProjectedCandle> {
    let latest = this.#latest.get(market);
    if (!latest) {
      latest = new Map();
      this.#latest.set(market, latest);
    }
    return latest;
  }
}

function openCandle(
  place: Pick<ProjectedCandle, 'market' | 'timeframe' | 'time'>,
  price: number,
): ProjectedCandle {
  return {
    ...place,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    quoteVolume: 0n,
    trades: 0,
  };
}
