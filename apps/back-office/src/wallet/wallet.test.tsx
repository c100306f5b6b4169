import type { ReviewedWithdrawal, WithdrawalReview } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const id = '11111111-1111-4111-8111-111111111111';
const user = { id: '22222222-2222-4222-8222-222222222222', username: 'grace' };
const date = '2026-01-02T03:04:05.000Z';

const row: ReviewedWithdrawal = {
  ...{ id, date, updated: 1, type: 'withdrawal', currency: 'BTC', network: 'bitcoin', amount: '1.5' },
  ...{
    fee: '0.0001',
    change: '-1.5001',
    status: 'pending',
    reason: 'review',
    hash: null,
    output_index: null,
  },
  ...{
    address: 'bc1qexample',
    memo: null,
    holder: null,
    confirmations: 0,
    confirmations_required: 2,
    block_height: null,
  },
  ...{ internal: false, stage: 'held', client_id: 'c', total: '1.5001', cancellable: true, user },
  ...{ hold_reasons: ['amount'], held_since: date, value: '90000', second_person: false, stuck: false },
  ...{ decision: null, called_off: false },
};
const review: WithdrawalReview = {
  ...row,
  risks: [
    { kind: 'amount', actual: '90000', limit: '10000' },
    { kind: 'shared_address', actual: '2', limit: null },
  ],
  owner: {
    ...{ status: 'active', registered: date, payouts_frozen_until: null, level: 1 },
    ...{ day_max: '50000', day_used: '0', freeze: null, frozen_by_owner: false, withdrawal_enabled: true },
    ...{ flagged: false, labels: [], notes: 0 },
  },
  origin: null,
  velocity: [{ hours: 24, requests: 1, value: '90000' }],
  address_history: { uses: 3, first: date, last: date, own_uses: 0, saved: null, listed: null, others: [] },
  timeline: [{ stage: 'held', time: date }],
  transactions: [],
  proposal: null,
  actions: ['approve', 'reject'],
};
const listed = {
  ...{
    ...user,
    email: 'grace@example.org',
    first_name: 'Grace',
    last_name: 'Hopper',
    phone: null,
    country: 'US',
  },
  ...{ status: 'active', erased: false, kyc_status: 'none', second_factor: false, frozen_by_owner: false },
  ...{ trading_enabled: true, withdrawal_enabled: true, payouts_frozen_until: null, flagged: false },
  ...{ labels: [], roles: [] },
  ...{ registered: date, last_login: null },
};
const userCard = {
  ...{ ...listed, version: 1, birthday: null, language: 'en', phone_verified: false, kyc_level: 0 },
  ...{ freeze: null, staff_freeze_until: null, fee_tier: '1', fee_tier_by_hand: false },
  factors: { totp: false, sms: false, email: false, passkeys: 0, backup_codes_left: 0 },
  limits: { open_orders: null, open_orders_per_market: null, orders_per_day: null, withdrawal_level: null },
  withdrawal_limit: { level: 1, value_a_day: '50000' },
  balances: [{ coin: 'BTC', actual: '2', orders: '0', locked: '0' }],
  counts: {
    ...{ open_orders: 0, sessions: 0, deposits: 0, withdrawals: 0, notes: 0, open_proposals: 0 },
    ...{ bank_transfers: 1, card_orders: 4 },
  },
};
const coin = {
  ...{ code: 'BTC', name: 'Bitcoin', fiat: false, base: 'BTC', blockchain_list: ['bitcoin'], links: [] },
  ...{
    tx_explorer: null,
    decimals: 8,
    logo: '/btc.svg',
    index: 0,
    disable_all: false,
    disable_exchange: false,
  },
  ...{ disable_pairs: false, disable_stack: false, disable_topups: false, disable_withdrawals: false },
  fee: { deposit: '0', withdrawal: '0' },
  limits: { deposit: { min: '1', max: null }, withdrawal: { min: '1', max: null, daily: null } },
  networks: [],
};
const userPage = { results: [listed], next: null, count: 1, count_is_exact: true };

const waiting = { count: 1, oldest: date };
const none = { count: 0, oldest: null };

afterEach(closePage);

