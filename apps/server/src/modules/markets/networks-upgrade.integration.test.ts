import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { folders } from '#platform/folders.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { loadNetworks, requireAdapters } from './networks.ts';
import { seedDemoMarkets } from './seed-demo-markets.ts';

let test: TestDatabase;

/** A database of the release before networks had terms of their own. */
beforeEach(async () => {
  test = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'emporion-migrations-'));
  for (const name of readdirSync(folders.migrations).filter((each) => each < '0080'))
    cpSync(join(folders.migrations, name), join(folder, name));
  await migrate(test.database.pool, folder);
  rmSync(folder, { recursive: true });
  await test.database.pool.query(`
    begin;
    insert into blockchains (code, name, tx_explorer, confirmations, fee_coin, place) values
      ('tron', 'Tron', 'https://explorer.example/', 20, 'TRX', 0),
      ('ethereum', 'Ethereum', 'https://explorer.example/', 12, 'ETH', 1);
    insert into coins (
      code, name, base, decimals, logo, place, deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max, withdrawal_daily_max
    ) values
      ('ETH', 'Ethereum', 'ETH', 18, '', 0, 0.001, 0.002, 0.01, null, null),
      ('TRX', 'TRON', 'TRX', 6, '', 1, 5, 1, 10, null, null),
      ('USDT', 'Tether', 'USDT', 6, '', 2, 1, 2, 10, 500, 1000);
    insert into coin_blockchains (coin, blockchain, place) values
      ('ETH', 'ethereum', 0), ('TRX', 'tron', 0), ('USDT', 'tron', 0), ('USDT', 'ethereum', 1);
    update coins set withdrawals_disabled = true where code = 'TRX';
    commit;
  `);
  await migrate(test.database.pool, folders.migrations);
});
afterEach(() => test.drop());

it('gives each network of a coin what held for the coin, on the chain of the demo', async () => {
  const { networks, coins } = await loadNetworks(test.database.kysely);
  expect([...networks.values()].map((each) => `${each.code} ${each.family} ${each.addressFormat}`)).toEqual([
    'tron development tron',
    'ethereum development evm',
  ]);
  for (const network of ['tron', 'ethereum'])
    expect(coins.find((here) => here.coin === 'USDT' && here.network === network)).toMatchObject({
      contract: null,
      decimals: 6,
      depositMin: '1',
      withdrawalFee: '2',
      withdrawalMin: '10',
      withdrawalMax: '500',
      withdrawalDailyMax: '1000',
    });
});

it('lets the seed of the demo complete them, and keeps what was switched off', async () => {
  await test.database.kysely.transaction().execute(seedDemoMarkets);
  const all = await loadNetworks(test.database.kysely);
  expect(() => requireAdapters(all, { demo: true })).not.toThrow();
  expect(all.coins.filter(({ coin }) => coin === 'USDT')).toHaveLength(5);
  expect(all.coins.find(({ coin }) => coin === 'TRX')).toMatchObject({ withdrawalsDisabled: true });
});
