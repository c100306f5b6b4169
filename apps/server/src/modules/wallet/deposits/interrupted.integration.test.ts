import { randomInt } from 'node:crypto';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { extent } from '#testing/extent.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { Watcher } from '../watch/watcher.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;

class Cut extends Error {}

/** The platform of another process, whose statements and commands fail from the nth on. */
function createDyingPlatform(): { platform: Platform; dieAfter(steps: number): void; hasDied(): boolean } {
  let left = 0;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Cut();
  };
  const { pool, kysely } = app.platform.database;
  const dying = kysely.withPlugin({
    transformQuery: ({ node }) => {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const execute = async (command: CommandRequest) => {
    step();
    const result = await app.runtime.execute(command);
    // It was carried out, and nobody hears of it.
    step();
    return result;
  };
  const runtime = new Proxy(app.platform.runtime, {
    get: (target, name) => {
      if (name === 'execute') return execute;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const database = { ...app.platform.database, pool, kysely: dying, close: async () => undefined };
  return {
    platform: { ...app.platform, runtime, database },
    dieAfter: (steps) => {
      left = steps;
    },
    hasDied: () => left < 0,
  };
}

describe('a watcher that is killed', () => {
  it('at any step leaves nothing credited twice or lost, through reorganisations too', async () => {
    const chain = await app.chain('bitcoin');
    let paid = 0n;
    let cuts = 0;
    const { platform, dieAfter, hasDied } = createDyingPlatform();
    const { steps, stride } = extent({ usual: { steps: 17, stride: 4 }, all: { steps: 120, stride: 2 } });
    // Other steps each time, so that in the long run all of them have their turn.
    const seed = Number(process.env.SEED ?? randomInt(stride));
    for (let after = 0; after < steps; after += 1) {
      await app.pay('kill', { network: 'bitcoin', coin: 'BTC', amount: '0.001' });
      paid += 100_000n;
      await chain.mine(after % 3 === 0 ? 1 : 3);
      if (after % 5 === 4) await chain.reorg({ depth: 3, isMined: after % 2 === 0 });
      dieAfter(seed + stride * after);
      const watcher = new Watcher({ ...platform, metrics: createMetrics() });
      await watcher.follow('bitcoin', { review: true }).catch((error: unknown) => {
        if (!(error instanceof Cut)) throw error;
      });
      if (hasDied()) cuts += 1;
    }
    await app.mine('bitcoin', 4);
    expect(cuts).toBeGreaterThan(steps / 3);
    expect(await actual('kill', 'BTC')).toBe(`0.${String(paid).padStart(8, '0')}`.replace(/0+$/, ''));
    expect(
      await app.runtime.read(({ ledger }) => ledger.available(houseAccount('reorg-loss', 'bitcoin'), 'BTC')),
    ).toBe(0n);
    expect(await app.differences()).toEqual([]);
  });
});

it('two watchers at once credit everything once', async () => {
  const chain = await app.chain('tron');
  const other = new Watcher({ ...app.platform, metrics: createMetrics() });
  for (let round = 0; round < 6; round += 1) {
    await app.pay('both', { network: 'tron', coin: 'TRX', amount: '10' });
    await chain.mine(20);
    await Promise.all([app.watcher.follow('tron'), other.follow('tron'), app.watcher.follow('tron')]);
  }
  await app.watcher.follow('tron');
  expect(await actual('both', 'TRX')).toBe('60');
  expect(await app.differences()).toEqual([]);
});

it('a credit whose answer was lost at a restart is asked for again under its number', async () => {
  await app.pay('restart', { network: 'bitcoin', coin: 'BTC', amount: '0.5' });
  await (await app.chain('bitcoin')).mine(3);
  await app.watcher.follow('bitcoin');
  // A restored backup may say so; the steps that a running exchange takes do not lead there.
  await sql`alter table deposits disable trigger deposit_step`.execute(app.test.database.kysely);
  await sql`
    update deposits set status = 'crediting', credited_at = null
    where user_id is not null and chain_amount = 50000000
  `.execute(app.test.database.kysely);
  await sql`alter table deposits enable trigger deposit_step`.execute(app.test.database.kysely);
  await app.watcher.follow('bitcoin');
  expect((await app.deposits('restart')).map(({ status }) => status)).toEqual(['completed']);
  expect(await actual('restart', 'BTC')).toBe('0.5');
  expect(await app.differences()).toEqual([]);
});
