import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkRegistration, emptyRegistration } from '../model/check-registration.ts';
import { keepPending, readPending } from '../model/pending-registration.ts';
import {
  answerWith,
  closeAuth,
  noCaptcha,
  openPage,
  prepareAuth,
  refusal,
  resetAuth,
  sentTo,
  writeInto,
} from '../testing/open-page.tsx';
import { ConfirmRegisterPage } from './confirm-register-page.tsx';
import { RegisterPage } from './register-page.tsx';

beforeAll(prepareAuth);
afterEach(resetAuth);
afterAll(closeAuth);

const right = {
  ...emptyRegistration,
  first_name: 'Ada',
  last_name: 'Okonkwo',
  email: 'ada@example.org',
  phone: '+34 600 123 456',
  country: 'PT',
  birthday: '1990-05-17',
  password: 'Zinc-orbit-58',
  password_confirm: 'Zinc-orbit-58',
  terms: true,
  privacy: true,
};
const today = new Date('2026-03-01T12:00:00Z');

describe('a registration', () => {
  it('is right when every field is', () => {
    expect(checkRegistration(right, today)).toEqual({});
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'field_required'],
    [{ email: 'ada@' }, 'email', 'email_invalid'],
    [{ phone: '600 123' }, 'phone', 'phone_invalid'],
    [{ country: '' }, 'country', 'field_required'],
    [{ birthday: '' }, 'birthday', 'field_required'],
    [{ birthday: '2008-03-02' }, 'birthday', 'age_too_low'],
    [{ birthday: '1880-03-02' }, 'birthday', 'birthday_invalid'],
    [{ birthday: '1990-02-31' }, 'birthday', 'birthday_invalid'],
    [{ birthday: '1990-05-00' }, 'birthday', 'birthday_invalid'],
    [{ password: 'Zinc-58', password_confirm: 'Zinc-58' }, 'password', 'password_too_short'],
    [
      { password: 'zinc-orbit-58', password_confirm: 'zinc-orbit-58' },
      'password',
      'password_needs_uppercase',
    ],
    [{ password_confirm: 'another' }, 'password_confirm', 'passwords_do_not_match'],
    [{ terms: false }, 'terms', 'terms_not_accepted'],
    [{ privacy: false }, 'privacy', 'privacy_not_accepted'],
  ])('with %o says at %s: %s', (wrong, field, code) => {
    expect(checkRegistration({ ...right, ...wrong }, today)).toMatchObject({ [field]: { code } });
  });

  it('counts a birthday from the day itself', () => {
    expect(checkRegistration({ ...right, birthday: '2008-03-01' }, today)).toEqual({});
  });

  it('tells that the passwords differ although other fields are still empty', () => {
    const begun = { ...emptyRegistration, password: 'Zinc-orbit-58', password_confirm: 'Zinc' };
    expect(checkRegistration(begun, today).password_confirm?.code).toBe('passwords_do_not_match');
  });
});

const countries = { body: { countries: [{ code: 'PT', name: 'Portugal' }] } };
const pending = { ticket: 'ticket-1', email: 'ada@example.org', resend_after: 0, mail_sent: true };
const openRegister = (address = '/register') =>
  openPage({ path: '/register/:refcode?', Component: RegisterPage }, address);

async function fillIn(): Promise<void> {
  for (const [label, text] of [
    ['First name', right.first_name],
    ['Last name', right.last_name],
    ['Email', right.email],
    ['Phone number', right.phone],
    ['Password', right.password],
    ['Repeat password', right.password],
  ] as const) {
    await writeInto(label, text);
  }
  await writeInto('Day', '17');
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'May');
  await writeInto('Year', '1990');
  await userEvent.click(screen.getByLabelText('Country'));
  await userEvent.click(await screen.findByRole('option', { name: 'Portugal' }));
  await userEvent.click(screen.getByLabelText('I accept the terms of use'));
  await userEvent.click(screen.getByLabelText('I accept the privacy policy'));
}

it('registers with the code of the address, and goes on to the mail', async () => {
  answerWith({
    countries,
    check_captcha: noCaptcha,
    check_invite: { body: { valid: true } },
    'auth/registration': { body: pending },
  });
  const { address } = openRegister('/register/FRIEND7');
  expect(await screen.findByText(/code FRIEND7 applied/)).toBeTruthy();
  await fillIn();
  await userEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  await waitFor(() => expect(address()).toBe('/confirm-register'));
  const { first_name, country, newsletter } = right;
  expect(sentTo('auth/registration')).toMatchObject([
    {
      first_name,
      country,
      newsletter,
      birthday: right.birthday,
      terms: true,
      privacy: true,
      referral_code: 'FRIEND7',
    },
  ]);
  expect(readPending()).toMatchObject({ ticket: 'ticket-1', email: 'ada@example.org' });
});

