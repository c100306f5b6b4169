import { createHash, hash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { logIn } from './log-in.ts';
import { codeInMail, codesTo, linkInMail, type MailSource } from './outbox.ts';
import type { Person } from './person.ts';
import { authenticator } from './totp.ts';

interface Puzzle {
  readonly algorithm: string;
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly maxnumber: number;
}

function solved({ maxnumber, ...puzzle }: Puzzle): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (hash('sha256', `${puzzle.salt}${number}`) === puzzle.challenge) {
      return Buffer.from(JSON.stringify({ ...puzzle, number })).toString('base64');
    }
  }
  throw new Error('The puzzle has no solution.');
}

type Answer = Record<string, unknown>;

async function post(page: Page, path: string, data: object, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`/api/v1/${path}/`, { data, headers });
  expect(answer.ok(), path).toBe(true);
  return answer.json();
}

/** Opens an account through the API, for tests that begin where somebody has one. */
export async function openAccount(
  page: Page,
  { email }: Person,
  password: string,
  mail: Page | MailSource = page,
): Promise<void> {
  const { challenge } = await post(page, 'check_captcha', { action: 'registration', email });
  await post(page, 'auth/registration', {
    email,
    first_name: 'Ада',
    last_name: "O'Neill-Pérez",
    phone: phoneOf(email),
    country: 'ES',
    birthday: '1990-05-17',
    password,
    password_confirm: password,
    terms: true,
    privacy: true,
    captcha: solved(challenge as Puzzle),
  });
  const link = await linkInMail(mail, email, '/email-verify/');
  await post(page, 'auth/registration/verify-email', { token: link.split('/').at(-1), password });
}

/** Everybody has a number of their own: staff decide about nobody who shares theirs. */
function phoneOf(email: string): string {
  const digits = createHash('sha256').update(email).digest().readUInt32BE() % 1_000_000;
  return `+34600${String(digits).padStart(6, '0')}`;
}

/** Opens an account and lays its session down: the next page is its owner's. */
export async function openAccountAndLogIn(page: Page, person: Person, password: string): Promise<string> {
  await openAccount(page, person, password);
  return (await logIn(page, person.email, password)).access;
}

/** Turns the authenticator app on through the API. */
export async function turnOnTotp(
  page: Page,
  { email }: Person,
  token: string,
  mail: Page | MailSource = page,
) {
  const seen = await codesTo(mail, email);
  await post(page, 'security/confirmation/send-code', { action: 'factors', method: 'email' }, token);
  const confirmation = { method: 'email', code: await codeInMail(mail, email, seen) };
  const { secret } = await post(page, 'security/totp/begin', { confirmation }, token);
  const app = authenticator(String(secret));
  const { backup_codes: codes } = await post(page, 'security/totp/finish', { code: await app.code() }, token);
  return { ...app, backupCodes: codes as string[] };
}
