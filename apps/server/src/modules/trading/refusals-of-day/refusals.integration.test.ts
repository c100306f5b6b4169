import { expect, it } from 'vitest';
import { marketsModule } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { verifyJournal } from '#runtime/verify/index.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createTradingApp, type TradingApp, type TradingAppOptions, userId } from '#testing/trading-app.ts';
import { tradingModule } from '../index.ts';
import { refusalsPart } from './verify-refusals.ts';

const bound = 20_000;

it('still refuses after a restart who was refused too often today, and nobody on the next day', async () => {
  const test = await createTestDatabase();
  await test.database.kysely
    .transaction()
    .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
  const start = (options: Partial<TradingAppOptions> = {}) =>
    createTradingApp({ modules: [tradingModule], test, ...options });
  const buy = async (app: TradingApp, id: string) => {
    const order = { pair: 'ETH-USDT', operation: 'buy', type: 0, price: '1000', quantity: '1' };
    const { body } = await app.call({
      method: 'POST',
      path: 'orders',
      as: 'ann',
      body: { ...order, client_order_id: id },
    });
    return body.code;
  };
  const counted = async (app: TradingApp) => {
    await app.platform.projections.caughtUp('refusals-of-day', app.runtime.position.batch, 30_000);
    return (await test.database.pool.query('SELECT account, refused FROM refusals_of_day')).rows;
  };

  const first = await start();
  expect([await buy(first, 'a'), await buy(first, 'b')]).toEqual([
    'insufficient_balance',
    'insufficient_balance',
  ]);
  // The same words again are the same refusal, and no other event of the journal.
  expect(await buy(first, 'b')).toBe('insufficient_balance');
  expect(await counted(first)).toEqual([{ account: userId('ann'), refused: 2 }]);
  expect(
    (await verifyJournal(test.database.pool, [refusalsPart()])).findings.flatMap(({ problems }) => problems),
  ).toEqual([]);
  await first.stop();

  await test.database.pool.query('UPDATE refusals_of_day SET refused = $1', [bound - 2]);
  // Nobody writes the table here: what is refused now is only in the journal, beyond the checkpoint.
  const second = await start({ history: false });
  expect([await buy(second, 'c'), await buy(second, 'd')]).toEqual([
    'insufficient_balance',
    'insufficient_balance',
  ]);
  expect(await buy(second, 'e')).toBe('daily_limit_exceeded');
  await second.stop();

  const third = await start();
  expect(await buy(third, 'e')).toBe('daily_limit_exceeded');
  expect(await counted(third)).toEqual([{ account: userId('ann'), refused: bound }]);
  await third.stop();

  const tomorrow = { now: () => new Date(Date.now() + 86_400_000) };
  const fourth = await start({ clock: tomorrow });
  expect(await buy(fourth, 'f')).toBe('insufficient_balance');
  expect(await counted(fourth)).toEqual([{ account: userId('ann'), refused: 1 }]);
  await fourth.stop();
  await test.drop();
});
