import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { type CardsBed, card, fillBook, openCardsBed } from './testing/cards-bed.ts';

let bed: CardsBed;
beforeAll(async () => {
  bed = await openCardsBed();
  for (const name of ['ann', 'ben', 'operator', 'operator-two']) await bed.app.person(name);
});
afterAll(() => bed.close());
beforeEach(() => fillBook(bed));

it('buys with a card that was first declined, then asked for by its bank', async () => {
  const order = await bed.buy('ann');
  expect(order).toMatchObject({
    status: 'pending',
    give: '100',
    give_coin: 'USD',
    receive_coin: 'BTC',
    fee: '3.2',
  });
  const before = await bed.owed();
  expect(await bed.payOn(order, card('4000 0000 0000 1000'))).toContain('declined');
  expect(await bed.until(order, 'ann', 'refused')).toMatchObject({
    reason: 'declined',
    pay_page: order.pay_page,
  });
  expect(await bed.payOn(order, card('4000 0000 0000 2008'))).toContain('Your bank asks');
  await bed.until(order, 'ann', 'authenticating');
  expect(await bed.payOn(order, { bank: '123456', do: 'answer' })).toContain('Payment received');
  const done = await bed.until(order, 'ann', 'completed');
  expect(done).toMatchObject({ kept: null, reason: null, card: { brand: 'visa', last_four: '2008' } });
  expect(Number(done.received)).toBeCloseTo((96.8 / 50_000) * 0.9985, 4);
  expect(await bed.balance('ann', 'BTC')).toBe(done.received);
  expect((await bed.owed()) - before).toBe(10_000n);
  const { status } = await bed.app.call({ path: `card/orders/${order.id}`, as: 'ben' });
  expect([status, userId('ann') === userId('ben')]).toEqual([404, false]);
});
