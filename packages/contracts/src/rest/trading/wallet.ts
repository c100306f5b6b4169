import { z } from 'zod';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { pageQuery } from '#rest/page.ts';
import { amount, clientOrderId } from './order.ts';

const user = { access: 'user', tag: 'wallet' } as const;

export const WalletBalance = z
  .object({
    coin: coinCode,
    actual: decimalString.describe('Free to use.'),
    orders: decimalString.describe('Held by open orders.'),
    locked: decimalString.describe('Held for withdrawals and codes.'),
  })
  .meta({ id: 'WalletBalance' });

export const SwapRecord = z
  .object({
    id: z.string().max(64),
    from: coinCode,
    to: coinCode,
    given: decimalString,
    received: decimalString,
    state: z.int().describe('1: done.'),
    time: moment,
  })
  .meta({ id: 'SwapRecord' });

export const UserNotification = z
  .object({ id: z.string().max(64), title: z.string(), text: z.string(), time: moment })
  .meta({ id: 'UserNotification' });

export const walletEndpoints = {
  wallets: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'getwallets',
    summary: 'List the wallets, one per coin',
    response: z.object({ wallets: z.array(WalletBalance) }),
  }),
  swaps: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'exchange',
    summary: "List one's own swaps, newest first",
    query: pageQuery({ limitDefault: 20, limitMax: 20 }).extend({
      state: z.coerce.number<string | number>().int().prefault(1),
    }),
    response: z.object({ results: z.array(SwapRecord), total: z.int().min(0) }),
  }),
  swap: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'exchange',
    summary: 'Swap one coin into another through the order books, all of it or nothing',
    body: z.object({
      from: coinCode,
      to: coinCode,
      amount,
      min_receive: amount,
      client_order_id: clientOrderId.optional(),
    }),
    response: SwapRecord,
    errors: [
      'coin_invalid',
      'not_suitable_pair',
      'check_min_max_limit',
      'insufficient_balance',
      'market_closed',
    ],
  }),
  notifications: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'user_notifications',
    summary: "List one's own notifications, newest first",
    query: pageQuery(),
    response: z.object({ results: z.array(UserNotification) }),
  }),
  dismissNotification: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'user_notifications/:id',
    summary: 'Dismiss a notification',
    params: z.object({ id: z.string().regex(/^[0-9]{1,18}$/, { error: 'not_found' }) }),
    response: z.object({}),
    errors: ['not_found'],
  }),
  announcements: defineEndpoint({
    ...user,
    access: 'public',
    method: 'GET',
    path: 'notifications',
    summary: 'List what the exchange announces to everyone',
    response: z.object({ results: z.array(UserNotification) }),
  }),
} as const;
