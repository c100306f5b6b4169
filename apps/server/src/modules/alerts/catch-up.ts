import { marketHistory, tradesAfter } from '#modules/market-data/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { unitsOf } from './alert.ts';
import type { WaitingRow } from './store.ts';
import { AlertWatch, type ReachedAlert, type WatchedAlert } from './watch/alert-watch.ts';

const pageSize = 5_000;
/** The history is made anew after some releases, which may take this long. */
const historyMs = 30 * 60_000;

interface Missed {
  readonly platform: Platform;
  readonly waiting: readonly (WatchedAlert & { readonly sinceTrade: number })[];
  /** Trades after this one, up to the other, were not looked at by a server that ended in between. */
  readonly after: number;
  readonly upTo: number;
}

/** Walks through the trades that nobody looked at. An alert meets only those that came after it was set. @throws when the history lags too far behind. */
export async function* missedByAlerts(missed: Missed): AsyncGenerator<ReachedAlert[]> {
  const { platform, waiting, after, upTo } = missed;
  const [first] = waiting;
  if (!first || after >= upTo) return;
  if (!(await platform.projections.caughtUp(marketHistory, platform.runtime.position.batch, historyMs)))
    throw new Error('The history has not caught up with the journal.');
  const watch = new AlertWatch();
  let next = 0;
  let seen = Math.max(after, first.sinceTrade);
  for (;;) {
    const trades = await tradesAfter(platform.database.kysely, { id: seen, upTo, limit: pageSize });
    const reached: ReachedAlert[] = [];
    for (const { id, market: pair, price } of trades) {
      for (let alert = waiting[next]; alert && alert.sinceTrade < id; alert = waiting[next]) {
        watch.add(alert);
        next += 1;
      }
      reached.push(...watch.reach({ pair, metric: 'price' }, price));
      seen = id;
    }
    yield reached;
    if (trades.length < pageSize) return;
  }
}

/** Leaves out those of a market that is no more. */
export function watchedOf(rows: readonly WaitingRow[], live: LiveExchange) {
  const markets = new Map([...live.markets].map((market) => [market.code, market]));
  return rows.flatMap((row) => {
    const market = markets.get(row.pair);
    return market ? [{ ...row, value: unitsOf(row.value, market, row.metric) }] : [];
  });
}
