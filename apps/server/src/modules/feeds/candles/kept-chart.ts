import {
  blockSeconds,
  type CandleReading,
  type CandleRecord,
  type ChartName,
  candleTime,
} from '#modules/market-data/index.ts';

/** What an object and two numbers take for each candle, about. */
const candleOverheadBytes = 64;

/** Encoded candles, the oldest first. */
export interface EncodedCandles {
  readonly times: number[];
  readonly texts: string[];
}

/** All closed candles of a stretch of time. */
export interface Block extends EncodedCandles {
  readonly key: number;
  /** When the newest candle before this block opens: blocks without a candle are skipped by it. */
  readonly previous: number | undefined;
}

type Encode = (candle: CandleRecord) => string;

/**
 * The encoded candles of one market and timeframe. A candle is closed when trades are written up to its end or further: the exchange's time never goes
 * backwards, so nothing changes it afterwards. Closed candles lie in blocks. The newest block, the head, is still being filled; the open candles
 * behind it are replaced by each reading.
 */
export class KeptChart {
  readonly name: ChartName;
  /** Complete blocks, by key. */
  readonly blocks = new Map<number, Block>();
  readonly #encode: Encode;
  readonly #seconds: number;
  #head: Block | undefined;
  #open: EncodedCandles = { times: [], texts: [] };
  #revision: number | undefined;
  /** Every candle that opens earlier is closed, and is in a block or can be read into one. */
  #closedTo: number;

  /** `begin`: a moment in the block that is filled first. */
  constructor(name: ChartName, encode: Encode, begin: number) {
    this.name = name;
    this.#encode = encode;
    this.#seconds = blockSeconds(name.timeframe);
    this.#closedTo = this.beginOf(this.keyOf(begin));
  }

  get closedTo(): number {
    return this.#closedTo;
  }

  get open(): EncodedCandles {
    return this.#open;
  }

  get head(): Block {
    return this.#head ?? { key: this.keyOf(this.#closedTo), previous: undefined, times: [], texts: [] };
  }

  keyOf(time: number): number {
    return Math.floor(time / this.#seconds);
  }

  beginOf(key: number): number {
    return key * this.#seconds;
  }

  /** Whether a reading may be joined to what is here: the history is the same one, and has not been wound back. */
  fits({ revision, writtenTo }: CandleReading): boolean {
    const isSame = this.#revision === undefined || this.#revision === revision;
    return isSame && candleTime(this.name.timeframe, writtenTo) >= this.#closedTo;
  }

  /** Takes in all candles from `closedTo` on. Answers with the blocks that are complete now. */
  extend(reading: CandleReading): Block[] {
    const completed: Block[] = [];
    const closedTo = candleTime(this.name.timeframe, reading.writtenTo);
    this.#revision = reading.revision;
    this.#head ??= { ...this.head, previous: reading.previous };
    this.#open = { times: [], texts: [] };
    for (const candle of reading.candles) {
      if (candle.time < closedTo) this.#headOf(this.keyOf(candle.time), completed);
      add(candle.time < closedTo ? this.head : this.#open, candle, this.#encode);
    }
    this.#headOf(this.keyOf(closedTo), completed);
    this.#closedTo = closedTo;
    return completed;
  }

  /** Makes the head the one of the key, and completes the one before. */
  #headOf(key: number, completed: Block[]): void {
    const { head } = this;
    if (head.key === key) return;
    if (head.times.length > 0) completed.push(head);
    this.#head = { key, previous: head.times.at(-1) ?? head.previous, times: [], texts: [] };
  }

  /**
   * Cuts candles that were read backwards from a block's end into blocks. `isWhole` says that there are no older ones; otherwise the oldest block may lack
   * some, and is left out.
   */
  blocksOf({ candles }: CandleReading, isWhole: boolean): Block[] {
    const blocks: Block[] = [];
    let newest: Block | undefined;
    for (const candle of candles) {
      const key = this.keyOf(candle.time);
      if (newest?.key !== key) {
        newest = { key, previous: newest?.times.at(-1), times: [], texts: [] };
        blocks.push(newest);
      }
      add(newest, candle, this.#encode);
    }
    return isWhole ? blocks : blocks.slice(1);
  }

  isOf({ revision }: CandleReading): boolean {
    return this.#revision === revision;
  }
}

function add({ times, texts }: EncodedCandles, candle: CandleRecord, encode: Encode): void {
  times.push(candle.time);
  texts.push(encode(candle));
}

export function bytesOf({ texts }: EncodedCandles): number {
  return texts.reduce((sum, text) => sum + text.length + candleOverheadBytes, candleOverheadBytes);
}

/** How many of the times are earlier; they are in order. */
export function countBefore(times: readonly number[], before: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < before) low = middle + 1;
    else high = middle;
  }
  return low;
}
