import type { Order } from '@emporion/contracts/rest';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import type { createFakeSocket } from '#live/testing/fake-socket.ts';
import { market } from '#market/market.ts';
import { sampleOrder } from '#orders/testing/sample-order.ts';
import { type Answers, openPanels, ordersMessage, preparePanels } from './testing/open-panels.tsx';

const socket = vi.hoisted(() => ({ made: undefined as ReturnType<typeof createFakeSocket> | undefined }));
vi.mock('#live/live.ts', async () => {
  const { createFakeSocket: create } = await import('#live/testing/fake-socket.ts');
  socket.made = create();
  return { tradingSocket: socket.made.tradingSocket };
});

type Page = Awaited<ReturnType<typeof openPanels>>;
let page: Page;
const open = async (answers: Answers = {}, visitor = false) => {
  page = await openPanels({ answers, visitor });
};
const tell = (name: string, params: object, message: object) => socket.made?.tell(name, params, message);
const tellOrders = (...orders: Order[]) => tell('opened_orders', { page: 1 }, ordersMessage(orders));
const tellBook = (asks: [string, string][], bids: [string, string][] = [['59990', '1']]) =>
  tell('stack', { pair: 'BTC-USDT', precision: '0.01' }, { asks, bids });

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }));
const write = async (label: string, text: string) => {
  await page.user.clear(field(label));
  await page.user.type(field(label), text);
};
/** Once the panel is here. */
const panel = () => screen.findByRole('tab', { name: /^Open orders \(/ });
const openRows = () =>
  within(screen.getByRole('table', { name: 'Open orders' }))
    .getAllByRole('row')
    .slice(1);

beforeAll(preparePanels);
beforeEach(() => vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
afterEach(async () => {
  await page.close();
  socket.made?.forget();
});

describe('the order form', () => {
  it('leads a visitor to login and back here', async () => {
    await open({}, true);
    const [link] = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Log in to trade' });
    expect(link?.getAttribute('href')).toBe('/login?redirectFrom=%2Ftrade%2FBTC-USDT&params=BTC-USDT');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '50%' }).disabled).toBe(true);
  });

  it('tells a visitor the fee of the first tier', async () => {
    const tiers = [
      { tier: '1', volume: '0', maker: '0.1', taker: '0.15' },
      { tier: '2', volume: '50000', maker: '0.08', taker: '0.12' },
    ];
    await open({ 'GET fees': { body: { tiers } } }, true);
    expect(await screen.findByText('Maker fee (0.1%)')).toBeTruthy();
  });

  it('sizes by a share, reckons fee and total, and shows the order from press to answer', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open({
      'POST orders': async () => {
        await answered;
        return { body: { ...sampleOrder, id: '7', quantity: '0.008333' } };
      },
    });
    tellOrders();
    expect(await screen.findByText('1,000')).toBeTruthy();
    expect(field('Price').value).toBe('60,000');
    await press('50%');
    expect([field('Amount').value, field('Total').value]).toEqual(['0.008333', '499.98']);
    // Nothing rests on the other side, so the order makes: a tenth of a percent of what it brings.
    expect(await screen.findByText('Maker fee (0.1%)')).toBeTruthy();
    expect(screen.getByText('0.00832466')).toBeTruthy();

    await panel();
    await press('Buy BTC');
    await press('Buy BTC');
    await waitFor(() => expect(openRows()[0]?.textContent).toContain('Sending…'));
    answer();
    expect(await screen.findByText('Order placed')).toBeTruthy();
    await waitFor(() => expect(openRows()[0]?.textContent).not.toContain('Sending…'));
    expect(openRows().map((row) => row.textContent)).toEqual([expect.stringContaining('0.008333')]);
    await waitFor(() => expect(field('Amount').value).toBe(''));
    expect(field('Amount').getAttribute('aria-invalid')).toBeNull();
    const [sent, again] = page.seen('POST', 'orders');
    expect(sent?.body).toMatchObject({ type: 0, operation: 'buy', quantity: '0.008333', price: '60000' });
    expect(again).toBeUndefined();
  });

  it('steps from the price of the last trade, also when nothing has drawn the form since', async () => {
    await open();
    tellOrders();
    await screen.findByText('1,000');
    // As the tape does: the form itself does not follow every trade.
    onTestFinished(market.trades('BTC-USDT').subscribe(() => {}));
    await page.user.clear(field('Price'));
    const trade = { id: '1', pair: 'BTC-USDT', operation: 'buy', price: '61000', quantity: '1' };
    tell('trades', { pair: 'BTC-USDT' }, { results: [{ ...trade, time: '2026-05-17T10:00:00.000Z' }] });
    await waitFor(() => expect(market.trades('BTC-USDT').read().list).toHaveLength(1));
    await press('One tick up');
    expect(field('Price').value).toBe('61,000.01');
  });

  it('says what is wrong at its field before it is sent, with the bounds, and what the server says after', async () => {
    await open({
      'POST orders': { status: 422, body: { code: 'insufficient_balance', detail: 'Too little.' } },
    });
    tellOrders();
    await screen.findByText('1,000');
    await write('Price', '80000');
    await write('Amount', '0.00001');
    await press('Buy BTC');
    expect(await screen.findByText(/Order cost limit: .* Allowed: 1 to 1,000,000 USDT\./)).toBeTruthy();
    expect(page.seen('POST', 'orders')).toEqual([]);
    await write('Price', '60000');
    await write('Amount', '0.01');
    await press('Buy BTC');
    expect(await screen.findByText('Too little.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Amount')));
    expect([field('Price').value, field('Amount').value]).toEqual(['60,000', '0.01']);
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
  });

  it('keeps to the chosen share when the price changes, until an amount is written', async () => {
    await open({});
    tellOrders();
    await screen.findByText('1,000');
    await press('50%');
    expect(field('Amount').value).toBe('0.008333');
    await write('Price', '50000');
    await waitFor(() => expect([field('Amount').value, field('Total').value]).toEqual(['0.01', '500']));
    await write('Amount', '0.002');
    await write('Price', '60000');
    expect([field('Amount').value, field('Total').value]).toEqual(['0.002', '120']);
  });

  it('begins with the best price of its own side, which rests, and follows the side until one is written', async () => {
    await open();
    tellOrders();
    await screen.findByText('1,000');
    tellBook([['60010', '1']]);
    await waitFor(() => expect(field('Price').value).toBe('59,990'));
    expect(await screen.findByText('Maker fee (0.1%)')).toBeTruthy();
    // The market moves on; the price does not move under a hand that is about to press.
    tellBook([['60020', '1']], [['60000', '1']]);
    await page.user.click(screen.getByRole('radio', { name: /Sell/ }));
    expect(field('Price').value).toBe('60,020');
    expect(screen.getByText('Maker fee (0.1%)')).toBeTruthy();
    await write('Price', '60500');
    await page.user.click(screen.getByRole('radio', { name: /Buy/ }));
    expect(field('Price').value).toBe('60,500');
  });

  it('says how far from the market a price is, and what of a stop is only an estimate', async () => {
    await open({});
    tellOrders();
    tellBook([['60000', '1']], [['59998', '1']]);
    await write('Price', '54000');
    await write('Amount', '0.01');
    await press('Buy BTC');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm BTC-USDT buy order' });
    expect(dialog.textContent).toContain('10.0% below the market');
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await press('More order types');
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Stop' }));
    expect(screen.getByText('You receive (est.)')).toBeTruthy();
    await write('Stop price', '50000');
    await press('Buy BTC');
    expect(
      await screen.findByText(/A buy stop must be above the last price\. Allowed: 60,000\.01 USDT or more\./),
    ).toBeTruthy();
  });

  it('warns of a market order that slips, asks about it, and asks no more when told so', async () => {
    await open({ 'POST market': { body: { ...sampleOrder, type: 1, price: null, status: 'filled' } } });
    tellOrders();
    await press('Market');
    tellBook([
      ['60000', '0.001'],
      ['62000', '0.1'],
    ]);
    await write('Amount', '0.01');
    expect(await screen.findByText(/more than 1% from the best price/)).toBeTruthy();
    await press('Buy BTC');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm BTC-USDT buy order' });
    expect(dialog.textContent).toContain('618 USDT');
    expect(dialog.textContent).toContain('is 3.00% from the best price');
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(page.seen('POST', 'market')).toEqual([]);
    await press('Buy BTC');
    const again = await screen.findByRole('dialog', { name: 'Confirm BTC-USDT buy order' });
    await page.user.click(within(again).getByLabelText('Don’t ask again'));
    await page.user.click(within(again).getByRole('button', { name: 'Buy BTC' }));
    expect(await screen.findByText('Order filled')).toBeTruthy();
    expect(page.seen('POST', 'market').map(({ body }) => body)).toMatchObject([{ quantity: '0.01' }]);
    await waitFor(() =>
      expect(page.seen('PATCH', 'settings')[0]?.body).toEqual({ preferences: { confirm_orders: false } }),
    );
  });

  it('does not ask whoever has switched the question off', async () => {
    const preferences = { ...sampleSettings.preferences, confirm_orders: false };
    await open({
      'GET settings': { body: { ...sampleSettings, preferences } },
      'POST market': { body: { ...sampleOrder, type: 1, price: null, status: 'filled' } },
    });
    tellOrders();
    await waitFor(() => expect(page.settings()?.preferences).toEqual(preferences));
    await press('Market');
    await write('Amount', '0.01');
    await press('Buy BTC');
    expect(await screen.findByText('Order filled')).toBeTruthy();
  });
});

