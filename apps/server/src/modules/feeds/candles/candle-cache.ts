import {
  type CandleQuery,
  type CandleReading,
  type CandleRecord,
  type ChartName,
  findCandleBefore,
  listCandles,
  readCandles,
} from '#modules/market-data/index.ts';
import { nextRun } from '#platform/concurrency/next-run.ts';
import type { PublicReads } from '#platform/database/public-reads.ts';
import { KeptBytes } from './kept-bytes.ts';
import { type Block, bytesOf, countBefore, type EncodedCandles, KeptChart } from './kept-chart.ts';

/** Candles that are read at once to fill blocks: more than an answer has, so that one reading is enough for it. */
const filledAtOnce = 1_280;
/** More than a chart gains between two calls. With more, the history is far behind or has just begun, and nothing is kept. */
const newestMax = 2_048;
const triesMax = 3;

export interface CandleCacheParts {
  readonly reads: PublicReads;
  readonly encode: (candle: CandleRecord, market: string) => string;
  readonly bytesMax: number;
}

/** Encoded candles, the oldest first. */
export interface CandleList {
  readonly texts: readonly string[];
  /** Whether all of them are closed: only a changed history changes this answer. */
  readonly isClosed: boolean;
}

/** What is kept no longer holds: the chart begins anew, at this moment. */
class Outdated extends Error {
  readonly begin: number;

  constructor(begin: number) {
    super('the history of a chart has changed');
    this.begin = begin;
  }
}

interface Kept {
  readonly chart: KeptChart;
  /** Reads the newest candles. A request during a reading waits for the next one. */
  readonly refresh: () => Promise<boolean>;
  /** Blocks that are being read, by key. */
  readonly loading: Map<number, Promise<Block | undefined>>;
}

/**
 * Candles as they are sent, kept in memory. Each closed candle is read and encoded once; each answer reads the newest candles from the database, and with
 * them the revision of the history: when it has changed, everything that was kept of the chart is dropped. There are charts only of pairs that exist, and blocks
 * only where there are candles, so no parameters add entries; the bytes of all of them are bounded.
 */
export class CandleCache {
  readonly #parts: CandleCacheParts;
  readonly #charts = new Map<string, Kept>();
  readonly #kept: KeptBytes;

  constructor(parts: CandleCacheParts) {
    this.#parts = parts;
    this.#kept = new KeptBytes(parts.bytesMax);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** How many blocks there are, of all charts. */
  get size(): number {
    return this.#kept.size;
  }

  /** The last candles, as `listCandles`. `now` is in milliseconds since 1970. */
  async list(query: CandleQuery, now: number): Promise<CandleList> {
    let begin = Math.floor(now / 1_000);
    for (let tries = 0; tries < triesMax; tries += 1) {
      try {
        const kept = this.#charts.get(nameOf(query)) ?? this.#begin(query, begin);
        if (!(await kept.refresh())) break;
        return await this.#listFrom(kept, query);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        begin = error.begin;
      }
    }
    const candles = await this.#parts.reads.read((database) => listCandles(database, query));
    return { texts: candles.map((candle) => this.#parts.encode(candle, query.market)), isClosed: false };
  }

  async #listFrom(kept: Kept, { before = Number.MAX_SAFE_INTEGER, limit }: CandleQuery): Promise<CandleList> {
    const { chart } = kept;
    const isClosed = before <= chart.closedTo;
    const parts: string[][] = [];
    let missing = limit;
    const take = ({ times, texts }: EncodedCandles) => {
      const end = countBefore(times, before);
      const part = texts.slice(Math.max(0, end - missing), end);
      missing -= part.length;
      parts.push(part);
    };
    take(chart.open);
    const { head } = chart;
    if (missing > 0) take(head);
    const isInHead = before > chart.beginOf(head.key);
    let newest = isInHead ? head.previous : await this.#newestBefore(kept, before);
    while (missing > 0 && newest !== undefined) {
      const block = await this.#block(kept, chart.keyOf(newest));
      if (!block) break;
      take(block);
      newest = block.previous;
    }
    return { texts: parts.reverse().flat(), isClosed };
  }

  /** A moment in the newest block that has a candle before another moment. */
  async #newestBefore({ chart }: Kept, before: number): Promise<number | undefined> {
    const known = chart.blocks.get(chart.keyOf(before - 1));
    if (known) return countBefore(known.times, before) > 0 ? known.times[0] : known.previous;
    return this.#parts.reads.read((database) => findCandleBefore(database, chart.name, before));
  }

  /** @throws Outdated. */
  async #block(kept: Kept, key: number): Promise<Block | undefined> {
    const { chart, loading } = kept;
    const known = chart.blocks.get(key);
    if (known) {
      this.#kept.touch(blockName(chart, key));
      return known;
    }
    const load = loading.get(key) ?? this.#load(kept, key).finally(() => loading.delete(key));
    loading.set(key, load);
    return load;
  }

