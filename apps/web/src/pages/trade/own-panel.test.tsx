import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { publishConnectionState } from '#live/connection-state.ts';
import type { createFakeSocket } from '#live/testing/fake-socket.ts';
import { sampleOrder } from '#orders/testing/sample-order.ts';
import { openPanels, ordersMessage, preparePanels } from './testing/open-panels.tsx';

const socket = vi.hoisted(() => ({ made: undefined as ReturnType<typeof createFakeSocket> | undefined }));
vi.mock('#live/live.ts', async () => {
  const { createFakeSocket: create } = await import('#live/testing/fake-socket.ts');
  socket.made = create();
  return { tradingSocket: socket.made.tradingSocket };
});

let page: Awaited<ReturnType<typeof openPanels>>;
const filled = { ...sampleOrder, status: 'filled' } as const;
const stop = {
  ...sampleOrder,
  id: '0',
  type: 2,
  price: null,
  stop_price: '58123',
  status: 'cancelled',
} as const;
/** How many closed orders the server has. */
let closed = 2;

beforeAll(preparePanels);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  closed = 2;
});
afterEach(async () => {
  await page.close();
  socket.made?.forget();
});

const tab = (name: string) => screen.findByRole('tab', { name });
const tellClosed = (sequence: number) =>
  socket.made?.tell(
    'closed_orders',
    { page: 1 },
    { kind: 'closed_orders', page: 1, total_pages: 1, results: [], sequence },
  );

async function openAndLookAtHistory(): Promise<void> {
  page = await openPanels({
    answers: {
      'GET orders': () => {
        const orderOf = (_: unknown, id: number) => (id === 0 ? stop : { ...filled, id: `${id}` });
        return { body: { results: Array.from({ length: closed }, orderOf), next: null } };
      },
    },
  });
  socket.made?.tell('opened_orders', { page: 1 }, ordersMessage([]));
  tellClosed(0);
  await page.user.click(await tab('Order history'));
  await tab('Order history (2)');
}

const lookAtOpen = async () => page.user.click(await tab('Open orders (0)'));

it('counts an order that closes while another list is looked at', async () => {
  await openAndLookAtHistory();
  await lookAtOpen();
  closed = 3;
  tellClosed(1);
  expect(await tab('Order history (3)')).toBeTruthy();
});

it('counts what closed while the connection was lost', async () => {
  await openAndLookAtHistory();
  await lookAtOpen();
  closed = 4;
  tellClosed(0);
  expect(await tab('Order history (4)')).toBeTruthy();
});

it('asks for no list that nobody has looked at', async () => {
  await openAndLookAtHistory();
  await lookAtOpen();
  closed = 3;
  tellClosed(1);
  await tab('Order history (3)');
  expect(page.seen('GET', 'my-trades')).toEqual([]);
});

it('tells at which price a stop waited, also when it was cancelled', async () => {
  await openAndLookAtHistory();
  const rows = within(screen.getByRole('table', { name: 'Order history' })).getAllByRole('row');
  const kinds = rows.slice(1).map((row) => row.querySelector('[data-label="Type"]')?.textContent);
  // Padded to its tick as soon as the markets are known, which may be before or after the list.
  expect(kinds).toEqual([expect.stringMatching(/^StopStop 58,123(?:\.00)?$/), 'Limit']);
});

it('fades while the connection is lost, and no longer', async () => {
  await openAndLookAtHistory();
  const faded = () => screen.getByRole('table', { name: 'Order history' }).closest('.opacity-50') !== null;
  act(() => publishConnectionState('reconnecting'));
  expect(faded()).toBe(true);
  act(() => publishConnectionState('open'));
  expect(faded()).toBe(false);
});

it('says why one of two linked orders cannot be changed', async () => {
  page = await openPanels({});
  socket.made?.tell('opened_orders', { page: 1 }, ordersMessage([{ ...sampleOrder, linked_to: '2' }]));
  const pencil = await screen.findByRole('button', { name: 'Edit order: Buy 0.5 BTC at 60,000' });
  const why = 'OCO orders can’t be edited while both are open. Cancel them and place a new pair.';
  expect([pencil.title, pencil.getAttribute('aria-disabled')]).toEqual([why, 'true']);
  await page.user.click(pencil);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('shows at the buttons of a row that the connection is lost, and still tries what is pressed', async () => {
  page = await openPanels({ answers: { 'DELETE orders/1': { status: 503, body: {} } } });
  socket.made?.tell('opened_orders', { page: 1 }, ordersMessage([sampleOrder]));
  const cancel = await screen.findByRole('button', { name: 'Cancel order: Buy 0.5 BTC at 60,000' });
  expect(cancel.title).toBe('Cancel order');
  act(() => publishConnectionState('reconnecting'));
  expect(cancel.title).toBe('No connection: changes may not reach the exchange.');
  expect(cancel.closest('.opacity-40')).not.toBeNull();
  await page.user.click(cancel);
  await vi.waitFor(() => expect(page.seen('DELETE', 'orders/1')).not.toEqual([]));
  act(() => publishConnectionState('open'));
  expect(cancel.closest('.opacity-40')).toBeNull();
});

it('tells of an open order what remains, its total and how far it is from the market', async () => {
  page = await openPanels({});
  socket.made?.tell(
    'pairs_volume',
    {},
    {
      pairs: [{ code: 'BTC-USDT', price: '64000', change: '0', high: null, low: null, volume: '0' }],
    },
  );
  socket.made?.tell(
    'opened_orders',
    { page: 1 },
    ordersMessage([{ ...sampleOrder, remaining: '0.3', filled: '0.2' }]),
  );
  const table = await screen.findByRole('table', { name: 'Open orders' });
  await vi.waitFor(() => expect(table.querySelector('[data-value="-6.25"]') === null).toBe(false));
  const cell = (label: string) => table.querySelector(`[data-label="${label}"]`)?.textContent;
  expect([cell('Remaining'), cell('Total')]).toEqual(['0.3', '30,000']);
});
