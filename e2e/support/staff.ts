import type { Browser, Page } from '@playwright/test';
import { apiOf, codeOf, confirmed } from './api.ts';
import { demoPassword, layDown, type Tokens } from './log-in.ts';
import { inTurn } from './staff-turn.ts';

interface StaffPage {
  readonly email: string;
  readonly path: string;
}

/** Logs somebody of the demo's staff in, with the code by mail that they are always asked for, and lays the session down. */
export async function logInAsStaff(page: Page, email: string): Promise<Tokens> {
  const tokens = await proved(page, email);
  await layDown(page, tokens);
  return tokens;
}

async function proved(page: Page, email: string): Promise<Tokens> {
  const visitor = apiOf(page);
  const { ticket, device } = await visitor.post('auth/login', { email, password: demoPassword });
  const send = () => visitor.post('auth/login/send-code', { ticket, method: 'email' });
  const code = await codeOf(page, email, send);
  const session = await visitor.post('check2falogin', { ticket, method: 'email', code, device });
  return session as unknown as Tokens;
}

/** Works as somebody of the staff in a browser of its own. */
export function asStaff<Result>(
  browser: Browser,
  { email, path }: StaffPage,
  work: (desk: Page) => Promise<Result>,
): Promise<Result> {
  return inTurn(email, async () => {
    const context = await browser.newContext({ locale: 'en-US' });
    try {
      const desk = await context.newPage();
      await logInAsStaff(desk, email);
      await desk.goto(path);
      return await work(desk);
    } finally {
      await context.close();
    }
  });
}

/** Decides something as somebody of the staff, beside what the browser does. */
export function decideAsStaff(
  page: Page,
  email: 'operator@emporion.test' | 'admin@emporion.test',
  { path, ...body }: { path: string } & Record<string, unknown>,
): Promise<void> {
  return inTurn(email, async () => {
    const { access } = await proved(page, email);
    const api = apiOf(page, access);
    const confirmation = await confirmed(page, { email, api }, { action: 'back_office' });
    await api.post(path, { reason: 'Looked at by a person', confirmation, ...body });
  });
}
