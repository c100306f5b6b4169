import { expect, type Page } from '@playwright/test';
import { codeInMail } from './outbox.ts';

/** Printed at every start of the demo. */
export const demoPassword = 'Emporion-1';
export const trader = 'trader@emporion.test';

interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly email: string;
  readonly device: string;
}

/** Logs in at the real server and lays the session down as the application does. */
export async function logIn(page: Page, email = trader, password = demoPassword): Promise<Tokens> {
  const answer = await page.request.post('/api/v1/auth/login/', { data: { email, password } });
  expect(answer.ok(), `login of ${email}`).toBe(true);
  const tokens: Tokens = await answer.json();
  await layDown(page, tokens);
  return tokens;
}

async function layDown(page: Page, tokens: Tokens): Promise<void> {
  await page.addInitScript((session) => {
    // A test may log out and reload: the session is laid down once.
    if (sessionStorage.getItem('laid')) return;
    sessionStorage.setItem('laid', 'down');
    localStorage.setItem('token', session.access);
    localStorage.setItem('refresh_token', session.refresh);
    localStorage.setItem('email', session.email);
  }, tokens);
}

/** Logs somebody of the demo's staff in, with the code by mail that they are always asked for, and lays the session down. */
export async function logInAsStaff(page: Page, email: string): Promise<{ access: string; codes: string[] }> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/${path}/`, { data });
    expect(answer.ok(), path).toBe(true);
    return answer.json();
  };
  const { ticket } = await post('auth/login', { email, password: demoPassword });
  await post('auth/login/send-code', { ticket, method: 'email' });
  const code = await codeInMail(page, email);
  const tokens: Tokens = await post('check2falogin', { ticket, method: 'email', code });
  await layDown(page, tokens);
  return { access: tokens.access, codes: [code] };
}
