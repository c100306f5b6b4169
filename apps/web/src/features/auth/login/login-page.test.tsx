import { createHash } from 'node:crypto';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { rememberSessionEnd } from '#api/session-end.ts';
import { keepPending } from '../model/pending-registration.ts';
import {
  answerWith,
  closeAuth,
  noCaptcha,
  openPage,
  prepareAuth,
  refusal,
  resetAuth,
  sentTo,
  signedIn,
} from '../testing/open-page.tsx';
import { LoginPage } from './login-page.tsx';

beforeAll(prepareAuth);
afterEach(resetAuth);
afterAll(closeAuth);

const open = () => openPage({ path: '/login', Component: LoginPage }, '/login');
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

async function enter(secret = 'Emporion-1'): Promise<void> {
  await userEvent.clear(email());
  await userEvent.paste('theo@example.org');
  await userEvent.clear(password());
  await userEvent.paste(secret);
  await userEvent.keyboard('{Enter}');
}

const secondStep = (methods: string[]) => ({
  body: {
    status: 'second_step',
    ticket: 'ticket-1',
    methods,
    targets: { email: 't***@example.org', sms: '***456' },
  },
});

it('helps the browser to fill it in, and hides the password', () => {
  open();
  expect(email().autocomplete).toBe('username webauthn');
  expect(password().autocomplete).toBe('current-password');
  expect(password().type).toBe('password');
});

it('leads by Tab from the e-mail to the password, and to the forgotten one after it', async () => {
  open();
  const forgot = screen.getByRole('link', { name: 'Forgot password?' });
  await userEvent.click(email());
  await userEvent.tab();
  expect(document.activeElement).toBe(password());
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(forgot);
});

it('sends nothing before both fields are right', async () => {
  open();
  await userEvent.type(email(), 'theo');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Enter a valid email.')).toBeTruthy();
  expect(screen.getByText('Fill in this field.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(sentTo('auth/login')).toEqual([]);
});

it('keeps the session and the device, and tells the device the next time', async () => {
  answerWith({ check_captcha: noCaptcha, 'auth/login': signedIn() });
  open();
  await enter();
  await waitFor(() => expect(session.isLoggedIn()).toBe(true));
  expect(session.read()).toMatchObject({ refreshToken: 'refresh-1', email: 'theo@example.org' });
  // While the form still waits, it takes no second press.
  const button = screen.getByRole('button', { name: 'Log in' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await enter();
  await waitFor(() => expect(sentTo('auth/login')).toHaveLength(2));
  expect(sentTo('auth/login')).toEqual([
    { email: 'theo@example.org', password: 'Emporion-1' },
    { email: 'theo@example.org', password: 'Emporion-1', device: 'device-1' },
  ]);
});

it.each([
  ['the server’s words', refusal(401, 'invalid_credentials', 'Wrong e-mail or password.'), 'Wrong e-mail or'],
  ['that the account is locked', refusal(403, 'account_locked', 'This account is locked.'), 'is locked'],
  ['that there is no connection', { cut: true }, 'Can’t reach the server.'],
])('says %s when it is refused', async (_, reply, sentence) => {
  answerWith({ check_captcha: noCaptcha, 'auth/login': reply });
  open();
  await enter();
  await waitFor(() =>
    expect(screen.getAllByRole('alert').some(({ textContent }) => textContent?.includes(sentence))).toBe(
      true,
    ),
  );
  expect(session.isLoggedIn()).toBe(false);
  expect(password().value).toBe('Emporion-1');
});

it.each([
  [
    'has the mail sent again where the registration waits',
    'theo@example.org',
    'Resend email',
    '/confirm-register',
  ],
  ['registers anew elsewhere', 'ada@example.org', 'Sign up again to get a new email', '/register'],
])('whoever is not verified yet %s', async (_, waiting, name, target) => {
  keepPending({ ticket: 'ticket-1', email: waiting, resend_after: 0, mail_sent: true });
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': refusal(403, 'email_not_verified', 'Not verified yet.'),
  });
  open();
  await enter();
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(target);
});

it('retries by itself while too many log in, says so in the button, and keeps the focus', async () => {
  const busy = {
    ...refusal(429, 'too_many_login_attempts', 'Too many.'),
    headers: { 'retry-after': '0' },
  };
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let letIn = () => {};
  const isLetIn = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  let tries = 0;
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': async () => {
      tries += 1;
      if (tries < 3) return busy;
      await isLetIn;
      return signedIn();
    },
  });
  open();
  await enter();
  const retrying = await screen.findByRole('button', { name: 'High demand. Retrying…' });
  expect(retrying.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(tries).toBe(3));
  expect(screen.getByText(/^Many people are logging in right now/).getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(password());
  await userEvent.click(retrying);
  letIn();
  await waitFor(() => expect(session.isLoggedIn()).toBe(true));
  expect(tries).toBe(3);
  vi.restoreAllMocks();
});

