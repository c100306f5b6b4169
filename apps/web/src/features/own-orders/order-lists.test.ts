import type { Order } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { amendedFields } from '#orders/model/order-kind.ts';
import { sampleOrder } from '#orders/testing/sample-order.ts';
import { changesOf, checkAmendment, valuesOf } from './amendment.ts';
import { countFilters, everything, fillQuery, fits, type OrderFilter, orderQuery } from './order-filter.ts';
import { feesOf } from './order-lines.ts';

const now = new Date('2026-05-17T12:00:30.500Z');
const all: OrderFilter = { ...everything, pair: null };

describe('the filters', () => {
  it('ask the server for what they say and nothing else', () => {
    expect(orderQuery(all, now)).toEqual({ state: 'closed' });
    const filter: OrderFilter = { ...all, pair: 'BTC-USDT', side: 'sell', kind: 'stop', state: 'canceled' };
    expect(orderQuery(filter, now)).toEqual({
      pair: 'BTC-USDT',
      operation: 'sell',
      type: 2,
      state: 'canceled',
    });
    expect(fillQuery(filter, now)).toEqual({ pair: 'BTC-USDT', operation: 'sell' });
    expect(countFilters(filter)).toBe(3);
  });

  it('a period that ends now begins at a whole minute', () => {
    expect(fillQuery({ ...all, period: 'day' }, now)).toEqual({ from: '2026-05-16T12:00:00.000Z' });
  });

  it('an own period has both its days, in the reader’s time zone', () => {
    const { from, to } = fillQuery({ ...all, period: 'own', from: '2026-05-16', to: '2026-05-17' }, now);
    expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 4, 16).getTime());
    expect(new Date(to ?? '').getTime()).toBe(new Date(2026, 4, 18).getTime());
    expect(fillQuery({ ...all, period: 'own', from: '', to: '' }, now)).toEqual({});
  });

  it('leave of the open orders those that fit', () => {
    const open = (change: Partial<OrderFilter>) => fits(sampleOrder, { ...all, ...change }, now);
    expect(open({})).toBe(true);
    expect(open({ pair: 'BTC-USDT', side: 'buy', kind: 'limit', period: 'day' })).toBe(true);
    expect(open({ pair: 'ETH-USDT' })).toBe(false);
    expect(open({ side: 'sell' })).toBe(false);
    expect(open({ kind: 'stop' })).toBe(false);
    expect(open({ period: 'own', to: '2026-05-15' })).toBe(false);
  });
});

describe('an order that is changed', () => {
  const waiting = { ...sampleOrder, status: 'pending', stop_price: '61000' } as const;
  it.each([
    ['a limit order', sampleOrder, ['price', 'quantity']],
    ['a stop', { ...waiting, type: 2 }, ['stop_price', 'quantity']],
    ['a stop by total', { ...waiting, type: 2, budget: '100' }, ['stop_price']],
    ['a stop-limit that waits', { ...waiting, type: 4 }, ['stop_price', 'limit_price', 'quantity']],
    ['a stop-limit that has fired', { ...waiting, type: 4, status: 'open' }, ['limit_price', 'quantity']],
    ['a pegged order', { ...sampleOrder, type: 3 }, ['percent', 'min_price', 'max_price', 'quantity']],
    ['a trailing stop', { ...waiting, type: 5 }, ['quantity']],
    ['one of two linked orders', { ...sampleOrder, linked_to: '2' }, []],
  ] as const)('%s can change %j', (_, order, fields) => {
    expect(amendedFields(order)).toEqual(fields);
    expect(Object.keys(valuesOf(order))).toEqual(fields);
  });

  it('sends only what differs', () => {
    expect(changesOf(sampleOrder, { price: '60000', quantity: '0.4' })).toEqual({ quantity: '0.4' });
    expect(changesOf(sampleOrder, { price: '', quantity: '0.5' })).toEqual({});
  });

  it('is checked by the rules of its own pair', () => {
    const check = (change: object, order: Order = sampleOrder) =>
      checkAmendment(order, { ...valuesOf(order), ...change }, samplePair.rules);
    expect(check({ price: '60000.01' })).toEqual({});
    expect(check({ price: '0' })).toEqual({ price: { code: 'order_wrong_price' } });
    expect(check({ quantity: '0.0000001' })).toEqual({ quantity: { code: 'order_bad_quantity' } });
    expect(check({ quantity: '101' })).toMatchObject({ quantity: { code: 'quantity_too_large' } });
    const trailing: Order = { ...sampleOrder, type: 5, status: 'pending', trail: '500', stop_price: '59500' };
    expect(check({ quantity: '0.4' }, trailing)).toEqual({});
  });
});

it('adds up fees by coin, to the last unit', () => {
  const fees = feesOf([
    { fee: '0.00000001', fee_coin: 'BTC' },
    { fee: '0.1', fee_coin: 'USDT' },
    { fee: '0.2', fee_coin: 'USDT' },
  ]);
  expect([...fees]).toEqual([
    ['BTC', '0.00000001'],
    ['USDT', '0.3'],
  ]);
});
