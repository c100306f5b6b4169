import { type CoinSwitches, marketHaltEndpoints, recurringSwapEndpoints } from '@emporion/contracts/rest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { runDue, swapModule } from '#modules/swap/index.ts';
import { tradingOf } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { marketOperationsModule } from '../index.ts';

const pair = 'TRX-USDT';
const on: CoinSwitches = {
  ...{ disable_all: false, disable_exchange: false, disable_pairs: false, disable_stack: false },
};
let exchange: StaffedExchange;
let otto: Member;
let admin: Member;
let trader: Member;
let maker: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [exportsModule, auditModule, walletModule, swapModule, approvalsModule, marketOperationsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  [otto, admin, trader, maker] = [
    await exchange.member('operator'),
    await exchange.member('admin'),
    await exchange.member('trader'),
    await exchange.enrol('maker'),
  ];
  for (const member of [trader, maker]) {
    await exchange.fund(member, 'USDT', 1_000_000_000_000n);
    await exchange.fund(member, 'TRX', 1_000_000_000_000n);
  }
});
afterEach(async () => {
  await exchange.test.database.pool.query(
    `update coins set hidden = false, swap_disabled = false, pairs_disabled = false, order_book_disabled = false;
     update pairs set disabled = false, state = 'open'`,
  );
  await change('PUT', `admin/markets/${pair}/switch`, { disabled: true });
  await change('PUT', `admin/markets/${pair}/switch`, { disabled: false });
  for (const member of [trader, maker]) await member.call({ method: 'DELETE', path: 'orders' });
});
afterAll(() => exchange.close());

async function change(method: 'POST' | 'PUT', path: string, body: object = {}, by = otto) {
  const words = { reason: 'the issuer asked for it', confirmation: await by.freshCode() };
  return by.call({ method, path, body: { ...words, ...body } });
}
const switchCoin = (switches: Partial<CoinSwitches>, coin = 'TRX') =>
  change('PUT', `admin/coins/${coin}/trading`, { ...on, ...switches });
const switchPair = (disabled: boolean) => change('PUT', `admin/markets/${pair}/switch`, { disabled });
const send = (body: object, { by = trader, path = 'orders' } = {}) =>
  by.call({ method: 'POST', path, body: { pair, ...body } });
const limit = (operation: 'buy' | 'sell', price: string, more: object = {}) => ({
  ...{ type: 0, operation, quantity: '100', price, ...more },
});
const stateOf = async (id: string) => (await trader.call({ path: `orders/${id}` })).body.order?.status;
const coreState = () => exchange.runtime.read(({ markets }) => markets.get(pair)?.state);
const market = async () =>
  marketHaltEndpoints.read.response.parse((await otto.call({ path: `admin/markets/${pair}` })).body).market;

describe('each switch', () => {
  const turns: [string, string, string, () => ReturnType<typeof change>][] = [
    ['of a pair', 'pair_disabled', pair, () => switchPair(true)],
    ['disable_pairs of a coin', 'pair_disabled', pair, () => switchCoin({ disable_pairs: true })],
    [
      'disable_stack of a coin',
      'trading_disabled_for_currency',
      'TRX',
      () => switchCoin({ disable_stack: true }),
    ],
    ['disable_all of a coin', 'invalid_trading_pair', '', () => switchCoin({ disable_all: true })],
  ];
  it.each(turns)(
    '%s refuses new orders and changes, and lets every order be cancelled',
    async (_, code, named, turn) => {
      const resting = (await send(limit('buy', '0.2'))).body;
      const stop = (
        await send(
          { operation: 'sell', quantity: '100', stop_price: '0.1', limit_price: '0.1' },
          { path: 'stop-limit' },
        )
      ).body;
      const pair = (
        await send(
          { operation: 'sell', quantity: '100', price: '0.5', stop_price: '0.15' },
          { path: 'orders/oco' },
        )
      ).body.orders;
      for (const made of [resting, stop, ...pair]) expect(made).toMatchObject({ id: expect.any(String) });
      expect(await turn()).toMatchObject({ status: 200 });
      expect(await coreState()).toBe('cancel_only');
      for (const refused of [
        await send(limit('buy', '0.2')),
        await send({ operation: 'buy', total: '10' }, { path: 'market' }),
        await trader.call({ method: 'PATCH', path: `orders/${resting.id}`, body: { price: '0.19' } }),
      ]) {
        expect(refused.body.code).toBe(code);
        expect(refused.body.detail).toContain(named);
      }
      for (const { id } of [resting, stop, pair[0]])
        expect((await trader.call({ method: 'DELETE', path: `orders/${id}` })).status).toBe(200);
      expect(await stateOf(pair[1].id)).toBe('cancelled');
      const { body } = await trader.call({ path: 'orders?state=active' });
      expect(body.results).toEqual([]);
    },
  );

  it('takes the right to halt markets, a fresh code and a reason, and stands in the audit log', async () => {
    const path = 'admin/coins/TRX/trading';
    expect((await trader.call({ method: 'PUT', path, body: on })).status).toBe(404);
    const bare = { ...on, disable_pairs: true, reason: 'the issuer asked for it' };
    expect((await otto.call({ method: 'PUT', path, body: bare })).status).toBe(401);
    expect((await change('PUT', path, { ...on, disable_pairs: true, reason: '' })).status).toBe(422);
    expect((await switchCoin({})).body.code).toBe('draft_unchanged');
    expect((await switchCoin({ disable_pairs: true }, 'NONE')).body.code).toBe('coin_invalid');
    expect((await change('PUT', 'admin/markets/NONE-USDT/switch', { disabled: true })).body.code).toBe(
      'invalid_trading_pair',
    );
    await switchCoin({ disable_pairs: true });
    expect(await market()).toMatchObject({ disabled: false, closed_by: ['TRX'], set_state: 'open' });
    const { rows } = await exchange.test.database.pool.query(
      "select before, after from audit_log where action = 'coin_trading_switched' order by number desc limit 1",
    );
    expect(rows).toEqual([{ before: { disable_pairs: false }, after: { disable_pairs: true } }]);
  });

  it('opens no market that was halted or set to cancel only', async () => {
    await change('POST', `admin/markets/${pair}/cancel-only`);
    await switchPair(true);
    await switchPair(false);
    expect(await coreState()).toBe('cancel_only');
    await change('POST', `admin/markets/${pair}/halt`);
    await switchPair(true);
    expect(await coreState()).toBe('halted');
    await switchPair(false);
    expect(await coreState()).toBe('halted');
  });
});