describe('the panel of orders', () => {
  const order = (id: number, change: Partial<Order> = {}): Order => ({
    ...sampleOrder,
    id: String(id),
    price: String(60_000 + id),
    time: new Date(Date.UTC(2026, 4, 17, 10, 0, id)).toISOString(),
    ...change,
  });

  it('keeps six older ones below the newest and the rest on the next page', async () => {
    await open();
    tellOrders(...[8, 7, 6, 5, 4, 3, 2, 1].map((id) => order(id)));
    expect(await screen.findByRole('tab', { name: 'Open orders (8)' })).toBeTruthy();
    expect(openRows()).toHaveLength(7);
    expect(openRows()[0]?.textContent).toContain('60,008');
    await press('Next page');
    await waitFor(() => expect(openRows()).toHaveLength(1));
  });

  it('changes an order in its row: a wrong figure stays here, a right one is sent alone', async () => {
    await open({ 'PATCH orders/1': { body: { ...order(1, { quantity: '0.4' }), changed: true } } });
    tellOrders(order(1), order(2, { pair: 'ETH-USDT' }));
    await waitFor(() => expect(page.seen('GET', 'pairs')).toHaveLength(1));
    await press('Edit order: Buy 0.5 BTC at 60,001');
    const row = within(openRows()[0] as HTMLElement);
    const quantity = row.getByLabelText('Amount');
    await page.user.clear(quantity);
    await page.user.type(quantity, '500');
    await page.user.click(row.getByRole('button', { name: 'Save' }));
    expect(await row.findByText('The amount can’t be more than 100.')).toBeTruthy();
    await page.user.clear(quantity);
    await page.user.type(quantity, '0.4{Enter}');
    expect(await screen.findByText('Order updated')).toBeTruthy();
    expect(page.seen('PATCH', 'orders/1').map(({ body }) => body)).toEqual([{ quantity: '0.4' }]);
    await waitFor(() => expect(openRows()[0]?.textContent).toContain('0.4'));
  });

  it('takes a cancelled order away as soon as the server has answered', async () => {
    await open({ 'DELETE orders/1': { body: { ...order(1, { status: 'cancelled' }), cancelled: 1 } } });
    tellOrders(order(1));
    await press('Cancel order: Buy 0.5 BTC at 60,001');
    expect(await screen.findByText('Order cancelled')).toBeTruthy();
    expect(await screen.findByText(/^No open orders\./)).toBeTruthy();
    expect(document.activeElement?.getAttribute('role'), 'who pressed is on the tab of the list').toBe('tab');
  });

  it('asks the server for what the filters leave, and for older rows after the last', async () => {
    await open({
      'GET orders': ({ url }) => ({
        body: url.includes('cursor=9-9')
          ? { results: [order(1, { status: 'cancelled' })], next: null }
          : { results: [order(2, { status: 'filled' })], next: '9-9' },
      }),
    });
    tellOrders();
    await page.user.click(await screen.findByRole('tab', { name: /Order history/ }));
    expect(await screen.findByRole('tab', { name: 'Order history (1+)' })).toBeTruthy();
    await press('Load more');
    expect(await screen.findByRole('tab', { name: 'Order history (2)' })).toBeTruthy();
    await press('Filters');
    await press(/^Side/);
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Sell' }));
    await page.user.click(screen.getByLabelText('This pair only'));
    await waitFor(() => {
      const queries = page.seen('GET', 'orders').map(({ url }) => url.split('?')[1]);
      expect(queries.at(-1)).toBe('operation=sell&state=closed&limit=30');
      expect(queries[0]).toBe('pair=BTC-USDT&state=closed&limit=30');
    });
    expect(await screen.findByRole('button', { name: 'Filters, 1 active' })).toBeTruthy();
  });
});