it('shows the queue and decides on several together, each with its result', async () => {
  const { calls } = await openPage('/wallet/withdrawals?order=queue', ({ method, path }) => {
    if (path === 'admin/withdrawals/queue')
      return { body: { held: waiting, queued: none, sent: none, stuck: none, bank: none } };
    if (path === 'coins')
      return { body: { coins: [], commons: { blockchain_definitions: {}, token_tx_explorers: {} } } };
    if (method === 'GET') return { body: { results: [row], next: null } };
    return { body: { results: [{ id, stage: 'queued', code: null }] } };
  });
  expect(await screen.findByText('Large amount')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/withdrawals')?.query).toEqual({ order: 'queue' });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select this row' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve one withdrawal' });
  await fill(within(dialog).getByLabelText('Reason'), 'Called the owner');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({
      ...{ ids: [id], decision: 'approve', reason: 'Called the owner' },
    });
});

it('names each withdrawal that was refused with its reason, until the list is closed', async () => {
  const other = { ...row, id: '33333333-3333-4333-8333-333333333333', user: { ...user, username: 'hal' } };
  await openPage('/wallet/withdrawals', ({ method, path }) => {
    if (path === 'admin/withdrawals/queue')
      return { body: { held: waiting, queued: none, sent: none, stuck: none, bank: none } };
    if (path === 'coins')
      return { body: { coins: [], commons: { blockchain_definitions: {}, token_tx_explorers: {} } } };
    if (method === 'GET') return { body: { results: [row, other], next: null } };
    const results = [
      { id, stage: null, code: 'owner_payouts_frozen' },
      { id: other.id, stage: 'queued', code: null },
    ];
    return { body: { results } };
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await fill(await screen.findByLabelText('Reason'), 'Called the owner');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: '1 of 2 done' });
  const [refused, done] = within(dialog).getAllByRole('listitem');
  expect(refused?.textContent).toMatch(/grace.*1\.5.*Withdrawals of this user are frozen/);
  expect(done?.textContent).toMatch(/hal.*Done/);
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says who froze its owner and why, with flag and labels', async () => {
  const owner = {
    ...review.owner,
    ...{ payouts_frozen_until: '2030-01-02T03:04:05.000Z', freeze: { by: 'clara', reason: 'Police' } },
    ...{ flagged: true, labels: ['watch'], notes: 2 },
  };
  const risks = [
    { kind: 'payouts_frozen', actual: '2030-01-02T03:04:05.000Z', limit: null },
    { kind: 'labelled', actual: 'watch', limit: null },
  ];
  await openPage(`/wallet/withdrawals/${id}`, () => ({ body: { ...review, owner, risks, actions: [] } }));
  expect(await screen.findByText(/frozen until 2030-01-0. .* by clara \(Police\)\. It cannot/)).toBeTruthy();
  expect(screen.getByText('The account has the label watch.')).toBeTruthy();
  expect(screen.getByText('Flagged')).toBeTruthy();
  expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toContain('tab=notes');
});

it('spells out what speaks against a withdrawal, and offers what the server allows', async () => {
  const { calls } = await openPage(`/wallet/withdrawals/${id}`, ({ method }) => ({
    body: method === 'GET' ? { ...review, second_person: true } : {},
  }));
  expect(await screen.findByText('Worth 90,000 USDT; above 10,000 USDT a person looks first.')).toBeTruthy();
  expect(screen.getByText('2 other accounts have withdrawn to this address.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Raise the fee' })).toBeNull();
  // So much is let go by two people only.
  await userEvent.click(screen.getByRole('button', { name: 'Propose approval' }));
  await fill(await screen.findByLabelText('Reason'), 'Known customer');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      ...{ path: 'admin/approvals/large-payout', body: { withdrawal: id, reason: 'Known customer' } },
    });
});

it('shows those who only read no way to decide', async () => {
  await openPage(
    '/wallet/withdrawals',
    ({ path }) => (path === 'admin/withdrawals' ? { body: { results: [row], next: null } } : undefined),
    withCapabilities('withdrawals.read'),
  );
  expect(await screen.findByText('grace')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Select this row' })).toBeNull();
});

it('switches a coin on one network off, with a reason', async () => {
  const state = {
    ...{ network: 'bitcoin', name: 'Bitcoin', family: 'bitcoin', deposits: true, withdrawals: true },
    ...{ confirmations: 2, height: 10, node_height: 11, lag: 1, error: null, keys: true, waits: [] },
    coins: [
      {
        ...{ currency: 'BTC', contract: null, deposits: true, withdrawals: true, hidden: false },
        ...{ coin_deposits: true, coin_withdrawals: true, stopped: false },
        ...{ signer: 'lacks', signer_lines: '"BTC": {"dayMax":"100000000"}' },
      },
    ],
  };
  const { calls } = await openPage('/wallet/networks', ({ method }) => ({
    body:
      method === 'GET'
        ? { signer: { state: 'reached', error: null }, results: [state] }
        : { deposits: true, withdrawals: false },
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Switch here' }));
  const dialog = await screen.findByRole('dialog', { name: 'Switches of BTC on bitcoin' });
  // What signer.json lacks stands there to be copied.
  expect(screen.getByText('"BTC": {"dayMax":"100000000"}')).toBeTruthy();
  await userEvent.click(within(dialog).getByLabelText(/although the signer does not pay them out/));
  await userEvent.click(within(dialog).getByLabelText('Withdrawals are on'));
  await fill(within(dialog).getByLabelText('Reason'), 'The node is being renewed');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/networks/bitcoin/coins/BTC/switches',
      body: { deposits: true, withdrawals: false, reason: 'The node is being renewed' },
    });
});

it('finds whose balance is corrected by name, shows what they have, and takes a decimal comma', async () => {
  const { calls } = await openPage('/wallet/adjustments', ({ method, path }) => {
    if (path === 'admin/users') return { body: userPage };
    if (path === `admin/users/${user.id}`) return { body: userCard };
    if (path === 'coins')
      return { body: { coins: [coin], commons: { blockchain_definitions: {}, token_tx_explorers: {} } } };
    return method === 'GET' ? { body: { results: [], next: null } } : { status: 409, body: { code: 'x' } };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Propose an adjustment' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Account' }));
  await userEvent.type(dialog.getByRole('combobox', { name: 'Account' }), 'grace@');
  await userEvent.click(await dialog.findByRole('option', { name: /Grace Hopper/ }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Coin' }));
  await userEvent.click(await screen.findByRole('option', { name: 'BTC' }));
  expect(await dialog.findByText(/grace has/)).toBeTruthy();
  await fill(dialog.getByLabelText('Amount'), '-0,5');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Category' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Wrong credit' }));
  await fill(dialog.getByLabelText('Evidence'), 'Ticket 7');
  await fill(dialog.getByLabelText('Reason'), 'ab');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(await dialog.findByText('Enter at least 3 characters.')).toBeTruthy();
  await fill(dialog.getByLabelText('Reason'), 'c');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ user: user.id, currency: 'BTC', amount: '-0.5', category: 'wrong_credit' });
});
