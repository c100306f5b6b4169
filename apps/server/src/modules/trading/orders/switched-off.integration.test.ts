import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountHooks } from '#modules/identity/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';

let app: TradingApp;
const hooks = new AccountHooks();
const hooksModule: ServerModule = {
  name: 'hooks',
  register: (server) => void server.decorate('accountHooks', hooks),
};
const order = { type: 0, pair: 'TRX-USDT', operation: 'buy', quantity: '100', price: '0.3' };
const place = (as: string) => app.call({ method: 'POST', path: 'orders', as, body: order });

async function change(statement: string): Promise<void> {
  await app.test.database.pool.query(statement);
  await reconcileMarkets(app.platform);
}

/** A row for somebody whom only the token knew. */
async function register({ test }: TradingApp, name: string): Promise<void> {
  await test.database.pool.query(
    `insert into users (id, email, username, password_hash, first_name, last_name, country, birthday, language, referral_code,
       terms_accepted_at, privacy_accepted_at)
     values ($1, $2 || '@example.test', $2, 'none', 'Thea', 'Test', 'PT', '1990-05-17', 'en',
       upper(translate(left(md5($2), 8), '0123456789', 'GHJKLMNPQR')), now(), now())`,
    [userId(name), name],
  );
}

/** What the settings write down, before anybody else hears of it. */
async function freeze(name: string, frozen: boolean): Promise<void> {
  await app.test.database.pool.query(
    'update users set frozen_at = case when $2::boolean then now() end where id = $1',
    [userId(name), frozen],
  );
}

beforeAll(async () => {
  app = await createTradingApp({ modules: [hooksModule, tradingModule] });
  await app.fund('ann', 'USDT', '100000');
});

afterAll(() => app.close());

