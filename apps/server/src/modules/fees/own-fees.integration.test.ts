import { feeEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tradingModule } from '#modules/trading/index.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { feesModule } from './index.ts';

let app: TradingApp;

beforeAll(async () => {
  app = await createTradingApp({ modules: [tradingModule, feesModule] });
  await app.fund('ann', 'USDT', '10');
});

afterAll(() => app.close());

const feesOf = async (as: string) => {
  const { status, body } = await app.call({ path: 'my-fees', as });
  expect(status).toBe(200);
  return feeEndpoints.own.response.parse(body);
};

it('gives the lowest tier to somebody who never traded', async () => {
  expect(await feesOf('new')).toEqual({ tier: '1', maker: '0.1', taker: '0.15', volume_30d: '0' });
});

it('gives the tier by which the exchange takes the fees, whatever the volume says by now', async () => {
  await app.runtime.execute({ kind: 'ChangeAccount', key: 'tier:ann', account: userId('ann'), tier: 1 });
  const fees = await feesOf('ann');
  expect(fees.tier).toBe('2');
  expect(fees.volume_30d).toBe('0');
});

it('leaves the tiers alone while the history lacks trades', async () => {
  await app.runtime.execute({ kind: 'ChangeAccount', key: 'tier:ann:2', account: userId('ann'), tier: 2 });
  const refresh = feesModule.jobs?.['fees.refresh_tiers'];
  const run = (caughtUp: () => Promise<boolean>) => {
    const platform = { ...app.platform, projections: { ...app.platform.projections, caughtUp } };
    const { signal } = new AbortController();
    return refresh?.({}, { platform, signal, attempt: 1, isLastAttempt: false });
  };
  await expect(run(async () => false)).rejects.toThrow('the history is behind');
  expect((await feesOf('ann')).tier).toBe('3');
  await run(async () => true);
  expect((await feesOf('ann')).tier).toBe('1');
});

it('tells a visitor nothing', async () => {
  expect((await app.call({ path: 'my-fees' })).status).toBe(401);
});