it('says that it gave up when there was no room for half a minute', async () => {
  const busy = {
    ...refusal(429, 'too_many_login_attempts', 'Too many.'),
    headers: { 'retry-after': '5' },
  };
  const clock = vi.spyOn(Date, 'now');
  const begun = Date.now();
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': () => {
      clock.mockReturnValue(begun + 29_000);
      return busy;
    },
  });
  open();
  await enter();
  expect(await screen.findByText(/^Logins are very busy/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-disabled')).not.toBe('true');
  expect(sentTo('auth/login')).toHaveLength(1);
  vi.restoreAllMocks();
});

it('solves the puzzle that is asked for, and another one when the first is not taken', async () => {
  let asked = 0;
  answerWith({
    check_captcha: () => {
      asked += 1;
      const salt = `salt${asked}?expires=1&`;
      const challenge = createHash('sha256').update(`${salt}1500`).digest('hex');
      const puzzle = { algorithm: 'SHA-256', challenge, maxnumber: 3_000, salt, signature: 'g' };
      return { body: { required: asked === 1, challenge: puzzle } };
    },
    'auth/login': () => (asked === 1 ? refusal(400, 'wrong_captcha', 'Not solved.') : signedIn()),
  });
  open();
  await enter();
  await waitFor(() => expect(session.isLoggedIn()).toBe(true));
  const solved = sentTo('auth/login').map((body) => JSON.parse(atob((body as { captcha: string }).captcha)));
  expect(solved).toMatchObject([
    { number: 1_500, salt: 'salt1?expires=1&' },
    { number: 1_500, salt: 'salt2?expires=1&' },
  ]);
});

it('asks for the code of the authenticator app first, and takes a backup code instead', async () => {
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': secondStep(['email', 'backup', 'totp']),
    checkgooglecode: refusal(401, 'two_factor_invalid', 'The code is wrong.'),
    check2falogin: signedIn(),
  });
  open();
  await enter();
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123 456');
  expect(await screen.findByText('The code is wrong.')).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Six-digit code', description: 'The code is wrong.' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(sentTo('checkgooglecode')).toEqual([{ ticket: 'ticket-1', code: '123456' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Backup code' }));
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByText(/from your authenticator app/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Backup code')));
  await userEvent.type(screen.getByLabelText('Backup code'), 'k7f2-9qxd{Enter}');
  await waitFor(() => expect(session.isLoggedIn()).toBe(true));
  expect(sentTo('check2falogin')).toEqual([{ ticket: 'ticket-1', method: 'backup', code: 'k7f2-9qxd' }]);
});

it('sends the code by mail when asked to, and says where it went', async () => {
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': secondStep(['email']),
    'auth/login/send-code': { body: { target: 't***@example.org', resend_after: 60, expires_in: 300 } },
    check2falogin: signedIn(),
  });
  open();
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Send code to t***@example.org' }));
  expect(await screen.findByText('Code sent to t***@example.org.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code')));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Resend in/ }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Six-digit code'), '654321');
  await waitFor(() => expect(session.isLoggedIn()).toBe(true));
});

