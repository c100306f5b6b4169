import type { DeskTicket } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { closePage, everybody, fill, openPage, withCapabilities } from '#testing/open-page.tsx';
import { draftOf, forgetDrafts, keepDraft } from './drafts.ts';

// Nobody is at the other end here; what a live desk does, a browser shows.
vi.mock('@emporion/web/live/live.ts', () => {
  const nothing = () => () => {};
  return { tradingSocket: { keepOpen: nothing, on: nothing, onStateChange: nothing, state: () => 'open' } };
});

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-01-02T03:04:05.000Z';
const member = { id: '22222222-2222-4222-8222-222222222222', username: 'selma' };

const ticket: DeskTicket = {
  ...{ id, number: 1_007, subject: 'Where is my deposit?', category: 'financial', priority: 'high' },
  ...{ state: 'open', created: time, changed: time, waiting_since: time, escalated: false, assignee: null },
  ...{ user: { id: member.id, username: 'grace' }, follows: null },
  about: {
    kind: 'withdrawal',
    id: 'w-1',
    facts: { status: 'in_review', amount: '5', fee: '1', coin: 'USDT', network: 'tron', reason: null },
  },
  owner: {
    ...{ id: member.id, name: 'G••• H•••', email: 'g***@example.org', language: 'es', country: 'ES' },
    ...{ status: 'active', kyc_status: 'approved', second_factor: true, trading_enabled: true },
    ...{ payouts_frozen_until: '2030-01-02T03:04:05.000Z', frozen_by_owner: false, flagged: true },
    ...{ withdrawal_enabled: true, registered: time, last_login: null, tickets: 3, open_tickets: 1 },
  },
  messages: [
    {
      ...{ id: '1', author: 'user', member: null, internal: false, by_link: true, time },
      text: 'Help',
      attachments: [],
    },
    {
      ...{ id: '2', author: 'staff', member, internal: true, by_link: false, time },
      text: 'Be careful',
      attachments: [],
    },
  ],
};
const macro = {
  id: '1',
  title: 'Under review',
  version: 1,
  texts: { en: 'It is reviewed.', es: 'Está en revisión.' },
};

const answer = ({ path }: { path: string }) => {
  if (path === 'admin/ticket-macros') return { body: { results: [macro] } };
  if (path === 'admin/ticket-agents') return { body: { results: [member] } };
  if (path === 'admin/tickets') return { body: { results: [ticket], next: null, count: 1 } };
  return { body: ticket };
};

afterEach(closePage);

it('shows the thread with its notes, and beside it what is known, masked', async () => {
  await openPage(`/tickets/${id}`, answer);
  expect(await screen.findByText('Internal note by selma')).toBeTruthy();
  expect(screen.getByText('User, by email link')).toBeTruthy();
  expect(screen.getByText('G••• H•••')).toBeTruthy();
  expect(screen.getByText('About: withdrawal')).toBeTruthy();
  // Its switch is on, and nothing leaves all the same.
  expect(screen.getByText(/^Frozen until/)).toBeTruthy();
  // The room that one is in is marked, and one that is longer but elsewhere is not.
  const rooms = within(screen.getByRole('navigation', { name: 'Back office' }));
  expect(rooms.getByRole('link', { current: 'page' }).textContent).toBe('Tickets');
  const facts = screen.getByText('About: withdrawal').closest('section')?.querySelectorAll('dt, dd') ?? [];
  expect([...facts].map(({ textContent }) => textContent)).toEqual([
    ...['Id', 'w-1', 'Amount', '5 USDT', 'Fee', '1 USDT', 'Network', 'tron', 'Status', 'In review'],
  ]);
});

it('is taken with one press, and given to nobody unless somebody is chosen', async () => {
  const { calls } = await openPage(`/tickets/${id}`, answer);
  const taken = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await userEvent.click(await screen.findByRole('button', { name: 'Take' }));
  await expect.poll(taken).toEqual([{ assignee: everybody.id }]);
  await userEvent.click(screen.getByRole('button', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
  expect(within(dialog).getByRole('combobox', { name: /Member of staff/ }).textContent).not.toContain(
    'selma',
  );
  expect(taken()).toHaveLength(1);
});

it('answers with a saved answer in the language of the user, and resolves with it', async () => {
  const { calls } = await openPage(`/tickets/${id}`, answer);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Saved answer' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Under review' }));
  // Chosen once more by mistake, it stands there once.
  await userEvent.click(screen.getByRole('combobox', { name: 'Saved answer' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Under review' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send and resolve' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/tickets/${id}/replies`,
      body: {
        ...{ text: 'Está en revisión.', resolved: true, attachments: [] },
        client_id: expect.stringMatching(/^web-/),
      },
    });
});

it('writes a note where a note was chosen, and never as an answer', async () => {
  const { calls } = await openPage(`/tickets/${id}`, answer);
  await userEvent.click(await screen.findByRole('radio', { name: 'Internal note' }));
  await fill(screen.getByLabelText('Note for other staff'), 'Called twice');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await expect
    .poll(() => calls.filter(({ method }) => method === 'POST'))
    .toMatchObject([{ path: `admin/tickets/${id}/notes`, body: { text: 'Called twice' } }]);
});

it('keeps what is written in a ticket over a reload, until it is sent or somebody logs out', async () => {
  await openPage(`/tickets/${id}`, answer);
  await fill(await screen.findByRole('textbox', { name: 'Answer' }), 'We looked');
  closePage();
  await openPage(`/tickets/${id}`, answer);
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' });
  expect(box.value).toBe('We looked');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  await expect.poll(() => draftOf(id)).toBeUndefined();
  for (let ticket = 0; ticket < 30; ticket += 1) keepDraft(`${ticket}`, { mode: 'note', text: 'x' });
  expect([draftOf('9'), draftOf('29')?.mode]).toEqual([undefined, 'note']);
  forgetDrafts();
  expect(draftOf('29')).toBeUndefined();
});

it('escalates with a reason', async () => {
  const { calls } = await openPage(`/tickets/${id}`, answer);
  await userEvent.click(await screen.findByRole('button', { name: 'Escalate' }));
  const dialog = await screen.findByRole('dialog');
  await fill(within(dialog).getByLabelText('Reason'), 'Needs compliance');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Escalate' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({ path: `admin/tickets/${id}/escalation`, body: { reason: 'Needs compliance' } });
});

it('lists the queue by what is chosen, and shows who may only look no way to write', async () => {
  const { calls } = await openPage('/tickets?state=waiting&assignee=me', answer);
  expect(await screen.findByText('#1007')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/tickets')?.query).toMatchObject({
    state: 'waiting',
    assignee: 'me',
  });
  closePage();
  await openPage(`/tickets/${id}`, answer, withCapabilities('tickets.view'));
  expect(await screen.findByText('Help')).toBeTruthy();
  for (const name of ['Send answer', 'Escalate', 'Close', 'Assign'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
