import { marketHaltEndpoints, marketMakerLabel } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { marketOperationsModule } from '../index.ts';
import { lookAtMakers } from './look-at-makers.ts';

let exchange: StaffedExchange;
let otto: Member;
let trader: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [walletModule, marketOperationsModule] });
  [otto, trader] = [await exchange.member('operator'), await exchange.member('trader')];
  await exchange.fund(trader, 'BTC', 100_000_000n);
  await exchange.fund(trader, 'USDT', 10_000_000_000n);
});
afterAll(() => exchange.close());

const place = async (operation: 'buy' | 'sell', price: string) => {
  const body = { pair: 'BTC-USDT', operation, price, quantity: '0.01' };
  const placed = await trader.call({ method: 'POST', path: 'orders', body });
  expect(placed.status).toBe(200);
  return String(placed.body.id);
};
const look = () => lookAtMakers(exchange.platform);
const makers = async () =>
  marketHaltEndpoints.makers.response.parse((await otto.call({ path: 'admin/market-makers' })).body).results;

it('tells how labelled accounts quote now, and for how much of the day they did', async () => {
  await place('buy', '60000');
  const ask = await place('sell', '60120');
  await look();
  expect(await makers()).toEqual([]);

  await exchange.platform.database.pool.query('UPDATE users SET labels = $1 WHERE id = $2', [
    [marketMakerLabel],
    trader.id,
  ]);
  await look();
  expect(await makers()).toMatchObject([
    {
      ...{ pair: 'BTC-USDT', bid: '60000', ask: '60120', orders: 2, uptime: '100' },
      ...{ spread: '0.1998', average_spread: '0.1998', depth: '600', average_depth: '600' },
    },
  ]);

  // One side alone is no quote, and neither is nothing at all.
  await trader.call({ method: 'DELETE', path: `orders/${ask}` });
  await look();
  expect(await makers()).toMatchObject([
    { bid: '60000', ask: null, spread: null, depth: '0', uptime: '50', average_spread: '0.1998' },
  ]);
  await trader.call({ method: 'DELETE', path: 'orders' });
  await look();
  expect(await makers()).toMatchObject([{ bid: null, orders: 0, uptime: '33.3' }]);
});

it('counts nothing while the market is closed, and is for staff alone', async () => {
  const reason = { reason: 'prices went wild', confirmation: await otto.freshCode() };
  expect(
    (await otto.call({ method: 'POST', path: 'admin/markets/BTC-USDT/halt', body: reason })).status,
  ).toBe(200);
  await look();
  expect(await makers()).toMatchObject([{ uptime: '33.3' }]);
  expect((await trader.call({ path: 'admin/market-makers' })).status).toBe(404);
});
