import type { Timeframe } from '@emporion/contracts/rest';
import { type CandleRecord, listCandles, marketHistory } from '#modules/market-data/index.ts';
import { type MarketUnits, seen } from '#modules/trading/index.ts';
import { Shared } from '#platform/concurrency/shared.ts';
import type { App } from '#platform/http/app.ts';
import { registerTopic } from '#realtime/index.ts';
import { Broadcast, type Unnumbered } from '../broadcast.ts';
import type { FeedParts } from '../feed-parts.ts';
import { followShared, keptMs } from '../follow-shared.ts';
import { findPair } from '../shown-pairs.ts';
import { candleOnWire } from './candle-wire.ts';
import { addCandlesRoute } from './candles-route.ts';

/** What a newcomer to a chart is given; older ones are asked for over HTTP as one scrolls. */
const shownMax = 300;
/** The candle that is open, and the one before it, which may have had its last trade a moment ago. */
const changingMax = 2;

interface Chart {
  readonly market: MarketUnits;
  readonly timeframe: Timeframe;
  readonly broadcast: Broadcast;
  shown: readonly CandleRecord[];
  changed: boolean;
  /** The history was behind when it was last read, so more than the newest may be old. */
  behind: boolean;
}

/** Candles, over HTTP and live. They come from the history a moment after the trade, at most once per flush however many follow. */
export function addCandles(app: App, parts: FeedParts) {
  const { platform, live } = parts;
  const charts = new Shared<Chart>(keptMs);
  const { kysely } = platform.database;

  const route = addCandlesRoute(app, parts);

  const makeChart = async (code: string, timeframe: Timeframe): Promise<Chart> => {
    const chart: Chart = {
      market: live.market(code),
      timeframe,
      shown: await listCandles(kysely, { market: code, timeframe, limit: shownMax }),
      changed: true,
      behind: true,
      broadcast: new Broadcast(() => message(chart, chart.shown)),
    };
    return chart;
  };

  const renew = async (chart: Chart): Promise<void> => {
    const { market, timeframe, behind } = chart;
    const limit = behind ? shownMax : changingMax;
    const latest = await listCandles(kysely, { market: market.code, timeframe, limit });
    const news = latest.filter((candle) => !chart.shown.some((old) => isSame(old, candle)));
    if (news.length === 0) return;
    chart.shown = merge(chart.shown, news);
    chart.broadcast.publish(message(chart, news));
  };

  registerTopic(app, {
    name: 'candles',
    open: async (subscriber, { pair, timeframe }) => {
      const { code } = await findPair(platform, pair);
      const chart = await charts.use(`${code} ${timeframe}`, () => makeChart(code, timeframe));
      return followShared(chart, subscriber);
    },
  });

  return {
    touch: (market: string): void => {
      route.touch(market);
      for (const chart of charts.values()) if (chart.market.code === market) chart.changed = true;
    },
    flush: async (): Promise<void> => {
      for (const chart of charts.values()) chart.broadcast.recover();
      const changed = charts.values().filter((chart) => chart.changed && !chart.broadcast.isTelling);
      if (changed.length === 0) return;
      for (const chart of changed) chart.changed = false;
      const isWhole = await seen(platform, marketHistory);
      for (const chart of changed) {
        try {
          await renew(chart);
          if (!isWhole) chart.changed = true;
          chart.behind = !isWhole;
        } catch (error) {
          chart.changed = true;
          platform.log.error({ err: error, part: 'feeds' }, 'a chart was late');
        }
      }
    },
  };
}

function message({ market, timeframe }: Chart, candles: readonly CandleRecord[]): Unnumbered {
  const results = candles.map((candle) => candleOnWire(candle, market));
  return { kind: 'candles', pair: market.code, timeframe, results };
}

function isSame(one: CandleRecord, other: CandleRecord): boolean {
  return (
    one.time === other.time &&
    one.close === other.close &&
    one.high === other.high &&
    one.low === other.low &&
    one.volume === other.volume
  );
}

/** Puts the news in the place of what they replace, and at the end. */
function merge(shown: readonly CandleRecord[], news: readonly CandleRecord[]): CandleRecord[] {
  const times = new Set(news.map(({ time }) => time));
  return [...shown.filter(({ time }) => !times.has(time)), ...news]
    .sort((left, right) => left.time - right.time)
    .slice(-shownMax);
}
