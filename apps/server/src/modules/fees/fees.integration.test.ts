import { marketDataEndpoints, publicApiBase } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { feesModule } from './index.ts';

let test: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await createTestApp({ database: test.database, modules: [feesModule] });
});

afterAll(async () => {
  await server.app.close();
  await test.drop();
});

it('lists the tiers from the first to VIP, as percents, to everyone', async () => {
  const answer = await server.app.inject(`${publicApiBase}fees/`);
  const { tiers } = marketDataEndpoints.fees.response.parse(answer.json());
  expect(tiers.map(({ tier }) => tier)).toEqual(['1', '2', '3', '4', '5', 'VIP']);
  expect(tiers[0]).toEqual({ tier: '1', volume: '0', maker: '0.1', taker: '0.15' });
});

it.each([
  ['a hole', 'DELETE FROM fee_tiers WHERE tier = 2'],
  ['no lowest one', 'DELETE FROM fee_tiers WHERE tier = 0'],
  ['one far above', "INSERT INTO fee_tiers VALUES (9, 'far', 99000000, 0, 0)"],
  ['one that was moved away', 'UPDATE fee_tiers SET tier = 8 WHERE tier = 5'],
])(
  'refuses a table with %s: a market’s fees are told apart by their place in it',
  async (_what, statement) => {
    await expect(test.database.pool.query(statement)).rejects.toThrow('fee tiers');
    const { rows } = await test.database.pool.query('SELECT tier FROM fee_tiers ORDER BY tier');
    expect(rows.map(({ tier }) => tier)).toEqual([0, 1, 2, 3, 4, 5]);
  },
);

it('lets an operator take a tier out of the middle when those above move down', async () => {
  const client = await test.database.pool.connect();
  await client.query('BEGIN');
  await client.query('DELETE FROM fee_tiers WHERE tier = 2');
  for (const tier of [3, 4, 5])
    await client.query('UPDATE fee_tiers SET tier = $1 WHERE tier = $2', [tier - 1, tier]);
  await client.query('COMMIT');
  client.release();
  const { rows } = await test.database.pool.query('SELECT tier, name FROM fee_tiers ORDER BY tier');
  expect(rows.map(({ tier, name }) => `${tier} ${name}`)).toEqual(['0 1', '1 2', '2 4', '3 5', '4 VIP']);
});
