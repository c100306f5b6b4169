import { type Browser, expect, type Page } from '@playwright/test';
import { apiOf } from './api.ts';
import { demoPassword } from './log-in.ts';
import { codeInMail, codesTo } from './outbox.ts';

/** A browser of its own with somebody of the staff, who logged in with the code by mail that staff need. */
export async function openAsStaff(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const visitor = apiOf(page);
  let session: Record<string, unknown> = {};
  // Somebody else may have taken the code of this minute.
  await expect(async () => {
    const { ticket, device } = await visitor.post('auth/login', { email, password: demoPassword });
    const seen = await codesTo(page, email);
    await visitor.post('auth/login/send-code', { ticket, method: 'email' });
    const code = await codeInMail(page, email, seen);
    session = await visitor.post('check2falogin', { ticket, method: 'email', code, device });
  }).toPass({ intervals: [15_000], timeout: 150_000 });
  const kept = { token: String(session.access), refresh_token: String(session.refresh), email };
  await page.addInitScript((laid) => {
    for (const [name, value] of Object.entries(laid)) localStorage.setItem(name, value);
  }, kept);
  await page.goto(path);
  return page;
}
