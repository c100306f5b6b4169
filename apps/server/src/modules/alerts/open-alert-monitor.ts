import type { TradeExecuted } from '@emporion/core';
import { readPairFigures } from '#modules/markets/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import { repeat } from '#platform/concurrency/repeat.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { showUnits, unitsOf } from './alert.ts';
import { AlertMonitor } from './alert-monitor.ts';
import { missedByAlerts, watchedOf } from './catch-up.ts';
import { fireAlerts } from './fire/fire-alerts.ts';
import { FiringQueue } from './fire/firing-queue.ts';
import { listWaiting, readProgress, writeProgress } from './store.ts';

/** Volumes are told to people this often, and an alert knows no sooner. */
const volumesMs = 1_000;
/** How much of the trades a start has to look through again. */
const progressMs = 5_000;

/** Watches for everyone: from now on, and from where the last server ended. */
export async function openAlertMonitor(
  app: App,
  platform: Platform,
  live: LiveExchange,
): Promise<AlertMonitor> {
  const { runtime, database, log } = platform;
  const queue: FiringQueue = new FiringQueue({
    log,
    fire: fireIn(platform, live),
    giveBack: ({ alert }) => monitor.watch.add(alert),
  });
  const monitor = new AlertMonitor({ platform, live, queue });
  const waiting = watchedOf(await listWaiting(database.kysely), live);
  for (const alert of waiting) monitor.watch.add(alert);
  const after = await readProgress(database.kysely);
  let upTo = 0;
  const following = runtime.follow({
    name: 'alerts',
    whenItFails: 'log',
    seed: async () => {
      const { value, sequence } = await readStart(platform, live);
      monitor.begin(value);
      upTo = value.lastTrade;
      return { sequence };
    },
    apply: ({ events }) =>
      monitor.see(events.filter((event): event is TradeExecuted => event.kind === 'TradeExecuted')),
  });
  await following.ready;
  await monitor.lookAround();

  let caughtUp = false;
  const catchUp = async (): Promise<void> => {
    for await (const reached of missedByAlerts({ platform, waiting, after, upTo })) {
      for (const { alert } of reached) monitor.forget(alert.id);
      queue.put(reached);
    }
    caughtUp = true;
  };
  const keepProgress = async (): Promise<void> => {
    // Both read in one moment: an idle queue has fired everything up to this trade.
    const { lastTrade } = monitor;
    if (caughtUp && queue.isIdle && monitor.watch.size > 0) await writeProgress(database.kysely, lastTrade);
  };
  const stops = [
    repeat(volumesMs, () => monitor.lookAtVolumes(), log),
    repeat(progressMs, keepProgress, log),
  ];
  catchUp().catch((err: unknown) => log.error({ err, part: 'alerts' }, 'Missed trades were not looked at.'));
  app.addHook('preClose', async () => {
    following.stop();
    for (const stop of stops) stop();
    await queue.stop();
    await keepProgress().catch((err: unknown) => {
      // The next start looks at some trades twice, and nothing fires twice.
      log.warn({ err, part: 'alerts' }, 'How far alerts were looked at is not kept.');
    });
  });
  return monitor;
}

function fireIn(platform: Platform, live: LiveExchange) {
  return (reached: Parameters<ConstructorParameters<typeof FiringQueue>[0]['fire']>[0]) =>
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