describe('while a pair is off', () => {
  it('no stop triggers and no pegged order moves, and both go on when it is on again', async () => {
    await send(limit('sell', '0.3'), { by: maker });
    await send(limit('buy', '0.3', { quantity: '10' }));
    const { body: stop } = await send(
      { operation: 'buy', quantity: '10', stop_price: '0.31', limit_price: '0.32' },
      { path: 'stop-limit' },
    );
    const setPrice = (price: number) =>
      exchange.runtime.execute({ kind: 'SetReferencePrice', key: null, market: pair, price });
    const at = async (id: string) =>
      exchange.runtime.read(({ orders }) => {
        const order = orders.get(Number(id));
        return order && [order.place, order.price];
      });
    await setPrice(30_000);
    const { body: pegged } = await send({
      type: 3,
      operation: 'buy',
      quantity: '10',
      percent: '-10',
      min_price: '0.01',
      max_price: '1',
    });
    expect(pegged).toMatchObject({ id: expect.any(String) });
    const before = await at(pegged.id);
    await switchPair(true);
    await setPrice(20_000);
    expect([await at(pegged.id), await stateOf(stop.id)]).toEqual([before, 'pending']);
    await switchPair(false);
    await expect.poll(() => at(pegged.id)).toEqual(['book', 18_000]);
  });
});

describe('swaps', () => {
  const asked = { from: 'TRX', to: 'USDT', give: '100' };
  const post = (path: string, body: object) => trader.call({ method: 'POST', path: `exchange${path}`, body });
  const daily = { from: 'TRX', to: 'USDT', amount: '50', every: 'day' };
  const runs = async () =>
    recurringSwapEndpoints.list.response
      .parse((await trader.call({ path: 'exchange/recurring' })).body)
      .results.map(({ runs: made }) => made.map(({ outcome, reason }) => reason ?? outcome));

  it.each([
    ['exchange_disabled_for_currency', () => switchCoin({ disable_exchange: true })],
    ['trading_disabled_for_currency', () => switchCoin({ disable_stack: true })],
    ['pair_disabled', () => switchPair(true)],
    ['coin_invalid', () => switchCoin({ disable_all: true })],
  ])('are refused by name (%s), open quotes and recurring ones too', async (code, turn) => {
    await exchange.test.database.pool.query("update recurring_swaps set status = 'ended'");
    await send(limit('buy', '0.3', { quantity: '1000' }), { by: maker });
    const { body: quote } = await post('/quote', asked);
    const { body: done } = await post('/quote', asked);
    expect((await post('/accept', { quote: done.id })).status).toBe(200);
    expect((await post('/recurring', daily)).status).toBe(200);
    await turn();
    expect((await post('/quote', asked)).body.code).toBe(code);
    expect((await post('/preview', asked)).body.code).toBe(code);
    expect((await post('/accept', { quote: quote.id })).body.code).toBe(code);
    expect((await post('', { from: 'TRX', to: 'USDT', amount: '5', min_receive: '1' })).body.code).toBe(code);
    // A repetition of what was carried out is answered as it was.
    expect((await post('/accept', { quote: done.id })).status).toBe(200);
    await runDue(await tradingOf(exchange.platform));
    expect(await runs()).toEqual([['market']]);
    if (code === 'exchange_disabled_for_currency')
      expect((await send(limit('sell', '0.29'))).status).toBe(200);
  });
});

describe('post-only', () => {
  it('is set by one person in an open market, takes only orders that rest, and two people open it', async () => {
    expect((await change('POST', `admin/markets/${pair}/post-only`)).body).toEqual({
      pair,
      state: 'post_only',
    });
    expect(await coreState()).toBe('post_only');
    expect((await send(limit('buy', '0.2'))).body.code).toBe('market_closed');
    const { body: resting } = await send(limit('buy', '0.2', { post_only: true }));
    expect((await trader.call({ method: 'DELETE', path: `orders/${resting.id}` })).status).toBe(200);
    const { body } = await change('POST', 'admin/approvals/market-reopening', { pair });
    expect((await change('POST', `admin/approvals/${body.id}/approve`, {}, admin)).body.state).toBe(
      'executed',
    );
    expect(await coreState()).toBe('open');
  });

  it('opens no closed market by one person', async () => {
    await change('POST', `admin/markets/${pair}/halt`);
    expect((await change('POST', `admin/markets/${pair}/post-only`)).body.code).toBe(
      'second_person_required',
    );
    expect(await coreState()).toBe('halted');
  });
});
