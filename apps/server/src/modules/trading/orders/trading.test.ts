import { expect, it } from 'vitest';
import { RefusalsOfDay } from '../refusals-of-day/refusals-of-day.ts';
import { refusedCommand } from '../refusals-of-day/testing/refused-command.ts';
import { submit, type Trading, type UserCommand } from './trading.ts';

function brokeAccount() {
  const asked: (string | null)[] = [];
  const refusals = new RefusalsOfDay(2);
  const now = new Date('2026-01-02T03:04:05Z');
  const runtime = {
    execute: async ({ key }: UserCommand) => {
      asked.push(key);
      if (key !== null) refusals.apply({ events: [refusedCommand(`order:ann:${key}`, now)] });
      return { status: 'rejected', rejection: { code: 'order_no_funds' } };
    },
  };
  const trading = {
    platform: {
      ...{ runtime, clock: { now: () => now } },
      view: { read: async (look: (exchange: object) => unknown) => look({ recentKeys: new Map() }) },
    },
    live: { hasAccount: () => true },
    refusals,
  } as unknown as Trading;
  const send = (key: string | null) =>
    submit(trading, { kind: 'PlaceOrder', key, account: 'ann' } as UserCommand).catch(({ code }) => code);
  return { asked, send };
}

it('asks the exchange no more for orders with an id, once too many of them were refused', async () => {
  const { asked, send } = brokeAccount();
  expect([await send('a'), await send(null), await send('b')]).toEqual(Array(3).fill('order_no_funds'));
  expect(await send('c')).toBe('daily_limit_exceeded');
  // Without an id nothing is remembered.
  expect(await send(null)).toBe('order_no_funds');
  expect(asked).toEqual(['a', null, 'b', null]);
});
