import { accountEndpoints, walletEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountHooks } from '#modules/identity/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import type { ServerModule } from '#platform/module.ts';
import { booked } from '#runtime/testing/booked.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { walletModule } from './index.ts';

let app: TradingApp;
const hooks = new AccountHooks();
const hooksModule: ServerModule = {
  name: 'hooks',
  register: (app) => void app.decorate('accountHooks', hooks),
};

const wallets = async (as: string, body?: object) => {
  const { status, body: answer } = await app.call({ method: 'POST', path: 'getwallets', as, body });
  expect(status).toBe(200);
  return walletEndpoints.wallets.response.parse(answer).wallets;
};

beforeAll(async () => {
  app = await createTradingApp({ modules: [hooksModule, tradingModule, walletModule] });
  await app.fund('ann', 'USDT', '1000.5');
  await app.fund('ann', 'TRX', '7');
});

afterAll(() => app.close());

it('shows every coin to somebody who has none and never traded', async () => {
  const { body } = await app.call({ path: 'balance', as: 'new' });
  const { balance } = accountEndpoints.balance.response.parse(body);
  expect(Object.keys(balance)).toHaveLength(12);
  expect(new Set(Object.values(balance).map(({ actual, orders }) => `${actual} ${orders}`))).toEqual(
    new Set(['0 0']),
  );
});

it('tells what is free, what orders hold and what is locked apart', async () => {
  const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.01', price: '10000' };
  await app.call({ method: 'POST', path: 'orders', as: 'ann', body: order });
  const account = userId('ann');
  await app.runtime.execute({
    kind: 'LockCode',
    ...booked('code:1'),
    codeId: '1',
    account,
    coin: 'USDT',
    amount: 500_000n,
  });
  const usdt = { coin: 'USDT', actual: '900', orders: '100', locked: '0.5', incoming: '0' };
  expect(await wallets('ann')).toContainEqual(usdt);
  expect(await wallets('ann', {})).toContainEqual(usdt);
  expect((await app.balance('ann')).USDT).toEqual({ actual: '900', orders: '100' });
});

it('still shows a coin that was hidden to those who have it', async () => {
  await app.test.database.pool.query("update coins set hidden = true where code = 'TRX'");
  await reconcileMarkets(app.platform);
  expect((await app.balance('ann')).TRX).toEqual({ actual: '7', orders: '0' });
  expect(await app.balance('new')).not.toHaveProperty('TRX');
});

it('is nobody else’s to see', async () => {
  expect(await app.call({ path: 'balance' })).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  expect(await app.call({ path: 'balance', as: 'forged' })).toMatchObject({
    status: 401,
    body: { code: { code: 'token_not_valid' } },
  });
});

it('keeps an account open that has money in it, and exports what is in it', async () => {
  const db = app.test.database.kysely;
  expect(await hooks.objectionToClosing(db, userId('ann'))).toBe('account_not_empty');
  expect(await hooks.objectionToClosing(db, userId('new'))).toBeUndefined();
  await app.platform.projections.caughtUp('ledger', app.runtime.position.batch);
  const { balances, ledger } = await hooks.exportSections(db, userId('ann'));
  expect(balances).toContainEqual({ coin: 'TRX', actual: '7', orders: '0', locked: '0' });
  expect(ledger).toContainEqual({
    time: expect.any(String),
    kind: 'deposit',
    coin: 'USDT',
    amount: '1000.5',
    fee: '0',
  });
});

it('has statements that add up, also while something is booked', async () => {
  await app.fund('bea', 'TRX', '7');
  await app.platform.projections.caughtUp('ledger', app.runtime.position.batch, 10_000);
  const now = app.platform.clock.now();
  const entry = (event: number, balance: number) => `insert into ledger_entries
    (event, line, account, coin, kind, amount, fee, balance, reference, at)
    values (${event}, 0, '${userId('bea')}', 'TRX', 'deposit', 5000000, 0, ${balance}, 'x', ${now.getTime() - 1})`;
  await app.test.database.pool.query(entry(1_000_001, 5_000_000));
  const { body } = await commitMeanwhile(app.test.database, {
    lock: 'lock table balances in access exclusive mode',
    call: () => app.call({ path: `wallet/statement?year=${now.getUTCFullYear()}&in=USDT`, as: 'bea' }),
    change: (other) => other.query(entry(1_000_002, 10_000_000)),
  });
  expect(body.coins).toMatchObject([{ deposits: { amount: '5' }, closing: { amount: '5' } }]);
});
