import type { AddressInfo } from 'node:net';
import { timeframes } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { durableFollowers } from '#durable-followers.ts';
import { feedsModule } from '#modules/feeds/index.ts';
import { findUserByEmail, identityModule } from '#modules/identity/index.ts';
import { listCandles } from '#modules/market-data/index.ts';
import { marketsModule } from '#modules/markets/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { runDemoSeeds } from '#platform/demo/run-demo-seeds.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Platform } from '#platform/platform.ts';
import { realtimeModule } from '#realtime/index.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { silent, startTestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase } from '#testing/database.ts';
import { patient } from '#testing/patient-projections.ts';
import { pinTestKeys } from '#testing/test-keys.ts';
import { demoMarketModule } from './index.ts';
import { noticeWatchers } from './watchers.ts';

const modules = [
  realtimeModule,
  identityModule,
  marketsModule,
  tradingModule,
  walletModule,
  demoMarketModule,
  feedsModule,
];
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The demo as it starts on an empty database. */
async function startDemo(
  env: Record<string, string> = {},
  chosen = modules,
): Promise<TestApp & { url: string }> {
  const test = await createTestDatabase();
  closers.push(() => test.drop());
  const { database } = test;
  const runtime = await startTestRuntime(database);
  closers.push(() => runtime.stop());
  const projections = patient(
    startFollowers({
      followers: durableFollowers,
      database,
      runtime,
      log: silent,
      metrics: createMetrics(),
    }),
  );
  closers.push(() => projections.stop());
  const config = { demo: true } as Platform['config'];
  const clock = { now: () => new Date('2026-01-02T03:04:05.678Z') };
  await runDemoSeeds({ database, config, clock } as Platform, chosen);
  await pinTestKeys(database.kysely);
  const server = await createTestApp({ database, runtime, projections, modules: chosen, env });
  closers.push(() => server.app.close());
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  return { ...server, url: `127.0.0.1:${port}` };
}

async function openOrderCount({ platform }: TestApp, market?: string): Promise<number> {
  return platform.runtime.read(
    ({ orders }) =>
      [...orders.values()].filter((order) => market === undefined || order.market === market).length,
  );
}

async function holdings({ platform }: TestApp, email: string): Promise<string[]> {
  const user = await findUserByEmail(platform.database.kysely, email);
  return platform.runtime.read((exchange) =>
    [...(exchange.findAccount(user?.id ?? '')?.balances ?? [])]
      .filter(([, { total }]) => total > 0n)
      .map(([coin]) => coin),
  );
}

describe('demoMarketModule', () => {
  it('fills charts, books and purses, stops in good order, and takes what makers left out of the books when it is switched off', async () => {
    const demo = await startDemo();
    await expect.poll(() => openOrderCount(demo)).toBeGreaterThan(12 * 36);
    expect((await holdings(demo, 'trader@emporion.test')).length).toBe(12);
    expect((await holdings(demo, 'second@emporion.test')).length).toBe(12);
    for (const timeframe of timeframes) {
      const query = { market: 'ARB-USDT', timeframe, limit: 50 };
      expect(await listCandles(demo.platform.database.kysely, query)).toHaveLength(50);
    }
    // On a busy machine a bot may have been told to come back later, and paused; the stop itself is quiet.
    const said = demo.logLines.length;
    await demo.app.close();
    const left = demo.platform.runtime.position.sequence;
    expect(await openOrderCount(demo)).toBeGreaterThan(12 * 30);
    expect(demo.platform.runtime.position.sequence).toBe(left);
    expect(demo.logLines.slice(said).filter((line) => line.includes('demo market'))).toEqual([]);

    const { database, runtime, projections } = demo.platform;
    const env = { DEMO_MARKET: 'false' };
    const quiet = await createTestApp({ database, runtime, projections, modules, env });
    closers.push(() => quiet.app.close());
    expect(await openOrderCount(quiet)).toBe(0);
  });
});

describe('demoMarketModule, switched off', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let isWatched = (_pair: string): boolean => false;
  beforeAll(async () => {
    const observing = {
      name: 'observing',
      register: (app: TestApp['app']) => {
        isWatched = noticeWatchers(app, ['BTC-USDT', 'ETH-USDT', 'ARB-USDT']);
      },
    };
    demo = await startDemo({ DEMO_MARKET: 'false' }, [...modules, observing]);
  });

  it('gives the people of a demo their money and nothing else', async () => {
    expect((await holdings(demo, 'trader@emporion.test')).length).toBe(12);
    expect(await holdings(demo, 'maker@emporion.test')).toEqual([]);
    expect(await openOrderCount(demo)).toBe(0);
    const { rows } = await demo.platform.database.pool.query('SELECT FROM candle_seeds');
    expect(rows).toEqual([]);
  });

  it('opens no account that the known password leads into', async () => {
    const login = (email: string) =>
      demo.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email, password: 'Emporion-1' },
      });
    expect((await login('trader@emporion.test')).statusCode).toBe(200);
    expect((await login('maker@emporion.test')).json().code).toBe('invalid_credentials');
  });

  it('sees who follows a pair on a socket for as long as they do, and who asks over HTTP', async () => {
    expect(isWatched('BTC-USDT')).toBe(false);
    const socket = new WebSocket(`ws://${demo.url}/wsapi/v1/trading`);
    await new Promise((done) => socket.once('open', done));
    socket.send(JSON.stringify({ command: 'add_stack', params: { pair: 'BTC-USDT' } }));
    await expect.poll(() => isWatched('BTC-USDT')).toBe(true);
    expect(isWatched('ETH-USDT')).toBe(false);
    socket.close();
    await expect.poll(() => isWatched('BTC-USDT')).toBe(false);
    await demo.app.inject({ url: '/api/public/v1/trades/ETH-USDT' });
    expect(isWatched('ETH-USDT')).toBe(true);
    expect(isWatched('ARB-USDT')).toBe(false);
  });
});