  async #load(kept: Kept, key: number): Promise<Block | undefined> {
    const { chart } = kept;
    const limit = filledAtOnce;
    const range = { ...chart.name, since: 0, before: chart.beginOf(key + 1), limit };
    const reading = await this.#parts.reads.read((database) => readCandles(database, range));
    if (!chart.isOf(reading)) throw this.#drop(kept, reading);
    const blocks = chart.blocksOf(reading, reading.candles.length < limit);
    for (const block of blocks) this.#keep(kept, block);
    return blocks.find((block) => block.key === key);
  }

  #begin(name: ChartName, begin: number): Kept {
    const { market, timeframe } = name;
    const chart = new KeptChart({ market, timeframe }, (candle) => this.#parts.encode(candle, market), begin);
    const kept: Kept = { chart, loading: new Map(), refresh: nextRun(() => this.#refresh(kept)) };
    this.#charts.set(nameOf(name), kept);
    return kept;
  }

  /** False when there is too much to keep. @throws Outdated. */
  async #refresh(kept: Kept): Promise<boolean> {
    const { chart } = kept;
    const range = { ...chart.name, since: chart.closedTo, limit: newestMax + 1 };
    const reading = await this.#parts.reads.read((database) => readCandles(database, range));
    if (!chart.fits(reading)) throw this.#drop(kept, reading);
    if (reading.candles.length > newestMax) {
      this.#drop(kept, reading);
      return false;
    }
    for (const block of chart.extend(reading)) this.#keep(kept, block);
    const bytes = bytesOf(chart.head) + bytesOf(chart.open);
    if (this.#isKept(kept)) this.#kept.keep(headName(chart), bytes, () => this.#forget(kept));
    return true;
  }

  #keep(kept: Kept, block: Block): void {
    const { chart } = kept;
    if (!this.#isKept(kept) || chart.blocks.has(block.key)) return;
    chart.blocks.set(block.key, block);
    this.#kept.keep(blockName(chart, block.key), bytesOf(block), () => chart.blocks.delete(block.key));
  }

  #isKept(kept: Kept): boolean {
    return this.#charts.get(nameOf(kept.chart.name)) === kept;
  }

  #drop(kept: Kept, { writtenTo }: CandleReading): Outdated {
    this.#forget(kept);
    return new Outdated(Math.floor(writtenTo / 1_000));
  }

  /** Forgets a chart whole. Answers that are being made of it are still of one history. */
  #forget(kept: Kept): void {
    if (!this.#isKept(kept)) return;
    const { chart } = kept;
    this.#charts.delete(nameOf(chart.name));
    this.#kept.forget(headName(chart));
    for (const key of chart.blocks.keys()) this.#kept.forget(blockName(chart, key));
  }
}

const nameOf = ({ market, timeframe }: ChartName) => `${market} ${timeframe}`;
const headName = ({ name }: KeptChart) => `${nameOf(name)} head`;
const blockName = ({ name }: KeptChart, key: number) => `${nameOf(name)} ${key}`;
