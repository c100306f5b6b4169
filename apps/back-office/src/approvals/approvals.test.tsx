import type { Approval } from '@emporion/contracts/rest';
import { toastsNow } from '@emporion/web/ui/toast/toast-store.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, everybody, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const other = { id: '00000000-0000-4000-8000-000000000002', username: 'grace' };

const proposal: Approval = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'balance_adjustment',
  state: 'open',
  payload: { user: '22222222-2222-4222-8222-222222222222', currency: 'BTC', amount: '-0.5' },
  payload_hash: 'f'.repeat(64),
  reason: 'Credited twice',
  concerns: '22222222-2222-4222-8222-222222222222',
  subject: 'wanda',
  current: { available: '2.25' },
  voters: ['treasury', 'administrator'],
  proposer: other,
  proposed: '2026-01-02T03:04:05.000Z',
  age_seconds: 60,
  expires: '2026-01-05T03:04:05.000Z',
  due: null,
  votes_needed: 1,
  votes: [],
  objection: null,
  closed: null,
  failure: null,
};

afterEach(closePage);

it('approves with a reason, and asks for a fresh code when the server does', async () => {
  const { calls } = await openPage(`/approvals/${proposal.id}`, ({ method, path, body }) => {
    if (path === 'security/confirmation') return { body: { methods: ['totp'], targets: {} } };
    if (method === 'GET') return { body: proposal };
    const { confirmation } = body as { confirmation?: unknown };
    return confirmation === undefined
      ? { status: 403, body: { code: 'two_factor_required', detail: 'Enter a code.' } }
      : { body: { ...proposal, state: 'executed' } };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this proposal' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await within(dialog).findByText(/this field is required|fill in/i)).toBeTruthy();
  await fill(within(dialog).getByLabelText('Reason'), 'Checked the chain');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /code/i }), '123456');
  await expect.poll(() => calls.filter(({ method }) => method === 'POST').length).toBe(2);
  expect(calls.findLast(({ method }) => method === 'POST')).toMatchObject({
    path: `admin/approvals/${proposal.id}/approve`,
    body: { reason: 'Checked the chain', confirmation: { method: 'totp', code: '123456' } },
  });
});

it('brings the form back with what was written when the server refuses', async () => {
  await openPage(`/approvals/${proposal.id}`, ({ method }) =>
    method === 'GET'
      ? { body: proposal }
      : { status: 409, body: { code: 'approval_expired', detail: 'This proposal has expired.' } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  await fill(await screen.findByLabelText('Reason'), 'Too late');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('This proposal has expired.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Too late');
});

it('offers nothing but to take it back to whoever proposed it', async () => {
  await openPage(`/approvals/${proposal.id}`, () => ({
    body: {
      ...proposal,
      proposer: { id: everybody.id, username: everybody.username },
      objection: 'own_proposal',
    },
  }));
  expect(await screen.findByRole('button', { name: 'Take back' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('shows what an adjustment does in words, with the name and the balance before and after', async () => {
  await openPage(`/approvals/${proposal.id}`, () => ({ body: proposal }));
  expect(await screen.findByRole('link', { name: 'wanda' })).toBeTruthy();
  const row = screen.getByRole('row', { name: /Available balance/ });
  expect(within(row).getByText('2.25 BTC')).toBeTruthy();
  expect(within(row).getByText('1.75 BTC')).toBeTruthy();
  expect(screen.queryByText(/[{}]/)).toBeNull();
});

it('shows whoever votes on rules only what changes, beside what stood there', async () => {
  const rules = { tick: '0.0001', lot: '1', quantity_min: '1', band: '10' };
  const change: Approval = {
    ...{ ...proposal, kind: 'market_rules', concerns: null, subject: null, current: { rules } },
    payload: {
      pair: 'XRP-USDT',
      effective: '2026-11-18T00:00:00.000Z',
      rules: { ...rules, tick: '0.001' },
    },
  };
  await openPage('/approvals', () => ({ body: { results: [change], next: null } }));
  expect(await screen.findByText('XRP-USDT: Tick 0.0001 → 0.001')).toBeTruthy();
});

it('tells somebody without a vote which roles have one', async () => {
  await openPage(`/approvals/${proposal.id}`, () => ({
    body: { ...proposal, objection: 'approval_not_found' },
  }));
  expect(await screen.findByText(/does not vote on this.*Treasury or Administrator/)).toBeTruthy();
});

it('says that what was approved could not be carried out', async () => {
  await openPage(`/approvals/${proposal.id}`, ({ method }) => ({
    body: method === 'GET' ? proposal : { ...proposal, state: 'failed', failure: 'market_not_halted' },
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await fill(await screen.findByLabelText('Reason'), 'It is time');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await expect
    .poll(() => toastsNow().map(({ type, title }) => [type, title]))
    .toEqual([['error', 'Approved, but it could not be carried out.']]);
});

it('shows no way to a page that the role does not open', async () => {
  await openPage('/audit', () => undefined, withCapabilities('approvals.read'));
  expect(await screen.findByText(/your role does not open it/)).toBeTruthy();
  const side = screen.getByRole('navigation', { name: 'Back office' });
  expect(
    within(side)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard', 'Approvals', 'System']);
});
