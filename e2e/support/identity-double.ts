import type { Page } from '@playwright/test';

/**
 * A test double for the identity module, which is not built yet: a session as it will be stored, and the answers that its
 * paths will give. Everything else is the real server.
 */
export async function logInWithDouble(page: Page, username = 'theo'): Promise<void> {
  const token = accessToken({ exp: Math.floor(Date.now() / 1000) + 3_600 });
  await page.addInitScript(
    ([access]) => {
      // A test may log out and reload: the session is laid down once.
      if (sessionStorage.getItem('double')) return;
      sessionStorage.setItem('double', 'laid');
      localStorage.setItem('token', access ?? '');
      localStorage.setItem('refresh_token', 'refresh');
      localStorage.setItem('email', 'theo@emporion.test');
    },
    [token],
  );
  await page.route('**/api/v1/profile/', (route) =>
    route.fulfill({
      json: { user: { username }, language: 'en', interface: null, kyc_status: 'no', auto_logout_timeout: 0 },
    }),
  );
  await page.route('**/api/v1/balance/', (route) => route.fulfill({ json: {} }));
}

/** Only the browser reads it, and only its expiry; no server would accept it. */
function accessToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.unsigned`;
}
