import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { KeptBytes } from './kept-bytes.ts';

const pack = promisify(gzip);
const packing = { level: constants.Z_BEST_SPEED };
/** So long an answer is given again while nothing was traded. A history that another process changes is seen after this time. */
const freshMs = 250;

export interface MadeAnswer {
  readonly text: string;
  readonly etag: string;
  /** Packed once, for everyone who accepts it. */
  readonly packed: Promise<Buffer>;
}

interface Kept extends MadeAnswer {
  readonly limit: number;
  trades: number;
  madeAt: number;
}

/** The newest candles of each chart as they were answered last, one answer for each chart, within a bound of bytes. */
export class NewestAnswers {
  readonly #kept: KeptBytes;
  readonly #answers = new Map<string, Kept>();

  constructor(bytesMax: number) {
    this.#kept = new KeptBytes(bytesMax);
  }

  /** The answer that still holds: nothing was traded in the market since, which `trades` counts, and it is not old. */
  find(chart: string, asked: { limit: number; trades: number; nowMs: number }): MadeAnswer | undefined {
    const kept = this.#answers.get(chart);
    const holds =
      kept?.limit === asked.limit && kept.trades === asked.trades && asked.nowMs - kept.madeAt < freshMs;
    return holds ? kept : undefined;
  }

  /** Replaces the chart's cached answer. An unchanged text is compressed once. */
  keep(chart: string, text: string, made: { limit: number; trades: number; nowMs: number }): MadeAnswer {
    const { limit, trades, nowMs: madeAt } = made;
    const former = this.#answers.get(chart);
    const answer = former?.text === text ? former : answerOf(text);
    this.#answers.set(chart, { ...answer, limit, trades, madeAt });
    this.#kept.keep(chart, 2 * text.length, () => this.#answers.delete(chart));
    return answer;
  }
}

export function answerOf(text: string): MadeAnswer {
  let packed: Promise<Buffer> | undefined;
  return {
    text,
    etag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
    get packed() {
      packed ??= pack(text, packing);
      return packed;
    },
  };
}
