import { apiBase, marketEndpoints, publicApiBase } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { runDemoSeeds } from '#platform/demo/run-demo-seeds.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import type { Runtime } from '#platform/runtime.ts';
import { startTestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { forgetMarkets, marketsModule, readNetworks, setPairFigures } from './index.ts';
import { seedDemoMarkets } from './seed-demo-markets.ts';

let test: TestDatabase;
let runtime: Runtime;
let server: TestApp;

async function get(path: string, base: string = apiBase) {
  const answer = await server.app.inject({ method: 'GET', url: `${base}${path}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function change(statement: string): Promise<void> {
  await test.database.pool.query(statement);
  forgetMarkets(server.platform);
}

beforeAll(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  server = await createTestApp({ database: test.database, runtime, modules: [marketsModule] });
  await runDemoSeeds(server.platform, [marketsModule]);
});
// The core knows the demo's coins and markets from the first seed, and a test changes only what the tables say of them.
beforeEach(async () => {
  await test.database.pool.query('truncate blockchains, coins, pairs restart identity cascade');
  await test.database.kysely.transaction().execute(seedDemoMarkets);
  setPairFigures(server.platform, async () => []);
  forgetMarkets(server.platform);
});
afterAll(async () => {
  await server.app.close();
  await runtime.stop();
  await test.drop();
});

describe('coins', () => {
  it('lists the demo coins in their order, with every field of the contract', async () => {
    const { coins, commons } = marketEndpoints.coins.response.parse(await get('coins/'));
    expect(coins.map(({ code, decimals }) => `${code} ${decimals}`)).toEqual([
      'BTC 8',
      'ETH 18',
      'BNB 18',
      'TRX 6',
      'POL 18',
      'RBTC 18',
      'ARB 18',
      'XRP 6',
      'USDT 6',
      'USD 2',
      'EUR 2',
      'RUB 2',
    ]);
    expect(coins.find(({ code }) => code === 'RBTC')).toMatchObject({
      base: 'BTC',
      blockchain_list: ['rootstock'],
      logo: '/public/coins/rbtc.svg',
      disable_all: false,
    });
    expect(coins.find(({ code }) => code === 'USDT')).toMatchObject({
      tx_explorer: null,
      blockchain_list: ['tron', 'ethereum', 'bnb-smart-chain', 'polygon', 'arbitrum'],
    });
    const used = new Set(coins.flatMap(({ blockchain_list }) => blockchain_list));
    expect(Object.keys(commons.blockchain_definitions).sort()).toEqual([...used].sort());
    expect(Object.keys(commons.token_tx_explorers).sort()).toEqual([...used].sort());
    expect(commons.blockchain_definitions['bnb-smart-chain']?.name).toBe('Binance Smart Chain');
    expect(commons.blockchain_definitions.arbitrum).toEqual({
      name: 'Arbitrum',
      standard: 'ERC-20',
      address_format: 'evm',
      coin: 'ETH',
      confirmations: 15,
    });
  });

  it('writes amounts as plain decimals, the smallest and the largest alike', async () => {
    await change("update coins set withdrawal_daily_max = null where code = 'ETH'");
    await change(`update coin_blockchains set withdrawal_fee = '0.000000000000000001', withdrawal_min = '0.10',
      withdrawal_max = '123456789012345678901234' where coin = 'ETH' and blockchain = 'ethereum'`);
    const { limits } = marketEndpoints.limits.response.parse(await get('limits/'));
    expect(limits.find(({ code }) => code === 'ETH')).toMatchObject({
      code: 'ETH',
      fee: { deposit: '0', withdrawal: '0.000000000000000001' },
      limits: {
        deposit: { min: '0.001', max: null },
        withdrawal: { min: '0.1', max: '123456789012345678901234', daily: null },
      },
    });
  });

  it('hides a coin that is switched off, and the pairs it is in', async () => {
    await change("update coins set hidden = true where code = 'TRX'");
    const codes = (list: { code: string }[]) => list.map(({ code }) => code);
    expect(codes((await get('coins/')).coins)).not.toContain('TRX');
    expect(codes((await get('limits/')).limits)).not.toContain('TRX');
    expect(codes((await get('pairs/')).pairs)).not.toContain('TRX-USDT');
    expect(codes((await get('pairs_volume/')).pairs)).not.toContain('TRX-USDT');
  });

  it('shows what is disabled for a coin', async () => {
    await change("update coins set deposits_disabled = true, order_book_disabled = true where code = 'BTC'");
    const { coins } = await get('coins/');
    expect(coins[0]).toMatchObject({
      code: 'BTC',
      disable_topups: true,
      disable_stack: true,
      disable_withdrawals: false,
    });
  });
});

describe('the networks of a coin', () => {
  const usdtOn = (rows: z.output<typeof marketEndpoints.coins.response>['coins'], network: string) =>
    rows.find(({ code }) => code === 'USDT')?.networks.find((here) => here.network === network);
  const coins = async () => marketEndpoints.coins.response.parse(await get('coins/')).coins;

  it('each say their contract, decimals, confirmations, fees and limits', async () => {
    expect(usdtOn(await coins(), 'bnb-smart-chain')).toEqual({
      network: 'bnb-smart-chain',
      contract: '0x55d398326f99059fF775485246999027B3197955',
      decimals: 18,
      confirmations: 15,
      memo: null,
      fee: { deposit: '0', withdrawal: '0.3' },
      limits: { deposit: { min: '1', max: null }, withdrawal: { min: '10', max: '500000' } },
      disable_topups: false,
      disable_withdrawals: false,
    });
    const { limits } = marketEndpoints.limits.response.parse(await get('limits/'));
    expect(limits.map(({ code, networks }) => ({ code, networks }))).toEqual(
      (await coins()).map(({ code, networks }) => ({ code, networks })),
    );
  });

  it('say which memo a deposit needs', async () => {
    expect((await coins()).find(({ code }) => code === 'XRP')?.networks[0]).toMatchObject({ memo: 'tag' });
  });

  it('count confirmations of their own where the coin asks for more', async () => {
    await change(
      "update coin_blockchains set confirmations = 40 where coin = 'USDT' and blockchain = 'tron'",
    );
    const rows = await coins();
    expect(usdtOn(rows, 'tron')?.confirmations).toBe(40);
    expect(rows.find(({ code }) => code === 'TRX')?.networks[0]?.confirmations).toBe(15);
  });

  it('the first of which gives the coin its own fee and limits', async () => {
    const usdt = (await coins()).find(({ code }) => code === 'USDT');
    expect(usdt?.networks[0]?.network).toBe('tron');
    expect(usdt?.fee).toEqual(usdt?.networks[0]?.fee);
    expect(usdt?.limits.withdrawal).toEqual({ ...usdt?.networks[0]?.limits.withdrawal, daily: '1000000' });
  });

  it.each([
    ["update coins set deposits_disabled = true where code = 'USDT'", [true, true, false], true],
    ["update blockchains set deposits_disabled = true where code = 'tron'", [true, false, true], false],
    [
      "update coin_blockchains set deposits_disabled = true where coin = 'USDT' and blockchain = 'tron'",
      [true, false, false],
      false,
    ],
  ])('are switched off one by one or together: %s', async (statement, expected, whole) => {
    await change(statement);
    const rows = await coins();
    const trx = rows.find(({ code }) => code === 'TRX')?.networks[0];
    const seen = [usdtOn(rows, 'tron'), usdtOn(rows, 'ethereum'), trx];
    expect(seen.map((here) => here?.disable_topups)).toEqual(expected);
    expect(seen.map((here) => here?.disable_withdrawals)).toEqual([false, false, false]);
    expect(rows.find(({ code }) => code === 'USDT')).toMatchObject({
      disable_topups: whole,
      disable_withdrawals: false,
    });
  });

  it('leave a coin without any neither deposits nor withdrawals', async () => {
    await change("delete from coin_blockchains where coin = 'RBTC'");
    expect((await coins()).find(({ code }) => code === 'RBTC')).toMatchObject({
      blockchain_list: [],
      networks: [],
      disable_topups: true,
      disable_withdrawals: true,
    });
  });
});

describe('what the wallet reads of networks', () => {
  it('has hidden coins too, switched off', async () => {
    await change("update coins set hidden = true where code = 'TRX'");
    const { networks, coins } = await readNetworks(server.platform);
    expect(networks.get('xrp-ledger')).toEqual({
      code: 'xrp-ledger',
      name: 'XRP Ledger',
      family: 'development',
      addressFormat: 'xrp',
      memo: 'tag',
      feeCoin: 'XRP',
      confirmations: 2,
      txExplorer: 'https://livenet.xrpl.org/transactions/',
      parameters: {},
      depositsDisabled: false,
      withdrawalsDisabled: false,
    });
    expect(coins.find(({ coin }) => coin === 'TRX')).toEqual({
      coin: 'TRX',
      network: 'tron',
      contract: null,
      decimals: 6,
      ledgerDecimals: 6,
      confirmations: 15,
      depositFee: '0',
      depositMin: '5',
      depositMax: null,
      withdrawalFee: '1',
      withdrawalMin: '10',
      withdrawalMax: '2000000',
      withdrawalDailyMax: '4000000',
      depositsDisabled: true,
      withdrawalsDisabled: true,
    });
  });

  it('is final within 40 seconds in the demo, with a block every two', async () => {
    const { coins } = await readNetworks(server.platform);
    expect(Math.max(...coins.map(({ confirmations }) => confirmations)) * 2).toBeLessThanOrEqual(40);
  });
});

describe('pairs', () => {
  it('lists the eight pairs, untraded', async () => {
    const { pairs } = marketEndpoints.pairs.response.parse(await get('pairs/'));
    expect(pairs.map(({ code }) => code)).toEqual([
      ...['BTC', 'ETH', 'BNB', 'TRX', 'POL', 'RBTC', 'ARB', 'XRP'].map((base) => `${base}-USDT`),
      ...['BTC-USD', 'USDT-USD', 'USDT-EUR', 'USDT-RUB'],
    ]);
    expect(pairs[0]).toEqual({
      id: expect.any(Number),
      code: 'BTC-USDT',
      base: { code: 'BTC' },
      quote: { code: 'USDT' },
      stack_precisions: ['100', '10', '1', '0.1', '0.01'],
      price: null,
      price_24h: null,
      volume: '0',
      rules: {
        state: 'open',
        tick: '0.01',
        lot: '0.000001',
        quantity_min: '0.00001',
        quantity_max: '100',
        cost_min: expect.any(String),
        cost_max: expect.any(String),
        band: expect.any(String),
        price_decimals: 2,
        quantity_decimals: 6,
        base_decimals: 8,
        quote_decimals: 6,
      },
    });
  });

  it('gives the volume of each pair to everyone, with and without the last slash', async () => {
    const traded = { volume: '1234.5', price: '97000.1', price_24h: null };
    setPairFigures(server.platform, async () => [{ id: 1, code: 'BTC-USDT', ...traded }]);
    for (const path of ['pairs_volume/', 'pairs_volume']) {
      for (const base of [apiBase, publicApiBase]) {
        const { pairs } = marketEndpoints.pairsVolume.response.parse(await get(path, base));
        expect(pairs[0]).toMatchObject({ code: 'BTC-USDT', ...traded });
        expect(pairs[1]).toMatchObject({ code: 'ETH-USDT', volume: '0', price: null });
      }
    }
  });
});

describe('the memory of the markets', () => {
  it('answers without the database until it is told to forget', async () => {
    // What was read a moment ago counts, however slow the machine is.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await get('coins/');
    await test.database.pool.query("update coins set name = 'Changed' where code = 'BTC'");
    expect((await get('coins/')).coins[0].name).toBe('Bitcoin');
    time.mockRestore();
    forgetMarkets(server.platform);
    expect((await get('coins/')).coins[0].name).toBe('Changed');
  });

  it('does not remember a failure', async () => {
    await change('alter table coins rename to coins_away');
    const failed = await server.app.inject({ method: 'GET', url: `${apiBase}coins/` });
    expect(failed.statusCode).toBe(500);
    await test.database.pool.query('alter table coins_away rename to coins');
    expect((await get('coins/')).coins).toHaveLength(12);
  });
});

describe('the demo seed', () => {
  it('changes nothing the second time, and leaves the switches of an operator alone', async () => {
    const before = await get('pairs/');
    await change("update coins set withdrawals_disabled = true where code = 'BTC'");
    await change("update coin_blockchains set deposits_disabled = true where blockchain = 'bitcoin'");
    await change("update blockchains set withdrawals_disabled = true where code = 'tron'");
    const coins = await get('coins/');
    await test.database.kysely.transaction().execute(seedDemoMarkets);
    forgetMarkets(server.platform);
    expect(await get('pairs/')).toEqual(before);
    expect(await get('coins/')).toEqual(coins);
    expect(coins.coins[0]).toMatchObject({ code: 'BTC', disable_topups: true, disable_withdrawals: true });
  });
});

describe('the tables', () => {
  it('keep a currency off every network', async () => {
    const { coins } = await get('coins/');
    expect(
      coins.filter(({ fiat }: { fiat: boolean }) => fiat).map(({ code }: { code: string }) => code),
    ).toEqual(['USD', 'EUR', 'RUB']);
    await expect(
      test.database.pool.query(
        "insert into coin_blockchains (coin, blockchain, place, decimals) values ('USD', 'tron', 1, 2)",
      ),
    ).rejects.toThrow('coin_blockchains_of_chains');
  });

  it('refuse the same contract for two coins of a network', async () => {
    await expect(
      test.database.pool.query(`insert into coin_blockchains (coin, blockchain, place, decimals, contract)
        select 'BTC', blockchain, 1, 8, contract from coin_blockchains where coin = 'USDT' and blockchain = 'tron'`),
    ).rejects.toThrow('coin_blockchains_contract');
  });

  it.each(['-1', "'NaN'", "'Infinity'"])('refuse %s as an amount', async (value) => {
    await expect(
      test.database.pool.query(`update coin_blockchains set withdrawal_fee = ${value} where coin = 'BTC'`),
    ).rejects.toThrow();
  });
});