it('says why a device that is not known needs a code, and that no mail can be sent', async () => {
  const held = secondStep(['email']);
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': { body: { ...held.body, reason: 'device_not_recognized' } },
    'auth/login/send-code': refusal(503, 'email_service_error', 'We can’t send emails right now.'),
  });
  open();
  await enter();
  expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toBeTruthy();
  expect(screen.getByText(/^We don’t recognise this device/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send code to t***@example.org' }));
  expect(await screen.findByText('We can’t send emails right now.')).toBeTruthy();
});

it('says above the form what is not about the code', async () => {
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': secondStep(['totp']),
    checkgooglecode: refusal(403, 'account_disabled', 'This account is disabled.'),
  });
  open();
  await enter();
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456');
  expect((await screen.findByText('This account is disabled.')).closest('[role="alert"]')).toBeTruthy();
  expect(screen.getByLabelText('Six-digit code').getAttribute('aria-invalid')).toBeNull();
});

it('goes back to the password, with the address kept, when the second step took too long', async () => {
  answerWith({
    check_captcha: noCaptcha,
    'auth/login': secondStep(['totp']),
    checkgooglecode: refusal(401, 'invalid_token', 'Gone.'),
  });
  open();
  await enter();
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456');
  expect(await screen.findByText(/Enter your password again/)).toBeTruthy();
  expect(email().value).toBe('theo@example.org');
  expect(password().value).toBe('');
});

it('says no more why the last session ended once a login is tried', async () => {
  rememberSessionEnd('Another session closed this one.');
  answerWith({ check_captcha: noCaptcha, 'auth/login': refusal(401, 'invalid_credentials', 'Wrong.') });
  open();
  await enter();
  expect(await screen.findByText('Wrong.')).toBeTruthy();
  expect(screen.queryByText('Another session closed this one.')).toBeNull();
});

it('says that a password is too short before it is sent', async () => {
  open();
  await enter('Short-1');
  expect(await screen.findByText(/too short. Use at least 8 characters/)).toBeTruthy();
  expect(sentTo('auth/login')).toEqual([]);
});

it('says why the last session ended, until somebody has logged in', async () => {
  rememberSessionEnd('Another session closed this one.');
  open();
  expect(screen.getByText('Another session closed this one.')).toBeTruthy();
  act(() => session.save({ token: 't', refreshToken: 'r' }));
  expect(screen.queryByText('Another session closed this one.')).toBeNull();
});

describe('a passkey that the browser offers where it fills in the e-mail', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('logs its owner in, and is asked for once somebody is here', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => {}, { isConditionalMediationAvailable: async () => true }),
    );
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    vi.stubGlobal('navigator', {
      ...navigator,
      credentials: {
        get: async ({ mediation }: { mediation: string }) => {
          asked.push(mediation);
          const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
          return {
            id: 'AQID',
            rawId: bytes,
            type: 'public-key',
            response,
            getClientExtensionResults: () => ({}),
          };
        },
      },
    });
    answerWith({
      'auth/passkey/options': { body: { challenge: 'question-1', options: { challenge: 'AQID' } } },
      'auth/passkey': signedIn(),
    });
    open();
    expect(sentTo('auth/passkey/options')).toEqual([]);
    await userEvent.click(email());
    await waitFor(() => expect(session.isLoggedIn()).toBe(true));
    expect(asked).toEqual(['conditional']);
    expect(sentTo('auth/passkey')).toMatchObject([{ challenge: 'question-1', answer: { id: 'AQID' } }]);
  });

  it('is not asked for where the browser cannot', async () => {
    vi.stubGlobal('PublicKeyCredential', () => {});
    open();
    await userEvent.click(email());
    await userEvent.keyboard('t');
    expect(sentTo('auth/passkey/options')).toEqual([]);
  });
});
