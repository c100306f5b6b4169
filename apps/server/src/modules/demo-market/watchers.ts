import { marketDataEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';

/** Tells whether anybody looks at a pair now. */
export type IsWatched = (pair: string) => boolean;

/** Who asked over HTTP is taken to look for so long; a page without a socket asks again sooner. */
const lookMs = 20_000;

const looks: ReadonlySet<unknown> = new Set([
  marketDataEndpoints.book.path,
  marketDataEndpoints.trades.path,
  marketDataEndpoints.candles.path,
]);

/** Notices who follows a pair on a socket or asks for it over HTTP. It is to be called before the server is ready. */
export function noticeWatchers(app: App, pairs: readonly string[]): IsWatched {
  const seenAt = new Map(pairs.map((pair) => [pair, Number.NEGATIVE_INFINITY]));
  app.addHook('onRequest', (request, _reply, next) => {
    const { pair } = request.params as { pair?: string };
    if (pair !== undefined && seenAt.has(pair) && looks.has(request.routeOptions.config.endpoint?.path))
      seenAt.set(pair, performance.now());
    next();
  });
  return (pair) => {
    const asked = performance.now() - (seenAt.get(pair) ?? Number.NEGATIVE_INFINITY) < lookMs;
    return asked || (app.hasDecorator('realtime') && app.realtime.topics.isFollowed(pair));
  };
}
