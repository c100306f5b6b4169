import type { TradeExecuted } from '@emporion/core';
import { readPairFigures } from '#modules/markets/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import { repeat } from '#platform/concurrency/repeat.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { showUnits, unitsOf } from './alert.ts';
import { missedByAlerts, watchedOf } from './catch-up.ts';
import { fireAlerts } from './fire/fire-alerts.ts';
import { FiringLine } from './fire/firing-line.ts';
import { Lookout } from './lookout.ts';
import { listWaiting, readProgress, writeProgress } from './store.ts';

/** Volumes are told to people this often, and an alert knows no sooner. */
const volumesMs = 1_000;
/** How much of the trades a start has to look through again. */
const progressMs = 5_000;

/** Watches for everyone: from now on, and from where the last server ended. */
export async function openLookout(app: App, platform: Platform, live: LiveExchange): Promise<Lookout> {
  const { runtime, database, log } = platform;
  const line: FiringLine = new FiringLine({
    log,
    fire: fireIn(platform, live),
    giveBack: ({ alert }) => lookout.watch.add(alert),
  });
  const lookout = new Lookout({ platform, live, line });
  const waiting = watchedOf(await listWaiting(database.kysely), live);
  for (const alert of waiting) lookout.watch.add(alert);
  const after = await readProgress(database.kysely);
  let upTo = 0;
  const following = runtime.follow({
    name: 'alerts',
    whenItFails: 'log',
    seed: async () => {
      const { value, sequence } = await readStart(platform, live);
      lookout.begin(value);
      upTo = value.lastTrade;
      return { sequence };
    },
    apply: ({ events }) =>
      lookout.see(events.filter((event): event is TradeExecuted => event.kind === 'TradeExecuted')),
  });
  await following.ready;
  await lookout.lookAround();

  let caughtUp = false;
  const catchUp = async (): Promise<void> => {
    for await (const reached of missedByAlerts({ platform, waiting, after, upTo })) {
      for (const { alert } of reached) lookout.forget(alert.id);
      line.put(reached);
    }
    caughtUp = true;
  };
  const keepProgress = async (): Promise<void> => {
    // Both read in one moment: an idle line has fired everything up to this trade.
    const { lastTrade } = lookout;
    if (caughtUp && line.isIdle && lookout.watch.size > 0) await writeProgress(database.kysely, lastTrade);
  };
  const stops = [
    repeat(volumesMs, () => lookout.lookAtVolumes(), log),
    repeat(progressMs, keepProgress, log),
  ];
  catchUp().catch((err: unknown) => log.error({ err, part: 'alerts' }, 'Missed trades were not looked at.'));
  app.addHook('preClose', async () => {
    following.stop();
    for (const stop of stops) stop();
    await line.stop();
    await keepProgress().catch((err: unknown) => {
      // The next start looks at some trades twice, and nothing fires twice.
      log.warn({ err, part: 'alerts' }, 'How far alerts were looked at is not kept.');
    });
  });
  return lookout;
}

function fireIn(platform: Platform, live: LiveExchange) {
  return (reached: Parameters<ConstructorParameters<typeof FiringLine>[0]['fire']>[0]) =>
    fireAlerts(
      platform,
      reached.map(({ alert, at }) => ({
        id: alert.id,
        value: showUnits(at, live.market(alert.pair), alert.metric),
      })),
    );
}

/** The last trade and the last prices; where nobody has traded, those of the generated history. */
async function readStart(platform: Platform, live: LiveExchange) {
  const prices = new Map<string, number>();
  for (const { code, price } of (await readPairFigures(platform)).values())
    if (price !== null) prices.set(code, Number(unitsOf(price, live.market(code), 'price')));
  return platform.view.readAt((exchange) => {
    for (const { code, lastPrice } of exchange.markets.values())
      if (lastPrice > 0) prices.set(code, lastPrice);
    return { lastTrade: exchange.lastTradeId, prices };
  });
}
