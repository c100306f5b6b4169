import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, openPage } from '#testing/open-page.tsx';

const token = 'x'.repeat(43);

afterEach(() => {
  closePage();
  window.location.hash = '';
});

/** What is typed is no part of the test, so it comes in one piece. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function fillIn(): Promise<void> {
  write(await screen.findByLabelText('Email'), 'ann@example.test');
  write(screen.getByLabelText('Password'), 'Harbour-Lamp-42');
  write(screen.getByLabelText('First name'), 'Ann');
  write(screen.getByLabelText('Last name'), 'First');
  await userEvent.click(screen.getByRole('combobox', { name: 'Country' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Portugal' }));
  write(screen.getByRole('textbox', { name: 'Day' }), '1');
  write(screen.getByRole('combobox', { name: 'Month' }), '1');
  write(screen.getByRole('textbox', { name: 'Year' }), '1980');
}

it('makes the first administrator without a login, with the token of the address in bodies alone', async () => {
  window.location.hash = token;
  const { calls } = await openPage('/setup', ({ path }) => {
    if (path === 'countries') return { body: { countries: [{ code: 'PT', name: 'Portugal' }] } };
    if (path === 'setup/administrator')
      return { body: { method: 'totp', secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } };
    return { body: { email: 'ann@example.test', backup_codes: ['AAAA-BBBB', 'CCCC-DDDD'] } };
  });
  await fillIn();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getByTestId('totp-secret').textContent).toBe('ABCD EFGH');
  write(screen.getByLabelText('Code'), '123456');
  expect(await screen.findByText('CCCC-DDDD')).toBeTruthy();
  expect(window.location.hash).toBe('');
  expect(calls.find(({ path }) => path === 'setup/administrator')?.body).toMatchObject({
    ...{ token, email: 'ann@example.test', country: 'PT', birthday: '1980-01-01', method: 'totp' },
  });
  expect(calls.find(({ path }) => path === 'setup/administrator/finish')?.body).toEqual({
    token,
    proof: { method: 'totp', code: '123456' },
  });
  expect(calls.some(({ path }) => path === 'admin/me')).toBe(false);
});

it('says what to do when the link lost its end', async () => {
  await openPage('/setup', () => undefined);
  expect(await screen.findByText('emporion admin create')).toBeTruthy();
});

it.each([
  ['invalid_token', /isn’t valid any more/],
  ['administrator_exists', /There is an administrator already/],
])(
  'says when it is opened, and before anything is filled in, that the link counts no more: %s',
  async (code, words) => {
    window.location.hash = token;
    await openPage('/setup', ({ path }) =>
      path === 'setup/administrator/check' ? { status: 409, body: { code, detail: code } } : undefined,
    );
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
  },
);

it('recovers access with the link that the command printed, and sends no address that was not entered', async () => {
  window.location.hash = token;
  const { calls } = await openPage('/recover', ({ path }) => {
    if (path === 'setup/recovery/check') return { body: { username: 'ann' } };
    if (path === 'setup/recovery')
      return { body: { method: 'totp', secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } };
    return { body: { email: 'ann@example.test', backup_codes: ['AAAA-BBBB', 'CCCC-DDDD'] } };
  });
  expect(await screen.findByRole('heading', { name: 'Recover access for ann' })).toBeTruthy();
  write(screen.getByLabelText('New password'), 'Harbour-Lamp-42');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  write(await screen.findByLabelText('Code'), '123456');
  expect(await screen.findByText('CCCC-DDDD')).toBeTruthy();
  expect(window.location.hash).toBe('');
  expect(calls.find(({ path }) => path === 'setup/recovery')?.body).toEqual({
    ...{ token, password: 'Harbour-Lamp-42', method: 'totp' },
  });
  expect(calls.some(({ path }) => path === 'admin/me')).toBe(false);
});

it('names the command when a recovery link is used up', async () => {
  window.location.hash = token;
  await openPage('/recover', () => ({ status: 401, body: { code: 'invalid_token', detail: 'invalid' } }));
  expect(await screen.findByText('emporion admin recover NAME')).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
});
