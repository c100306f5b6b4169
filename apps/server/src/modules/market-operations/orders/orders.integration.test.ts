import { staffOrderEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { marketOperationsModule } from '../index.ts';

let exchange: StaffedExchange;
let otto: Member;
let support: Member;
let trader: Member;
let second: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [exportsModule, auditModule, marketOperationsModule] });
  [otto, support, trader, second] = [
    await exchange.member('operator'),
    await exchange.member('support'),
    await exchange.member('trader'),
    await exchange.member('second'),
  ];
  await exchange.fund(trader, 'BTC', 500_000_000n);
  await exchange.fund(second, 'USDT', 500_000_000_000n);
});
afterAll(() => exchange.close());

const sell = async (price: string, pair = 'BTC-USDT') =>
  (
    await trader.call({
      method: 'POST',
      path: 'orders',
      body: { pair, operation: 'sell', price, quantity: '0.01' },
    })
  ).body;
const change = async (path: string, by = otto) =>
  by.call({
    method: 'POST',
    path,
    body: { reason: 'asked by its owner', confirmation: await by.freshCode() },
  });
const list = async (query: string, by = otto) =>
  staffOrderEndpoints.list.response.parse((await by.call({ path: `admin/orders?${query}` })).body);

describe('staff', () => {
  it('find orders by whose they are, their market, side, type and status, and read one with its trades', async () => {
    const rested = await sell('60000');
    await second.call({
      ...{ method: 'POST', path: 'orders' },
      body: { pair: 'BTC-USDT', operation: 'buy', price: '60000', quantity: '0.004' },
    });
    const found = await list(`user=theo&pair=BTC-USDT&operation=sell&type=0&status=open`);
    expect(found.results).toHaveLength(1);
    expect(found.results[0]).toMatchObject({
      id: rested.id,
      status: 'open',
      filled: '0.004',
      user: { id: trader.id, username: 'theo' },
    });
    expect((await list(`user=${second.id}&status=filled`)).results).toHaveLength(1);
    expect((await list('status=rejected')).results).toEqual([]);
    expect((await otto.call({ path: 'admin/orders?user=nobody-here' })).body.results).toEqual([]);
    const { body } = await support.call({ path: `admin/orders/${rested.id}` });
    expect(staffOrderEndpoints.read.response.parse(body).trades).toMatchObject([
      {
        price: '60000',
        quantity: '0.004',
        maker: { user: { id: trader.id } },
        taker: { user: { username: 'sara' }, operation: 'buy' },
      },
    ]);
    const trades = await otto.call({ path: `admin/trades?user=sara&pair=BTC-USDT` });
    expect(trades.body.results).toHaveLength(1);
    expect((await otto.call({ path: 'admin/orders/999999' })).body.code).toBe('order_not_found');
    expect((await otto.call({ path: 'admin/orders/x' })).status).toBe(422);
  });

  it('cancel an order with a reason and a fresh code, which its owner sees and the audit log tells', async () => {
    const order = await sell('61000');
    const refused = await otto.call({
      method: 'POST',
      path: `admin/orders/${order.id}/cancel`,
      body: { reason: 'no code' },
    });
    expect(refused.body.code).toBe('two_factor_required');
    expect((await change(`admin/orders/${order.id}/cancel`)).body).toMatchObject({
      id: order.id,
      status: 'cancelled',
    });
    expect((await trader.call({ path: `orders/${order.id}` })).body.order.status).toBe('cancelled');
    expect((await change(`admin/orders/${order.id}/cancel`)).body.code).toBe('order_already_cancelled');
    const { rows } = await exchange.test.database.pool.query(
      "select subject_id, object, before from audit_log where action = 'order_cancelled'",
    );
    expect(rows).toEqual([
      {
        subject_id: trader.id,
        object: `order:${order.id}`,
        before: { pair: 'BTC-USDT', status: 'open', remaining: '0.01' },
      },
    ]);
    expect((await change(`admin/orders/${order.id}/cancel`, support)).status).toBe(404);
  });

  it('cancel all of a user, or all of a market', async () => {
    await sell('62000');
    await sell('63000');
    const { cancelled } = (await change(`admin/users/${trader.id}/orders/cancel`)).body;
    expect(cancelled).toBeGreaterThanOrEqual(2);
    expect((await list(`user=${trader.id}&status=open`)).results).toEqual([]);
    await sell('64000');
    await second.call({
      ...{ method: 'POST', path: 'orders' },
      body: { pair: 'BTC-USDT', operation: 'buy', price: '50000', quantity: '0.01' },
    });
    expect((await change('admin/markets/BTC-USDT/orders/cancel')).body).toEqual({
      cancelled: 2,
      accounts_left: 0,
    });
    expect((await change('admin/markets/XXX-USDT/orders/cancel')).body.code).toBe('invalid_trading_pair');
    expect((await change('admin/users/3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e/orders/cancel')).body.code).toBe(
      'account_not_found',
    );
  });

  it('do not cancel in a halted market, where not even owners can', async () => {
    const order = await sell('65000');
    expect((await change('admin/markets/BTC-USDT/halt')).status).toBe(200);
    expect((await change(`admin/orders/${order.id}/cancel`)).body.code).toBe('market_closed');
    expect((await change('admin/markets/BTC-USDT/orders/cancel')).body.code).toBe('market_closed');
  });
});
