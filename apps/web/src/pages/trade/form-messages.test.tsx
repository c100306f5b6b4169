import type { Order } from '@emporion/contracts/rest';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { createFakeSocket } from '#live/testing/fake-socket.ts';
import { sampleOrder } from '#orders/testing/sample-order.ts';
import { type Answers, openPanels, ordersMessage, preparePanels } from './testing/open-panels.tsx';

const socket = vi.hoisted(() => ({ made: undefined as ReturnType<typeof createFakeSocket> | undefined }));
vi.mock('#live/live.ts', async () => {
  const { createFakeSocket: create } = await import('#live/testing/fake-socket.ts');
  socket.made = create();
  return { tradingSocket: socket.made.tradingSocket };
});

let page: Awaited<ReturnType<typeof openPanels>>;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** As one who pastes it: what cannot be typed is written too. */
const write = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } });
};
const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }));
const tellOrders = (...orders: Order[]) =>
  socket.made?.tell('opened_orders', { page: 1 }, ordersMessage(orders));

async function open(answers: Answers = {}, ...orders: Order[]) {
  page = await openPanels({ answers });
  tellOrders(...orders);
  const book = { asks: [['60010', '1']], bids: [['59990', '1']] };
  socket.made?.tell('stack', { pair: 'BTC-USDT', precision: '0.01' }, book);
  await screen.findByText('1,000');
}

async function sell(kind: string, fields: Record<string, string>) {
  await page.user.click(screen.getByRole('radio', { name: /Sell/ }));
  const named = screen.queryByRole('button', { name: kind });
  if (named !== null) await page.user.click(named);
  else {
    await press('More order types');
    await page.user.click(screen.getByRole('menuitemradio', { name: kind }));
  }
  write(fields);
  await press('Sell BTC');
}

beforeAll(preparePanels);
beforeEach(() => vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
afterEach(async () => {
  await page.close();
  socket.made?.forget();
});

describe('a field says what is wrong with it', () => {
  it('of a distance: that it is too large, and the largest', async () => {
    await open();
    await sell('Trailing stop', { 'Trailing distance': '90000', Amount: '0.01' });
    expect(
      await screen.findByText('The trailing distance is too large. Allowed: 59,999.99 USDT or less.'),
    ).toBeTruthy();
  });

  it('of the price of two orders: on which side of the stop and of the book it lies', async () => {
    await open();
    const rule = /must be above the stop price and the best bid\. Allowed: 59,990\.01 USDT or more\./;
    await sell('OCO', { Price: '58000', 'Stop price': '59000', Amount: '0.01' });
    expect(await screen.findByText(rule)).toBeTruthy();
    write({ Price: '59500' });
    expect(await screen.findByText(rule)).toBeTruthy();
  });

  it('of a price below zero: that it is not greater, and makes no total of it', async () => {
    await open();
    write({ Amount: '0.01', Price: '-5' });
    expect(field('Total').value).toBe('');
    await press('Buy BTC');
    expect(await screen.findByText(/greater than zero/)).toBeTruthy();
    expect(screen.queryByText('Enter a number')).toBeNull();
  });
});

describe('the question before an order says what will happen', () => {
  const asked = async () =>
    (await screen.findByRole('dialog', { name: 'Confirm BTC-USDT sell order' })).textContent;

  it('when a stop fires, and what a worst price is', async () => {
    await open();
    await sell('Stop', { 'Stop price': '59000', 'Price limit': '58500', Amount: '0.01' });
    const text = await asked();
    expect(text).toContain('Sells at market when the last price falls to the stop price.');
    expect(text).toContain('Won’t sell below the price limit');
  });

  it('when a stop becomes a limit order', async () => {
    await open();
    await sell('Stop-limit', { 'Stop price': '59000', 'Limit price': '58900', Amount: '0.01' });
    expect(await asked()).toContain('Places a limit order at the limit price');
  });

  it('with two orders, of which one sells at market or at its limit price', async () => {
    await open();
    const fields = { Price: '61000', 'Stop price': '59000', Amount: '0.01' };
    await sell('OCO', fields);
    const text = await asked();
    expect(text).toContain('a stop order that sells at market');
    expect(text).toContain('You receive (est.)');
    expect(text).toContain('These figures apply if the limit order fills.');
    await press('Cancel');
    write({ 'Limit price': '58900' });
    await press('Sell BTC');
    expect(await asked()).toContain('and a stop-limit order');
  });
});

describe('a row that is being changed says the same as the form', () => {
  const refused = (code: string) => ({ status: 422, body: { code, detail: 'The server says no.' } });
  async function change(order: Order, label: string, value: string, code: string) {
    await open({ 'PATCH orders/1': refused(code) }, order);
    await press(/^Edit order: /);
    const [row] = within(screen.getByRole('table', { name: 'Open orders' }))
      .getAllByRole('row')
      .slice(1);
    const cells = within(row as HTMLElement);
    fireEvent.change(cells.getByLabelText(label), { target: { value } });
    await page.user.click(cells.getByRole('button', { name: 'Save' }));
    return cells;
  }

  it('of decimals', async () => {
    const row = await change(sampleOrder, 'Price', '60000.123', 'invalid_order_price');
    expect(await row.findByText(/Up to 2 decimal places/)).toBeTruthy();
    expect(page.seen('PATCH', 'orders/1')).toEqual([]);
  });

  it('of bounds, which the server knows', async () => {
    const row = await change(sampleOrder, 'Price', '900000', 'price_too_high');
    expect(await row.findByText('The server says no.')).toBeTruthy();
    expect(page.seen('PATCH', 'orders/1')).toHaveLength(1);
  });

  it('of the side of a stop', async () => {
    const stop: Order = { ...sampleOrder, type: 2, operation: 'sell', status: 'pending', price: null };
    const order = { ...stop, stop_price: '59000' };
    const row = await change(order, 'Stop price', '61000', 'order_stop_reached');
    expect(
      await row.findByText(/A sell stop must be below the last price\. Allowed: 59,999\.99 USDT or less\./),
    ).toBeTruthy();
  });

  it('and leaves to the server what only it knows', async () => {
    const row = await change(sampleOrder, 'Price', '60001', 'order_would_trade');
    expect(await row.findByText('The server says no.')).toBeTruthy();
  });
});

it('takes nothing while its market is halted', async () => {
  const { samplePair } = await import('#market/testing/sample-pair.ts');
  page = await openPanels({ pair: { ...samplePair, rules: { ...samplePair.rules, state: 'halted' } } });
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: /isn’t accepting orders/ });
  expect(submit.disabled).toBe(true);
  expect(field('Price').matches(':disabled')).toBe(true);
});
