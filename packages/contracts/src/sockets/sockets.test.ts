import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ClientMessage,
  closeCodes,
  isSubscriptionName,
  readServerMessage,
  serverMessageKinds,
  splitCommand,
  subscriptionNames,
  subscriptions,
} from '#sockets/index.ts';

const accepts = (message: unknown) => ClientMessage.safeParse(message).success;

describe('client messages', () => {
  it('accepts a token, and null for a logout', () => {
    expect(accepts({ token: 'abc' })).toBe(true);
    expect(accepts({ token: null })).toBe(true);
  });

  it.each(subscriptionNames)('accepts adding and removing %s', (name) => {
    for (const action of ['add', 'del'] as const) {
      const command = `${action}_${name}`;
      expect(accepts({ command, params: { pair: 'BTC-USDT', page: 1 } })).toBe(true);
      expect(splitCommand(command)).toEqual({ action, name });
    }
  });

  it('lets an unknown name through in form, so that it can be answered by its own code', () => {
    expect(accepts({ command: 'add_everything' })).toBe(true);
    expect(isSubscriptionName('everything')).toBe(false);
    expect(isSubscriptionName('constructor')).toBe(false);
  });

  it('accepts a ping that is a whole number', () => {
    expect(accepts({ ping: 1 })).toBe(true);
    expect(accepts({ ping: 0.5 })).toBe(false);
    expect(accepts({ ping: 1, token: null })).toBe(false);
  });

  it.each([
    ['an empty token', { token: '' }],
    ['a token of a megabyte', { token: 'x'.repeat(1_000_000) }],
    ['another verb', { command: 'get_stack' }],
    ['no name', { command: 'add_' }],
    ['a long name', { command: `add_${'a'.repeat(41)}` }],
    ['a nested param', { command: 'add_stack', params: { pair: { $ne: 1 } } }],
    ['a long param', { command: 'add_stack', params: { pair: 'A'.repeat(65) } }],
    [
      'many params',
      { command: 'add_stack', params: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i, i])) },
    ],
    ['two messages in one', { token: null, command: 'add_stack' }],
    ['something else', { hello: 1 }],
    ['a list', []],
    ['null', null],
  ])('refuses %s', (_what, message) => {
    expect(accepts(message)).toBe(false);
  });

  it('answers any JSON value without throwing', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof accepts(value) === 'boolean'));
  });
});

describe('subscriptions', () => {
  it('are those of the wire contract, and what is of a user is private', () => {
    const open = subscriptionNames.filter((name) => !subscriptions[name].private);
    expect(open).toEqual(['stack', 'trades', 'pairs_volume', 'candles']);
    const names =
      'stack trades opened_orders closed_orders opened_orders_by_pair closed_orders_by_pair balance locked_balance pairs_volume wallet_history wallet_history_topups wallet_history_withdrawals wallet_history_ticker candles';
    expect([...subscriptionNames].sort()).toEqual(names.split(' ').sort());
  });

  it('check their own params', () => {
    expect(subscriptions.stack.params.safeParse({ pair: 'BTC-USDT' }).success).toBe(true);
    expect(subscriptions.stack.params.safeParse({}).success).toBe(false);
    expect(subscriptions.candles.params.safeParse({ pair: 'BTC-USDT', timeframe: '2m' }).success).toBe(false);
    expect(subscriptions.opened_orders.params.parse({})).toEqual({ page: 1 });
    expect(subscriptions.opened_orders.params.safeParse({ page: 0 }).success).toBe(false);
  });
});

describe('server messages', () => {
  it('has a message for every subscription, the four that come unasked, and the answer to a ping', () => {
    expect([...serverMessageKinds].sort()).toEqual(
      [...subscriptionNames, 'deals', 'error', 'pong', 'status', 'ticket', 'user_notification'].sort(),
    );
  });

  it.each([
    { kind: 'stack', sequence: 0, pair: 'BTC-USDT', precision: '0.01', bids: [['1', '2']], asks: [] },
    { kind: 'balance', sequence: 3, balance: { BTC: { actual: '1', orders: '0' } } },
    { kind: 'opened_orders', sequence: 0, page: 1, total_pages: 0, results: [] },
    { kind: 'user_notification', results: [] },
    { kind: 'error', code: 'subscription_unknown', detail: 'This subscription doesn’t exist.' },
  ])('accepts $kind', (message) => {
    expect(readServerMessage(message)).toEqual(message);
  });

  it('refuses an amount that is a number and an unknown kind, and takes a code that only a newer server knows', () => {
    expect(
      readServerMessage({ kind: 'balance', sequence: 1, balance: { BTC: { actual: 1, orders: '0' } } }),
    ).toBeNull();
    const newer = { kind: 'error', code: 'oops', detail: 'A sentence.' };
    expect(readServerMessage(newer)).toEqual(newer);
    expect(readServerMessage({ kind: 'weather' })).toBeNull();
    expect(readServerMessage({ kind: 'constructor' })).toBeNull();
  });
});

describe('close codes', () => {
  it('are distinct and ones that a server may send', () => {
    const codes = Object.values(closeCodes);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes)
      expect([1001, 1008, 1009].includes(code) || (code >= 4000 && code < 5000)).toBe(true);
  });
});
