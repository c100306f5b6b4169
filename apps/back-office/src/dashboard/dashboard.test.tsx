import type { Dashboard } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, closePage, openPage, withCapabilities } from '#testing/open-page.tsx';

// There is no canvas here to draw on.
vi.mock('./hours-chart.tsx', () => ({ HoursChart: () => null }));

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-01-03T00:00:00.000Z';
const position: NonNullable<Dashboard['money']>[number] = {
  ...{ currency: 'BTC', kind: 'chain', liabilities: '2', on_chain: '2.5', in_flight: '0', surplus: '0.5' },
  ...{ difference: '0', stopped: false, checked: time },
};
const dashboard: Dashboard = {
  money: [position, { ...position, currency: 'USD', kind: 'fiat' }],
  queues: [
    { name: 'bank_arrivals', count: 1, oldest: time },
    { name: 'announced_transfers', count: 2, oldest: time },
    { name: 'chargebacks', count: 3, oldest: time },
    { name: 'incidents', count: 4, oldest: time },
    { name: 'undelivered_messages', count: 5, oldest: time },
  ],
  fees: [
    { days: 1, from: time, earned: [] },
    {
      ...{ days: 7, from: '2025-12-28T00:00:00.000Z' },
      earned: [{ currency: 'USDT', amount: '12.5' }],
    },
  ],
  refusals: { count: 1_234, codes: [{ code: 'insufficient_balance', count: 1_200 }] },
  people: { users: 10, registered: 6, logins: 7, failed_logins: 8 },
  trading: {
    ...{ open_orders: 1, trades: 9, volumes: [{ currency: 'USDT', amount: '12' }], halted: ['BTC-USDT'] },
    periods: [{ days: 7, trades: 30, volumes: [{ currency: 'USDT', amount: '1234.5' }] }],
    hours: [{ time: '2026-01-02T01:00:00.000Z', trades: 9 }],
  },
  ...{ maintenance: true, warnings: [], time },
};

const server: Answer = ({ path }) => {
  if (path === 'admin/dashboard') return { body: dashboard };
  if (path === 'status')
    return {
      body: { name: 'X', version: '1', demo: false, maintenance: true, announced: null, markets: null },
    };
  if (path === 'admin/health') return { body: { parts: [], followers: [], jobs: null, version: '1', time } };
  return { body: { results: [], next: null } };
};

afterEach(closePage);

it('opens from every number the list that counts the same, and says that maintenance is on', async () => {
  await openPage('/', server);
  const waits = within(await screen.findByRole('region', { name: 'Waiting for staff' }));
  const to = (links: ReturnType<typeof within>, name: RegExp) =>
    links.getByRole('link', { name }).getAttribute('href')?.replace('/admin', '');
  expect(to(waits, /Bank transfers waiting/)).toBe('/bank/arrivals?stage=waiting');
  expect(to(waits, /Announced/)).toBe('/bank/announced?open=true');
  expect(to(waits, /Chargebacks/)).toBe('/cards?chargeback=watched');
  expect(to(waits, /incidents/)).toBe('/help/incidents?open=true');
  expect(to(waits, /Undelivered/)).toBe('/system/messages');
  const from = '2026-01-02T00:00:00.000Z';
  const page = within(screen.getByRole('main'));
  expect(to(page, /^Registered/)).toBe(`/users?registered_from=${from}`);
  expect(to(page, /^Failed logins/)).toBe(`/security-events?event=login_failed&from=${from}`);
  expect(to(page, /^Trades/)).toBe('/trading/trades?from=2026-01-02T01:00:00.000Z');
  expect(to(page, /^Volume in USDT/)).toBe('/trading/trades?from=2026-01-02T01:00:00.000Z');
  expect(to(page, /^Markets not open/)).toBe('/trading/markets?state=halted');
  const money = within(screen.getByRole('table', { name: /What is owed/ }));
  expect(money.getAllByRole('link', { name: '2.5' })[0]?.getAttribute('href')).toContain(
    '/wallet/funds?currency=BTC',
  );
  const fees = within(screen.getByRole('table', { name: /Fees earned/ }));
  expect(to(fees, /^12.5$/)).toBe(
    '/wallet/house/lines?account=house%3Afees&currency=USDT&from=2025-12-28T00:00:00.000Z',
  );
  expect(to(fees, /^0$/)).toContain(`from=${time}`);
  expect(screen.getByText('Insufficient balance').nextElementSibling?.textContent).toBe('1,200');
  expect(screen.getByText('1,234.50 USDT in 30 trades')).toBeTruthy();
  expect(await screen.findByText(/Maintenance is on/)).toBeTruthy();
});

it('lists what was not delivered, and gives the focus back to what was pressed', async () => {
  const { router } = await openPage('/system/messages', ({ path }) => {
    if (path !== 'admin/messages/undelivered') return server({ method: 'GET', path, query: {}, body: null });
    const message = { id, time, channel: 'mail', recipient: 'w***@example.org', template: 'welcome' };
    return { body: { results: [{ ...message, attempts: 5, error: '550 unknown' }], next: null } };
  });
  expect(await screen.findByText('550 unknown')).toBeTruthy();
  await router.navigate('/bank/arrivals');
  const record = await screen.findByRole('button', { name: 'Record a payment' });
  await userEvent.click(record);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(record);
});

it.each([
  ['says', 'roles.propose', 1],
  ['does not say', 'tickets.view', 0],
] as const)(
  '%s to whoever has %s that a second administrator is missing',
  async (_does, capability, count) => {
    const parts = [
      { part: 'administrators', name: null, state: 'warn', text: 'Appoint a second administrator.' },
      { part: 'signer', name: null, state: 'bad', text: 'It does not answer.' },
    ];
    await openPage(
      '/',
      (call) =>
        call.path === 'admin/health'
          ? { body: { parts, followers: [], jobs: null, version: '1', time } }
          : server(call),
      withCapabilities(capability),
    );
    const missing = within(await screen.findByRole('region', { name: 'What is missing' }));
    expect(missing.getByText(/It does not answer/)).toBeTruthy();
    expect(missing.queryAllByText(/second administrator/)).toHaveLength(count);
  },
);
