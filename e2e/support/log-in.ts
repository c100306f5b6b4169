import { expect, type Page } from '@playwright/test';

/** Printed at every start of the demo. */
export const demoPassword = 'Emporion-1';
export const trader = 'trader@emporion.test';

export interface Tokens {
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

/** Lays a session down as the application does, for whatever the page opens next. */
export async function layDown(page: Page, tokens: Tokens): Promise<void> {
  await page.addInitScript((session) => {
    // A frame in a sandbox has no storage.
    if (self.origin === 'null') return;
    // A test may log out and reload: the session is laid down once.
    if (sessionStorage.getItem('laid')) return;
    sessionStorage.setItem('laid', 'down');
    localStorage.setItem('token', session.access);
    localStorage.setItem('refresh_token', session.refresh);
    localStorage.setItem('email', session.email);
  }, tokens);
}
