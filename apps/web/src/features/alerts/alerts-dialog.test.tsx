import type { Alert, Pair } from '@emporion/contracts/rest';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { type ApiServer, type Reply, tokenFor } from '#api/testing/api-server.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { resetToasts } from '#ui/toast/toast-store.ts';
import { showAlerts } from './show-alerts.tsx';

const market = {
  id: 1,
  code: 'BTC-USDT',
  volume: '1000000',
  price: '64000',
  price_24h: '63000',
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  stack_precisions: ['0.01'],
  rules: {
    state: 'open',
    tick: '0.01',
    lot: '0.00001',
    quantity_min: '0.0001',
    quantity_max: '2000',
    cost_min: '1',
    cost_max: '1000000',
    band: '20',
    price_decimals: 2,
    quantity_decimals: 5,
    base_decimals: 8,
    quote_decimals: 6,
  },
} satisfies Pair;

const waiting: Alert = {
  id: '7',
  pair: 'BTC-USDT',
  metric: 'price',
  direction: 'above',
  value: '70400',
  created: '2026-01-02T03:04:05.000Z',
  fired: null,
  fired_value: null,
};

let server: ApiServer;
let alerts: { active: Alert[]; fired: Alert[] };
let created: Reply | undefined;

beforeAll(async () => {
  // What is hidden is looked at too: computing the style of everything for each question takes most of the time.
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  // A test must not knock on sockets that nobody serves.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
    },
  );
  await startI18n();
  await Promise.all([loadTexts('alerts'), loadTexts('errors')]);
});

afterEach(async () => {
  cleanup();
  closeModal();
  resetToasts();
  session.clear();
  await server.close();
});

async function open({ price, visitor = false }: { price?: string; visitor?: boolean } = {}) {
  if (!visitor) session.save({ token: tokenFor(3_600), refreshToken: 'r' });
  server = await serveApi();
  server.answer = ({ method, url, body }) => {
    if (url.endsWith('/pairs/')) return { body: { pairs: [market] } };
    if (method === 'GET') return { body: alerts };
    if (method === 'DELETE') {
      alerts = { active: [], fired: [] };
      return { body: {} };
    }
    if (created) return created;
    const alert = { ...waiting, id: '8', ...(body as object) };
    alerts = { ...alerts, active: [alert, ...alerts.active] };
    return { body: alert };
  };
  render(
    <MemoryRouter initialEntries={['/trade/BTC-USDT']}>
      <ToastArea />
      <ModalHost />
    </MemoryRouter>,
  );
  showAlerts({ pair: 'BTC-USDT', price, client: createQueryClient() });
  return userEvent.setup();
}

const sent = () => server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);

it('begins with a value that can be set as it stands, in either direction', async () => {
  alerts = { active: [], fired: [] };
  created = undefined;
  const user = await open();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price in USDT' });
  await waitFor(() => expect(field.value).toBe('64,640'));
  await user.click(screen.getByRole('radio', { name: /at or below/ }));
  expect(field.value).toBe('63,360');
  await user.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText('Alert set')).toBeTruthy();
  expect(sent()).toEqual([{ pair: 'BTC-USDT', metric: 'price', direction: 'below', value: '63360' }]);
});

it('follows the value with its direction, and sets the alert once', async () => {
  alerts = { active: [], fired: [] };
  created = undefined;
  const user = await open();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price in USDT' });
  await user.clear(field);
  await user.type(field, '64000');
  await user.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText(/already reached this value/)).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.clear(field);
  await user.type(field, '63500.5');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /at or below/ }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText('Alert set')).toBeTruthy();
  expect(sent()).toEqual([{ pair: 'BTC-USDT', metric: 'price', direction: 'below', value: '63500.5' }]);
  expect(await screen.findByRole('tab', { name: 'Active (1)' })).toBeTruthy();
});

it('keeps the direction that was chosen, and says when that is so already', async () => {
  alerts = { active: [], fired: [] };
  created = undefined;
  const user = await open();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price in USDT' });
  const below = screen.getByRole<HTMLInputElement>('radio', { name: /at or below/ });
  await user.click(below);
  await user.clear(field);
  await user.type(field, '70000');
  expect(below.checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText(/already reached this value/)).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('takes the price of the chart and a step of some percent', async () => {
  alerts = { active: [], fired: [] };
  created = undefined;
  const user = await open({ price: '65000' });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price in USDT' });
  await waitFor(() => expect(field.value).toBe('65,000'));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /at or above/ }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: '−5%' }));
  expect(field.value).toBe('60,800');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /at or below/ }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: '24h volume' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Volume in USDT' }).value).toBe('990,000');
});

it('shows how far an alert is, what fired, and removes one', async () => {
  const fired = { ...waiting, id: '5', fired: '2026-01-03T03:04:05.000Z', fired_value: '70500' };
  alerts = { active: [waiting], fired: [fired] };
  const user = await open();
  const away = await screen.findByText(/Distance/);
  await waitFor(() => expect(away.textContent).toBe('Distance +10.00%'));
  await user.click(screen.getByRole('tab', { name: 'Triggered (1)' }));
  expect((await within(screen.getByRole('tabpanel')).findByText(/Reached/)).textContent).toContain('70,500');
  await user.click(screen.getByRole('tab', { name: 'Active (1)' }));
  await user.click(
    await screen.findByRole('button', { name: 'Remove alert BTC-USDT Price at or above 70,400.00 USDT' }),
  );
  expect(await screen.findByText('No active alerts. Set one above.')).toBeTruthy();
});

it('says what the server refused at its field, and keeps what was written', async () => {
  alerts = { active: [], fired: [] };
  const detail = 'You have 50 active alerts, which is the maximum. Remove one to add another.';
  created = { status: 409, body: { code: 'alert_limit_reached', detail } };
  const user = await open({ price: '65000' });
  await user.click(await screen.findByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price in USDT' }).value).toBe('65,000');
});

it('leads a visitor to the login and back', async () => {
  await open({ visitor: true });
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/login?redirectFrom=%2Ftrade%2FBTC-USDT');
});
