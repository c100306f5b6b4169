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
