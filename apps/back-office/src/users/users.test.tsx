import type { ListedUser, UserCard } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const listed: ListedUser = {
  id: '22222222-2222-4222-8222-222222222222',
  username: 'wanda',
  email: 'wanda@example.org',
  first_name: 'Wanda',
  last_name: 'Weber',
  phone: '+34600999888',
  country: 'DE',
  status: 'active',
  erased: false,
  kyc_status: 'approved',
  second_factor: true,
  frozen_by_owner: false,
  trading_enabled: false,
  withdrawal_enabled: true,
  payouts_frozen_until: null,
  flagged: true,
  labels: ['vip'],
  roles: [],
  registered: '2026-01-02T03:04:05.000Z',
  last_login: null,
};

const card: UserCard = {
  ...listed,
  version: 7,
  birthday: '1990-05-17',
  language: 'en',
  phone_verified: false,
  kyc_level: 1,
  staff_freeze_until: null,
  freeze: null,
  factors: { totp: true, sms: false, email: false, passkeys: 0, backup_codes_left: 8 },
  fee_tier: '1',
  fee_tier_by_hand: false,
  limits: { open_orders: 5, open_orders_per_market: null, orders_per_day: null, withdrawal_level: null },
  withdrawal_limit: { level: 1, value_a_day: '50000' },
  balances: [{ coin: 'BTC', actual: '0.5', orders: '0.1', locked: '0' }],
  counts: {
    ...{ open_orders: 1, sessions: 2, deposits: 3, withdrawals: 0, notes: 1, open_proposals: 1 },
    ...{ bank_transfers: 1, card_orders: 4 },
  },
};

const server: Answer = ({ method, path }) => {
  if (path === 'admin/users')
    return { body: { results: [listed], next: null, count: 1, count_is_exact: true } };
  if (path.endsWith('/notes'))
    return {
      body: {
        results: [
          { id: '1', author: { id: card.id, username: 'ada' }, text: 'Called us', time: card.registered },
        ],
        next: null,
      },
    };
  if (path.endsWith('/views'))
    return { body: { id: card.id, user: card.id, expires: '2030-01-01T00:00:00.000Z' } };
  if (path.endsWith('/wallets'))
    return { body: { wallets: [{ coin: 'ETH', actual: '12', orders: '0', locked: '0', incoming: '0' }] } };
  return method === 'GET' || path.startsWith('admin/') ? { body: card } : undefined;
};
const page = `/users/${card.id}`;

afterEach(closePage);

async function menu(label: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: label }));
}

it('lists users, narrows them by the address, and opens one', async () => {
  const { calls, router } = await openPage('/users?status=banned&second_factor=true', server);
  expect(await screen.findByText('1 user')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/users')?.query).toMatchObject({
    status: 'banned',
    second_factor: 'true',
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Wanda Weber' }));
  await expect.poll(() => router.state.location.pathname).toContain(page);
});

it('shows the card, and that a proposal waits', async () => {
  await openPage(page, server);
  expect(await screen.findByRole('heading', { name: /Wanda Weber/ })).toBeTruthy();
  expect(screen.getByText('+34600999888 (not verified)')).toBeTruthy();
  expect(screen.getByText(/waits for a second person/)).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Balances' })).getByText('BTC')).toBeTruthy();
});

it('says in the list, the head and the switches that payouts are frozen, by whom and why', async () => {
  const until = '2030-01-02T03:04:05.000Z';
  const frozen = { payouts_frozen_until: until, freeze: { by: 'clara', reason: 'Asked by the police' } };
  const { calls } = await openPage('/users?restriction=payouts_frozen', ({ path }) => ({
    body:
      path === 'admin/users'
        ? { results: [{ ...listed, ...frozen }], next: null, count: 1, count_is_exact: true }
        : { ...card, ...frozen },
  }));
  expect(await screen.findByText(/^No payouts until 2030-01-0/)).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/users')?.query).toMatchObject({
    restriction: 'payouts_frozen',
  });
  await userEvent.click(screen.getByRole('link', { name: 'Wanda Weber' }));
  expect(await screen.findByText(/Frozen by clara: Asked by the police/)).toBeTruthy();
  expect(within(screen.getByRole('heading', { level: 1 })).getByText('Payouts frozen')).toBeTruthy();
  expect(screen.getByText('The account is frozen for payouts. Its switch is on.')).toBeTruthy();
});

it('changes the status with a reason, on the version that was seen', async () => {
  const { calls } = await openPage(page, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Change status' }));
  const dialog = await screen.findByRole('dialog', { name: /status of Wanda/ });
  await userEvent.click(within(dialog).getByRole('combobox', { name: /New status/ }));
  await userEvent.click(await screen.findByRole('option', { name: /^Banned/ }));
  await fill(within(dialog).getByLabelText('Reason'), 'Fraud reported');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change status' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/users/${card.id}/status`,
      body: { status: 'banned', reason: 'Fraud reported', version: 7 },
    });
});

