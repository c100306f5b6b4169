import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { session } from '#api/session.ts';
import { tokenFor } from '#api/testing/api-server.ts';
import { keepPending } from '../model/pending-registration.ts';
import { ForgotPage } from '../recovery/forgot-page.tsx';
import { ResetPage } from '../recovery/reset-page.tsx';
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
  writeInto,
} from '../testing/open-page.tsx';
import { EmailChangePage } from './email-change-page.tsx';
import { EmailVerifyPage } from './email-verify-page.tsx';
import { NotMePage } from './not-me-page.tsx';

beforeAll(prepareAuth);
afterEach(resetAuth);
afterAll(closeAuth);

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const badLink = refusal(401, 'invalid_token', 'This link is not valid.');

describe('the link that verifies an address', () => {
  const open = () =>
    openPage({ path: '/email-verify/:token', Component: EmailVerifyPage }, '/email-verify/t1');

  const press = async (password = 'Zinc-orbit-58'): Promise<void> => {
    await screen.findByLabelText('Password');
    await writeInto('Password', password);
    await userEvent.click(screen.getByRole('button', { name: 'Open my account' }));
  };

  it('asks for the password, opens the account with it and logs in', async () => {
    answerWith({
      check_captcha: noCaptcha,
      'auth/registration/verify-email': { body: { email: 'ada@example.org' } },
      'auth/login': signedIn(),
    });
    open();
    await heading('Verify your email');
    expect(sentTo('auth/registration/verify-email')).toEqual([]);
    await press();
    const title = await heading('Your account is ready');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.getByText('ada@example.org is verified and you’re logged in.')).toBeTruthy();
    expect(sentTo('auth/registration/verify-email')).toEqual([{ token: 't1', password: 'Zinc-orbit-58' }]);
    expect(session.isLoggedIn()).toBe(true);
    expect(screen.getByRole('link', { name: 'Start trading' }).getAttribute('href')).toBe('/login');
    // A new account has nothing to trade with yet.
    expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('/wallet/deposit/USDT');
    expect(screen.getByRole('link', { name: 'Buy with card' }).getAttribute('href')).toBe(
      '/quick-swap?tab=card',
    );
  });

  it('leads to the login when that asks for more', async () => {
    answerWith({
      check_captcha: noCaptcha,
      'auth/registration/verify-email': { body: { email: 'ada@example.org' } },
      'auth/login': refusal(429, 'too_many_login_attempts', 'Later.'),
    });
    open();
    await press();
    await heading('Your account is ready');
    expect(screen.getByText('ada@example.org is verified. You can log in now.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it.each([
    ['invalid_token', 401, 'This link doesn’t work', 'Sign up again to get a new email'],
    ['email_already_verified', 409, 'Your account is ready', 'Log in'],
  ])('asks for no password when the check answers %s', async (code, status, title, link) => {
    answerWith({ 'auth/registration/verify-email/check': refusal(status, code, 'Spent.') });
    open();
    await heading(title);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('link', { name: link })).toBeTruthy();
    expect(sentTo('auth/registration/verify-email/check')).toEqual([{ token: 't1' }]);
  });

  it('says that the registration was replaced, and how to sign up again', async () => {
    answerWith({
      'auth/registration/verify-email': refusal(409, 'registration_replaced', 'Sign up again.'),
    });
    open();
    await press();
    expect((await screen.findByText('Sign up again.')).closest('[role="alert"]')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
  });

  it('says that another password was chosen', async () => {
    answerWith({ 'auth/registration/verify-email': refusal(401, 'invalid_credentials', 'Wrong.') });
    open();
    await press();
    expect(
      await screen.findByText('Wrong password. Enter the one you chose when you signed up.'),
    ).toBeTruthy();
  });

  it('can be tried again when nobody answered', async () => {
    answerWith({ 'auth/registration/verify-email': { cut: true } });
    open();
    await press();
    expect(await screen.findByText(/^Network Error/)).toBeTruthy();
    answerWith({ 'auth/registration/verify-email': { body: { email: 'ada@example.org' } } });
    await userEvent.click(screen.getByRole('button', { name: 'Open my account' }));
    await heading('Your account is ready');
  });

  it('says that it is of no use any more, and where another one comes from', async () => {
    answerWith({ 'auth/registration/verify-email': badLink });
    open();
    await press();
    await heading('This link doesn’t work');
    expect(screen.getByText('It has expired or was already used.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Sign up again to get a new email' });
    expect(link.getAttribute('href')).toBe('/register');
  });

  it('leads back to the registration that waits in this tab', async () => {
    keepPending({ ticket: 'ticket-1', email: 'ada@example.org', resend_after: 0, mail_sent: true });
    answerWith({ 'auth/registration/verify-email': badLink });
    open();
    await press();
    await heading('This link doesn’t work');
    const link = screen.getByRole('link', { name: 'Resend email' });
    expect(link.getAttribute('href')).toBe('/confirm-register');
  });

  it('is no failure when it is followed a second time', async () => {
    answerWith({
      'auth/registration/verify-email': refusal(409, 'email_already_verified', 'Already verified.'),
    });
    open();
    await press();
    await heading('Your account is ready');
    expect(screen.getByText('Already verified.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });
});

describe('the links that change an account', () => {
  beforeEach(() => session.save({ token: tokenFor(300), refreshToken: 'r' }));

  it('end the sessions of a stranger only when pressed', async () => {
    const body = { payouts_frozen_until: '2030-01-02T10:00:00Z', factors_removed: ['totp', 'passkey'] };
    answerWith({ 'auth/not-me': { body } });
    openPage({ path: '/not-me/:token', Component: NotMePage }, '/not-me/t1');
    await heading('Wasn’t this you?');
    expect(sentTo('auth/not-me')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Secure my account' }));
    await heading('Your account is secured');
    expect(sentTo('auth/not-me')).toEqual([{ token: 't1' }]);
    await waitFor(() => expect(session.isLoggedIn()).toBe(false));
    expect(screen.getByText(/removed.*authenticator app and passkeys/)).toBeTruthy();
    expect(screen.getByText(/withdrawals are paused until .*2030/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe('/forgot');
  });

  it('change the e-mail only when pressed', async () => {
    answerWith({ 'settings/email/confirm': { body: { email: 'ada@work.example' } } });
    openPage({ path: '/email-change/:token', Component: EmailChangePage }, '/email-change/t1');
    expect(sentTo('settings/email/confirm')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
    await heading('Email changed');
    expect(screen.getByText(/Log in with ada@work.example/)).toBeTruthy();
    await waitFor(() => expect(session.isLoggedIn()).toBe(false));
  });

  it('lead to the login before the e-mail is changed', async () => {
    session.clear();
    openPage({ path: '/email-change/:token', Component: EmailChangePage }, '/email-change/t1');
    const link = await screen.findByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe('/login?redirectFrom=%2Femail-change%2Ft1');
    expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull();
  });

  it('keep the session when they are refused', async () => {
    answerWith({ 'auth/not-me': badLink });
    openPage({ path: '/not-me/:token', Component: NotMePage }, '/not-me/t1');
    await userEvent.click(screen.getByRole('button', { name: 'Secure my account' }));
    await heading('This link doesn’t work');
    expect(session.isLoggedIn()).toBe(true);
  });
});

describe('a forgotten password', () => {
  it('is answered alike whether or not there is an account', async () => {
    answerWith({ check_captcha: noCaptcha, 'auth/password/reset': { body: {} } });
    openPage({ path: '/forgot', Component: ForgotPage }, '/forgot');
    await userEvent.type(screen.getByLabelText('Email'), 'nobody@example.org{Enter}');
    await heading('Check your inbox');
    expect(screen.getByText(/If nobody@example.org has an account/)).toBeTruthy();
    expect(sentTo('auth/password/reset')).toEqual([{ email: 'nobody@example.org' }]);
  });

  const spent = refusal(422, 'reset_token_invalid', 'This reset link is invalid.');
  const openReset = async (check: typeof spent = { body: {} }): Promise<void> => {
    answerWith({ 'auth/password/reset/check': check });
    openPage({ path: '/reset-password/:uid/:token', Component: ResetPage }, '/reset-password/u1/t1');
    if (check !== spent) await screen.findByLabelText('New password');
  };
  const choose = async (password: string, repeated = password): Promise<void> => {
    await writeInto('New password', password);
    await writeInto('Repeat password', repeated);
    await userEvent.keyboard('{Enter}');
  };

  it('is replaced by another, which ends this browser’s session and tells of the frozen payouts', async () => {
    session.save({ token: 't', refreshToken: 'r' });
    answerWith({
      'auth/password/reset/confirm': {
        body: { payouts_frozen_until: '2030-01-02T10:00:00Z', device: 'device-2' },
      },
    });
    await openReset();
    await choose('Zinc-orbit-58');
    await heading('Password changed');
    expect(screen.getByText(/withdrawals are paused until .*2030/)).toBeTruthy();
    await waitFor(() => expect(session.isLoggedIn()).toBe(false));
    expect(sentTo('auth/password/reset/confirm')).toEqual([
      { uid: 'u1', token: 't1', new_password: 'Zinc-orbit-58', new_password_confirm: 'Zinc-orbit-58' },
    ]);
  });

  it('is not replaced by one that was typed differently the second time', async () => {
    await openReset();
    await choose('Zinc-orbit-58', 'Zinc-orbit-59');
    expect(await screen.findByText('The passwords don’t match. Enter the same password twice.')).toBeTruthy();
    expect(sentTo('auth/password/reset/confirm')).toEqual([]);
  });

  it('asks for no password when the link is spent already', async () => {
    await openReset(spent);
    await heading('This link doesn’t work');
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(sentTo('auth/password/reset/check')).toEqual([{ uid: 'u1', token: 't1' }]);
  });

  it('can still be replaced when the link could not be looked at', async () => {
    await openReset(refusal(503, 'service_unavailable', 'Try again.'));
    expect(screen.getByLabelText('New password')).toBeTruthy();
  });

  it('needs another link when this one is spent meanwhile', async () => {
    answerWith({ 'auth/password/reset/confirm': spent });
    await openReset();
    await choose('Zinc-orbit-58');
    await heading('This link doesn’t work');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe('/forgot'),
    );
  });
});
