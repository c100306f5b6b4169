import type { Confirmation } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type ApiFailure, networkFailure } from '#api/failure.ts';
import { readRefusal } from '#api/refusal.ts';
import type { ApiServer } from '#api/testing/api-server.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { withConfirmation } from './confirm.ts';

const asked = fail(readRefusal(403, { code: 'two_factor_required', detail: 'Enter your code.' }));
const wrong = fail(readRefusal(400, { code: 'two_factor_invalid', detail: 'The code is wrong.' }));

let server: ApiServer;
let methods = ['totp', 'email', 'backup'];

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('errors');
});
beforeEach(async () => {
  methods = ['totp', 'email', 'backup'];
  server = await serveApi();
  server.answer = ({ url }) =>
    url.endsWith('send-code/')
      ? { body: { target: 't***@example.org', resend_after: 60, expires_in: 300 } }
      : { body: { methods, targets: { email: 't***@example.org' } } };
  render(<ModalHost />);
});
afterEach(async () => {
  closeModal();
  cleanup();
  await server.close();
});

type Outcome = Result<string, ApiFailure>;

/** A call that takes the code 123456 and nothing else. */
function lockedCall(others: Partial<Record<string, Outcome>> = {}) {
  return vi.fn(async (confirmation: Confirmation | undefined): Promise<Outcome> => {
    if (confirmation === undefined) return asked;
    const code = 'code' in confirmation ? confirmation.code : '';
    return others[code] ?? (code === '123456' ? succeed('done') : wrong);
  });
}

async function enter(code: string, label = 'Six-digit code'): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(code);
  // Six digits send themselves.
  if (!/^\d{6}$/.test(code)) await userEvent.keyboard('{Enter}');
}

it('asks nothing when the server does not', async () => {
  const send = vi.fn(async () => succeed('done'));
  expect(await withConfirmation('email', send)).toEqual(succeed('done'));
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('makes the call again with the code that was entered, and closes', async () => {
  const send = lockedCall();
  const outcome = withConfirmation('email', send);
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy();
  expect(await screen.findByText('Enter a code to change your email.')).toBeTruthy();
  // The dialog takes the focus first, and gives it to the field once that is there.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code')));
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
  expect(send).toHaveBeenLastCalledWith({ method: 'totp', code: '123456' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says at the field that a code is wrong, and takes the right one afterwards', async () => {
  const outcome = withConfirmation('email', lockedCall());
  await enter('000000');
  expect(await screen.findByText('The code is wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Six-digit code').getAttribute('aria-invalid')).toBe('true');
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
});

it('says at the field that a code was used before, and waits for the next one', async () => {
  const used = fail(readRefusal(401, { code: 'two_factor_used', detail: 'This code was used already.' }));
  const outcome = withConfirmation('email', lockedCall({ '111111': used }));
  await enter('111111');
  expect(await screen.findByText('This code was used already.')).toBeTruthy();
  expect(screen.getByLabelText('Six-digit code').getAttribute('aria-invalid')).toBe('true');
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
});

it('stays open when nobody answers, so that the code is not lost', async () => {
  const outcome = withConfirmation('email', lockedCall({ '111111': fail(networkFailure) }));
  await enter('111111');
  expect(await screen.findByText(/^Network Error/)).toBeTruthy();
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
});

it('closes and gives back any other refusal', async () => {
  const refused = fail(readRefusal(400, { code: 'wrong_data', detail: 'Coins are left.' }));
  const outcome = withConfirmation('close_account', lockedCall({ '222222': refused }));
  await enter('222222');
  expect(await outcome).toEqual(refused);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is broken off by whoever leaves it', async () => {
  const outcome = withConfirmation('email', lockedCall());
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'aborted' } });
});

it('tells what the server has done although the dialog was closed meanwhile', async () => {
  let answer: (outcome: Outcome) => void = () => {};
  const slow = new Promise<Outcome>((resolve) => {
    answer = resolve;
  });
  const send = vi.fn((confirmation: Confirmation | undefined) =>
    confirmation === undefined ? Promise.resolve<Outcome>(asked) : slow,
  );
  const outcome = withConfirmation('email', send);
  await enter('123456');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  answer(succeed('done'));
  expect(await outcome).toEqual(succeed('done'));
});

it('sends a code by mail for this action when asked to, and says where it went', async () => {
  methods = ['email'];
  const outcome = withConfirmation('password', lockedCall());
  expect(await screen.findByText('We’ll send the code to t***@example.org.')).toBeTruthy();
  expect(server.count('send-code/')).toBe(0);
  // Nobody looks in a mailbox for what was never sent.
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByRole('button', { name: /^Resend in \d\d s$/ })).toBeTruthy();
  expect(server.seen.at(-1)?.body).toEqual({ action: 'password', method: 'email' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code')));
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
});

it('says after a refusal that the code which was sent still counts, and forgets it once it is spent', async () => {
  methods = ['email'];
  const refused = fail(readRefusal(400, { code: 'wrong_data', detail: 'Coins are left.' }));
  const first = withConfirmation('close_account', lockedCall({ '222222': refused }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await enter('222222');
  expect(await first).toEqual(refused);
  const second = withConfirmation('close_account', lockedCall());
  expect(await screen.findByRole('button', { name: /^Resend in \d\d s$/ })).toBeTruthy();
  await enter('123456');
  expect(await second).toEqual(succeed('done'));
  void withConfirmation('close_account', lockedCall());
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeTruthy();
});

it('offers the other ways of the account, the codes for emergencies last', async () => {
  const outcome = withConfirmation('email', lockedCall({ 'k7f2-9qxd': succeed('by backup') }));
  await screen.findByText('Try another way:');
  const ways = screen.getAllByRole('button').map((button) => button.textContent);
  expect(ways.slice(-2)).toEqual(['Email code', 'Backup code']);
  await userEvent.click(screen.getByRole('button', { name: 'Backup code' }));
  await enter('k7f2-9qxd', 'Backup code');
  expect(await outcome).toEqual(succeed('by backup'));
});

it('says so when its ways cannot be read, and tries again', async () => {
  const good = server.answer;
  server.answer = () => ({ status: 503, body: { code: 'service_unavailable', detail: 'Not now.' } });
  const outcome = withConfirmation('email', lockedCall());
  expect(await screen.findByText('Not now.')).toBeTruthy();
  server.answer = good;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await enter('123456');
  expect(await outcome).toEqual(succeed('done'));
});