describe('what is switched off', () => {
  it.each([
    ['the pair', "update pairs set disabled = true where code = 'TRX-USDT'", 'pair_disabled', 'TRX-USDT'],
    [
      'the pairs of a coin',
      "update coins set pairs_disabled = true where code = 'TRX'",
      'pair_disabled',
      'TRX-USDT',
    ],
    [
      'the order books of a coin',
      "update coins set order_book_disabled = true where code = 'USDT'",
      'trading_disabled_for_currency',
      'USDT',
    ],
    ['a coin altogether', "update coins set hidden = true where code = 'TRX'", 'invalid_trading_pair', ''],
    [
      'the market, for a while',
      "update pairs set state = 'halted' where code = 'TRX-USDT'",
      'market_closed',
      '',
    ],
  ])('refuses orders with its own message: %s', async (_what, statement, code, named) => {
    const resting = await place('ann');
    await change(statement);
    const { body } = await place('ann');
    expect(body.code).toBe(code);
    expect(body.detail).toContain(named);
    expect(body.detail).not.toContain('{{');
    const cancelled = await app.call({ method: 'DELETE', path: `orders/${resting.body.id}`, as: 'ann' });
    expect(cancelled.status).toBe(code === 'market_closed' ? 409 : 200);
    await change("update pairs set disabled = false, state = 'open'");
    await change('update coins set pairs_disabled = false, order_book_disabled = false, hidden = false');
    expect((await place('ann')).status).toBe(200);
  });

  it('stops an account whose trading an operator ended, and lets it cancel', async () => {
    const resting = await place('ann');
    const account = userId('ann');
    const switchTrading = (tradingEnabled: boolean) =>
      app.runtime.execute({
        kind: 'ChangeAccount',
        key: `switch:${tradingEnabled}`,
        account,
        tradingEnabled,
      });
    await switchTrading(false);
    expect(await place('ann')).toMatchObject({ status: 403, body: { code: 'trading_disabled' } });
    expect((await app.call({ method: 'DELETE', path: `orders/${resting.body.id}`, as: 'ann' })).status).toBe(
      200,
    );
    await switchTrading(true);
  });

  it('takes the orders of an account that its owner freezes off the book', async () => {
    await app.fund('ice', 'USDT', '100000');
    for (const name of ['ice', 'newcomer']) await register(app, name);
    const resting = await place('ice');
    await change("update pairs set state = 'halted'");
    for (const name of ['ice', 'newcomer']) {
      await freeze(name, true);
      await hooks.stopEverythingOf(userId(name));
    }
    await change("update pairs set state = 'open'");
    const { body } = await app.call({ path: `orders/${resting.body.id}`, as: 'ice' });
    expect(body.order).toMatchObject({ status: 'cancelled' });
    const frozen = await app.runtime.read((exchange) =>
      ['ice', 'newcomer'].map((name) => exchange.account(userId(name)).frozenByOwner),
    );
    expect(frozen).toEqual([true, true]);
  });

  it('takes the orders of an account that a stranger was in off the book, and lets its owner go on', async () => {
    await app.fund('robbed', 'USDT', '100000');
    await register(app, 'robbed');
    const resting = await place('robbed');
    await hooks.stopEverythingOf(userId('robbed'));
    const { body } = await app.call({ path: `orders/${resting.body.id}`, as: 'robbed' });
    expect(body.order).toMatchObject({ status: 'cancelled' });
    expect((await place('robbed')).status).toBe(200);
  });

  it('thaws an account in the exchange too, and leaves what the operator switched off', async () => {
    await app.fund('thawed', 'USDT', '100000');
    await register(app, 'thawed');
    const account = userId('thawed');
    const switchTrading = (on: boolean) =>
      app.test.database.pool.query('update users set trading_enabled = $2 where id = $1', [account, on]);
    await freeze('thawed', true);
    await hooks.stopEverythingOf(account);
    await switchTrading(false);
    await freeze('thawed', false);
    await hooks.goOnWith(account);
    expect((await place('thawed')).body.code).toBe('trading_disabled');
    await switchTrading(true);
    await hooks.goOnWith(account);
    expect((await place('thawed')).status).toBe(200);
  });

  it('leaves no order in an account that is frozen while they come, before its sessions hear of it', async () => {
    await app.fund('raced', 'USDT', '100000');
    await register(app, 'raced');
    const active = async () => (await app.call({ path: 'orders?state=active', as: 'raced' })).body.results;
    const placed = Array.from({ length: 20 }, () => place('raced'));
    await freeze('raced', true);
    placed.push(...Array.from({ length: 20 }, () => place('raced')));
    const stopped = hooks.stopEverythingOf(userId('raced'));
    placed.push(...Array.from({ length: 20 }, () => place('raced')));
    await stopped;
    placed.push(...Array.from({ length: 20 }, () => place('raced')));
    const statuses = (await Promise.all(placed)).map(({ status }) => status);
    expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 403));
    expect(await active()).toEqual([]);
    await freeze('raced', false);
    await hooks.goOnWith(userId('raced'));
    expect((await place('raced')).status).toBe(200);
    expect(await active()).toHaveLength(1);
  });

  it('finishes at the next start what a freeze began', async () => {
    const first = await createTradingApp({ modules: [tradingModule] });
    await first.fund('late', 'USDT', '1000');
    await register(first, 'late');
    const { body: resting } = await first.call({ method: 'POST', path: 'orders', as: 'late', body: order });
    await first.test.database.pool.query('update users set frozen_at = now()');
    await first.stop();
    const next = await createTradingApp({ modules: [tradingModule], test: first.test });
    try {
      const { body } = await next.call({ path: `orders/${resting.id}`, as: 'late' });
      expect(body.order).toMatchObject({ status: 'cancelled' });
    } finally {
      await next.close();
    }
  });

  it('stops an account that its owner froze, and lets it cancel', async () => {
    await app.fund('frozen', 'USDT', '1000');
    expect(await place('frozen')).toMatchObject({ status: 403, body: { code: 'account_frozen' } });
    expect(await app.call({ method: 'DELETE', path: 'orders', as: 'frozen' })).toMatchObject({ status: 200 });
  });
});

it('lets a user place no more orders a second than the setting says, and others as many', async () => {
  const limited = await createTradingApp({ modules: [tradingModule], env: { ORDER_RATE_PER_SECOND: '2' } });
  // However slow the machine is, they come at once.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    const statuses = async (as: string) =>
      Promise.all(
        Array.from({ length: 6 }, async () => {
          const { status } = await limited.call({ method: 'POST', path: 'orders', as, body: order });
          return status;
        }),
      );
    for (const name of ['ann', 'bob']) {
      // Four at once, two seconds' worth; the money is not there, but that is another matter.
      const counted = await statuses(name);
      expect(counted.filter((status) => status === 429)).toHaveLength(2);
    }
    expect(await limited.call({ method: 'DELETE', path: 'orders', as: 'ann' })).toMatchObject({
      status: 200,
    });
  } finally {
    time.mockRestore();
    await limited.close();
  }
});
