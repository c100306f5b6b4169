import { apiBase } from '@emporion/contracts/rest';
import { stateHash } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { feedsModule } from '#modules/feeds/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { loadConfig } from '#platform/config/load.ts';
import { realtimeModule } from '#realtime/index.ts';
import { makeSnapshotForTest } from '#runtime/testing/make-snapshot.ts';
import { createTradingApp, namesAsTokens, type TradingApp } from '#testing/trading-app.ts';
import { startFollower } from './follower.ts';
import type { RunningServer } from './run-process.ts';

const modules = [realtimeModule, tradingModule, walletModule, feedsModule];
const pair = 'BTC-USDT';
let engine: TradingApp;
let follower: RunningServer | undefined;
let lines: string[];

beforeEach(async () => {
  lines = [];
  engine = await createTradingApp({ modules });
  await engine.fund('ann', 'USDT', '1000000');
  await engine.fund('bob', 'BTC', '20');
});
afterEach(async () => {
  await follower?.stop();
  follower = undefined;
  await engine.close();
});

async function follow(): Promise<RunningServer> {
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'info', FOLLOW_PORT: '0' });
  invariant(config.ok, 'the test gave a configuration that is refused');
  follower = await startFollower({
    config: config.value,
    database: engine.test.database,
    modules: [namesAsTokens, ...modules],
    announce: () => undefined,
    compareEveryMs: 20,
    logTo: { write: (line) => void lines.push(line) },
  });
  return follower;
}

const place = async (as: string, operation: 'buy' | 'sell', price: string) => {
  const body = { type: 0, pair, operation, quantity: '0.5', price };
  expect((await engine.call({ method: 'POST', path: 'orders', as, body })).status).toBe(200);
};

/** The same question to both, the moment of the answer left out. */
async function ask(path: string, as?: string) {
  const headers = as === undefined ? {} : { authorization: `Bearer ${as}` };
  const own = await engine.app.inject({ url: path, headers });
  const other = await fetch(`${follower?.url}${path}`, { headers });
  const without = ({ time: _, ...body }: Record<string, unknown>) => body;
  return {
    engine: { status: own.statusCode, body: without(own.json()) },
    follower: { status: other.status, body: without((await other.json()) as Record<string, unknown>) },
  };
}

it('answers as the server does, for everybody and for each, and refuses commands', async () => {
  await place('ann', 'buy', '50000');
  const { url } = await follow();
  await place('bob', 'sell', '51000');
  await place('bob', 'sell', '50000');
  for (const [path, as] of [
    [`/api/public/v1/stack/${pair}`, undefined],
    [`${apiBase}balance`, 'ann'],
    [`${apiBase}balance`, 'bob'],
    [`${apiBase}balance`, 'forged'],
    [`${apiBase}balance`, undefined],
  ] as const) {
    await expect.poll(async () => (await ask(path, as)).follower).toEqual((await ask(path, as)).engine);
  }
  const book = await ask(`/api/public/v1/stack/${pair}`);
  expect(book.follower).toMatchObject({ status: 200, body: { asks: [['51000', '0.5']], bids: [] } });

  const before = engine.runtime.position.sequence;
  for (const [method, path] of [
    ['POST', 'orders'],
    ['DELETE', 'orders'],
    ['POST', 'nothing-of-this-name'],
  ]) {
    const refused = await fetch(`${url}${apiBase}${path}`, {
      method: method as string,
      headers: { authorization: 'Bearer ann', 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      503,
      'service_unavailable',
    ]);
  }
  expect(engine.runtime.position.sequence).toBe(before);
});

it('compares its state with the snapshots that were stored, those it passes and those it learns of later', async () => {
  for (const price of ['50000', '50001']) await place('ann', 'buy', price);
  const first = await makeSnapshotForTest(engine.test.url);
  await place('bob', 'sell', '52000');
  const second = await makeSnapshotForTest(engine.test.url);
  await place('bob', 'sell', '50001');
  await follow();
  const agreed = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; batch: number; stateHash: string })
      .filter(({ msg }) => msg === 'the replica agrees with the snapshot');
  // It began with the first, and passed the second.
  expect(agreed()).toMatchObject(
    [first, second].map(({ batch, stateHash: hash }) => ({ batch, stateHash: hash })),
  );

  await place('ann', 'buy', '49000');
  const third = await makeSnapshotForTest(engine.test.url);
  await place('ann', 'buy', '48000');
  await expect
    .poll(() => agreed().map(({ batch }) => batch))
    .toEqual([first.batch, second.batch, third.batch]);
  expect(third.stateHash).not.toBe(await engine.runtime.read(stateHash));
});

it('ends with a sentence when it comes to another state than the exchange did', async () => {
  await place('ann', 'buy', '50000');
  await makeSnapshotForTest(engine.test.url);
  await place('ann', 'buy', '50001');
  const { batch } = await makeSnapshotForTest(engine.test.url);
  await engine.test.database.pool.query(
    "UPDATE snapshots SET state_hash = 'ffffffffffffffff' WHERE number = $1",
    [batch],
  );
  await expect(follow()).rejects.toThrow('another state than the exchange');
});
