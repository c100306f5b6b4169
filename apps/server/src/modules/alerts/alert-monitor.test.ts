import { expect, it } from 'vitest';
import { type PairFigures, setPairFigures } from '#modules/markets/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import { MarketUnits } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { AlertMonitor } from './alert-monitor.ts';
import type { FiringQueue } from './fire/firing-queue.ts';
import type { ReachedAlert } from './watch/alert-watch.ts';

const pair = 'TEA-GOLD';
const market = new MarketUnits({
  ...{ market: pair, base: 'TEA', quote: 'GOLD' },
  ...{ baseDecimals: 0, quoteDecimals: 0, priceDecimals: 0, quantityDecimals: 0 },
});

function open(volume: () => string | null) {
  const platform = { runtime: {} } as Platform;
  const figures = (): PairFigures => ({
    ...{ id: 1, code: pair, price: null, price_24h: null, change: null, high: null, low: null },
    ...{ bid: null, ask: null, spread: null },
    volume: volume(),
  });
  setPairFigures(platform, async () => [figures()]);
  const fired: string[] = [];
  const queue = {
    put: (reached: readonly ReachedAlert[]) => fired.push(...reached.map(({ alert }) => alert.id)),
  } as unknown as FiringQueue;
  const live = { market: () => market } as unknown as LiveExchange;
  const monitor = new AlertMonitor({ platform, live, queue });
  monitor.watch.add({ id: 'quiet', pair, metric: 'volume', direction: 'below', value: 100n });
  return { monitor, fired };
}

it('fires no alert of a volume as long as nobody knows the volume', async () => {
  let volume: string | null = null;
  const { monitor, fired } = open(() => volume);
  await monitor.lookAround();
  expect(fired).toEqual([]);
  expect(await monitor.figure({ pair, metric: 'volume' })).toBeUndefined();
  volume = '250';
  await monitor.lookAtVolumes();
  expect(fired).toEqual([]);
  volume = '0';
  await monitor.lookAtVolumes();
  expect(fired).toEqual(['quiet']);
});