it('says a sentence that stands at its field nowhere else', async () => {
  const weak = 'This password is easy to guess.';
  answerWith({
    countries,
    check_captcha: noCaptcha,
    'auth/registration': refusal(422, 'weak_password', weak, { password: weak }),
  });
  openRegister();
  await fillIn();
  await userEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  expect(await screen.findAllByText(weak)).toHaveLength(1);
});

it('leaves an invitation out that does not exist, and shows what the server refuses at its field', async () => {
  answerWith({
    countries,
    check_captcha: noCaptcha,
    check_invite: { body: { valid: false } },
    'auth/registration': refusal(422, 'unprocessable_entity', 'Correct the marked fields.', {
      password: 'This password is known from a data breach.',
    }),
  });
  openRegister('/register/NOBODY');
  expect(await screen.findByText(/NOBODY isn’t valid/)).toBeTruthy();
  await fillIn();
  await userEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  expect(await screen.findByText('This password is known from a data breach.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  expect(sentTo('auth/registration')[0]).not.toHaveProperty('referral_code');
});

it('can be asked for the countries again when they did not come', async () => {
  openRegister();
  expect(await screen.findByText('Couldn’t load the list of countries.')).toBeTruthy();
  answerWith({ countries });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Couldn’t load the list of countries.')).toBeNull());
  await userEvent.click(screen.getByLabelText('Country'));
  expect(await screen.findByRole('option', { name: 'Portugal' })).toBeTruthy();
});

describe('the page that waits for the mail', () => {
  const open = () =>
    openPage({ path: '/confirm-register', Component: ConfirmRegisterPage }, '/confirm-register');

  it('sends it again and says so', async () => {
    keepPending(pending);
    answerWith({ 'auth/registration/resend': { body: { ...pending, resend_after: 60 } } });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Email sent again.')).toBeTruthy();
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: /Resend in/ });
    expect(again.disabled).toBe(true);
    expect(sentTo('auth/registration/resend')).toEqual([{ ticket: 'ticket-1' }]);
  });

  it('sends it to another address', async () => {
    keepPending(pending);
    answerWith({ 'auth/registration/change-email': { body: { ...pending, email: 'ada@work.example' } } });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    const field = screen.getByLabelText('New email');
    await userEvent.clear(field);
    await userEvent.type(field, 'ada@work.example{Enter}');
    expect(await screen.findByText(/We sent an email to ada@work.example/)).toBeTruthy();
    await waitFor(() => expect(readPending()?.email).toBe('ada@work.example'));
  });

  it('says that any mail in the inbox works while no mail can be sent', async () => {
    keepPending({ ...pending, mail_sent: false });
    open();
    expect(screen.getByText(/^We’ve already sent several emails to ada@example.org/)).toBeTruthy();
    expect(screen.queryByText(/^We sent an email/)).toBeNull();
    const resting = refusal(429, 'too_many_verification_attempts', 'Too many attempts.');
    answerWith({ 'auth/registration/resend': resting });
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Open the link in any of our emails/);
  });

  it('sends nothing to half an address, and to no other in its place', async () => {
    keepPending(pending);
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    const field = screen.getByLabelText<HTMLInputElement>('New email');
    await userEvent.clear(field);
    await userEvent.type(field, 'ada@');
    await userEvent.click(screen.getByRole('button', { name: 'Send to this address' }));
    expect(await screen.findByText('Enter a valid email.')).toBeTruthy();
    expect(field.value).toBe('ada@');
    expect(sentTo('auth/registration/change-email')).toEqual([]);
  });

  it.each([
    ['sent again', 'Resend', 'auth/registration/resend'],
    ['sent elsewhere', 'Change email', 'auth/registration/change-email'],
  ])('says that the registration is over when its mail cannot be %s', async (_, button, endpoint) => {
    keepPending(pending);
    answerWith({ [endpoint]: refusal(401, 'invalid_token', 'Not valid.') });
    open();
    await userEvent.click(screen.getByRole('button', { name: button }));
    const send = screen.queryByRole('button', { name: 'Send to this address' });
    if (send !== null) await userEvent.click(send);
    expect(await screen.findByText(/is no longer pending/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await waitFor(() => expect(readPending()).toBeNull());
  });

  it('leads to registration when nothing is waiting', () => {
    open();
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
  });
});
