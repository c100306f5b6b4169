import type { Candle } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import type { LiveStore } from '#live/live-store.ts';
import { type Candles, mergeCandles } from '#market/candles-state.ts';

export const historyPage = 500;

export interface HistoryParts {
  /** The newest candles, kept up to date. */
  readonly live: LiveStore<Candles>;
  /** Candles that open before a moment, oldest first. */
  readonly fetchBefore: (before: number) => Promise<Result<readonly Candle[], unknown>>;
}

/** Older ones than this are for a longer timeframe to show. */
export const candlesMax = 10_000;

/** What is going on at the far end of the history. */
export type OlderState = 'idle' | 'fetching' | 'failed';

export interface CandleHistory {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Candles;
  readonly older: () => OlderState;
  /** Fetches a page of what came before; does nothing while one is on its way, after a loss, or when there is no more. */
  readonly loadOlder: () => Promise<void>;
  /** Tries again after a loss. */
  readonly retry: () => Promise<void>;
}

/** The live candles with those that somebody scrolled back to in front of them. */
export function createCandleHistory({ live, fetchBefore }: HistoryParts): CandleHistory {
  const listeners = new Set<() => void>();
  let older: readonly Candle[] = [];
  /** The first live candle when the older ones were fetched: they reach up to it. */
  let reachesTo = 0;
  let state: OlderState = 'idle';
  let exhausted = false;
  let seen: { live: Candles; older: readonly Candle[]; together: Candles } | null = null;

  function read(): Candles {
    const now = live.read();
    const [first] = now.list;
    // After a long loss the live ones begin later, and what lies between is not known.
    if (first !== undefined && first.time > reachesTo && older.length > 0) {
      older = [];
      exhausted = false;
    }
    if (seen?.live === now && seen.older === older) return seen.together;
    const together =
      older.length === 0 || first === undefined ? now : { ...now, list: mergeCandles(older, now.list) };
    seen = { live: now, older, together };
    return together;
  }

  function become(next: OlderState): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  async function loadOlder(): Promise<void> {
    const { list } = read();
    const [first] = list;
    if (state !== 'idle' || exhausted || first === undefined || list.length >= candlesMax) return;
    become('fetching');
    const page = await fetchBefore(first.time);
    if (page.ok) {
      exhausted = page.value.length < historyPage;
      if (older.length === 0) reachesTo = first.time;
      older = mergeCandles(page.value, older);
    }
    become(page.ok ? 'idle' : 'failed');
  }

  return {
    read,
    older: () => state,
    subscribe(listener) {
      listeners.add(listener);
      const stop = live.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    loadOlder,
    retry() {
      if (state === 'failed') state = 'idle';
      return loadOlder();
    },
  };
}