it('sends only what was edited, and proposes limits with empty fields as none', async () => {
  const { calls } = await openPage(page, server);
  await menu('Edit details');
  await userEvent.clear(await screen.findByLabelText('Last name'));
  await fill(screen.getByLabelText('Last name'), 'Winter');
  await fill(screen.getByLabelText('Reason'), 'Married');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({
      ...{ last_name: 'Winter', reason: 'Married', version: 7 },
    });
  await menu('Limits');
  await fill(await screen.findByLabelText('Reason'), 'A market maker');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ path }) => path === 'admin/approvals/user-limits')?.body)
    .toMatchObject({
      ...{ user: card.id, limits: card.limits },
    });
});

it('opens what the user sees for a reason, and closes it', async () => {
  const { calls } = await openPage(`${page}?tab=view`, server);
  await userEvent.click(await screen.findByRole('button', { name: 'See what they see' }));
  await fill(await screen.findByLabelText('Reason'), 'A balance looks wrong');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('ETH')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close this view' }));
  expect(calls.some(({ path }) => path === `admin/user-views/${card.id}/end`)).toBe(true);
});

it('offers what the role may do, and nothing about a view, a status or a note otherwise', async () => {
  await openPage(`${page}?tab=notes`, server, withCapabilities('users.read'));
  expect(await screen.findByText('Called us')).toBeTruthy();
  for (const name of ['Change status', 'Restrict', 'More actions', 'Add note'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'What they see' })).toBeNull();
});

it('gives a fee tier with a reason, and begins with what holds now', async () => {
  const { calls } = await openPage(page, server);
  await menu('Fee tier');
  const dialog = within(await screen.findByRole('dialog'));
  const tier = dialog.getByRole('combobox', { name: 'Tier' });
  expect(tier.textContent).toContain('By volume, now 1');
  await userEvent.click(tier);
  await userEvent.click(await screen.findByRole('option', { name: 'VIP' }));
  await fill(dialog.getByLabelText('Reason'), 'A contract');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ tier: 'VIP', reason: 'A contract' });
});

it('leads from the numbers of an account to the lists behind them', async () => {
  await openPage(page, server);
  const orders = await screen.findByRole('link', { name: '1' });
  expect(orders.getAttribute('href')).toBe('/admin/trading/orders?user=wanda&status=open');
});

it('names accounts and proposals in the audit log, takes an action as it is read, and keeps hashes to itself', async () => {
  const { calls } = await openPage('/audit?action=Proposal%20made&user=wanda', () => ({
    body: {
      results: [
        {
          ...{
            number: 7,
            time: card.registered,
            action: 'proposal_made',
            reason: 'As agreed',
            erased: false,
          },
          ...{ actor: { id: card.id, username: 'ada' }, user: card.id, username: 'wanda', object: null },
          ...{ approval: '33333333-3333-4333-8333-333333333333', address: null, place: null, device: null },
          ...{ before: {}, names: {}, hash: 'e'.repeat(64) },
          after: { kind: 'user_limits', payload_hash: 'f'.repeat(64), sole_operator: false },
        },
      ],
      next: null,
    },
  }));
  expect(await screen.findByRole('link', { name: 'wanda' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Proposal 33333333' })).toBeTruthy();
  expect(screen.getByText('Change the limits of a user')).toBeTruthy();
  expect(screen.queryByText(/ffff|false/)).toBeNull();
  expect(calls.find(({ path }) => path === 'admin/audit')?.query).toEqual({
    action: 'proposal_made',
    user: 'wanda',
  });
});

it.each([
  ['users', '/users?status=banned', 'Download CSV'],
  ['withdrawals', '/wallet/withdrawals?status=pending', 'Export'],
  ['deposits', '/wallet/deposits?status=pending', 'Export'],
  ['audit', '/audit?action=withdrawal_approved', 'Download CSV'],
])('takes the list of %s away with its filters, a reason and a fresh code', async (name, path, button) => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} }));
  const { calls } = await openPage(path, (call) => {
    if (call.path === 'security/confirmation') return { body: { methods: ['totp'], targets: {} } };
    if (call.path === 'coins')
      return { body: { coins: [], commons: { blockchain_definitions: {}, token_tx_explorers: {} } } };
    if (!call.path.endsWith('/export')) return { body: { results: [], next: null, count: 0 } };
    return (call.body as { confirmation?: unknown }).confirmation === undefined
      ? { status: 403, body: { code: 'two_factor_required', detail: 'Enter a code.' } }
      : { body: 'id,username' };
  });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await fill(await screen.findByLabelText('Reason'), 'For the auditors');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Download' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /code/i }), '123456');
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  saved.mockRestore();
  const sent = calls.findLast((call) => call.path === `admin/${name}/export`);
  expect(sent).toMatchObject({ method: 'POST', body: { reason: 'For the auditors' } });
  expect(Object.keys(sent?.query ?? {})).toHaveLength(1);
});
