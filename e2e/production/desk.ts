import type { Browser, Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { complaintsOf, expect, writeDownToastsHere } from '../support/test.ts';
import type { authenticator } from '../support/totp.ts';

/** Somebody of the staff at a browser of their own, with an authenticator app, and the backup codes that came with it. */
export interface Desk {
  readonly page: Page;
  readonly app: ReturnType<typeof authenticator>;
  readonly backupCodes: string[];
}

/** A browser that takes the certificate which nobody has signed, and whose console must stay silent. */
export async function openBrowser(browser: Browser, url: string) {
  const context = await browser.newContext({
    ...{ locale: 'en-US', ignoreHTTPSErrors: true, baseURL: url, reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  return {
    page,
    async close(): Promise<void> {
      await context.close();
      expect(complaints, 'what the console said').toEqual([]);
    },
  };
}

export const accessOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('token') ?? '');

/** A fresh code: of the app, or a backup code where the app has none that was not used. */
function freshCode({ app, backupCodes }: Desk) {
  const code = app.codeNow();
  if (code !== undefined) return { method: 'totp', code } as const;
  const backup = backupCodes.pop();
  if (backup === undefined) throw new Error('There are no backup codes left.');
  return { method: 'backup', code: backup } as const;
}

/** Answers the dialog that asks for it. */
async function prove(desk: Desk): Promise<void> {
  const dialog = desk.page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog.getByLabel('Six-digit code')).toBeVisible();
  const { method, code } = freshCode(desk);
  if (method === 'totp') return dialog.getByLabel('Six-digit code').fill(code);
  await dialog.getByRole('button', { name: 'Backup code' }).click();
  await dialog.getByLabel('Backup code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

interface Form {
  readonly fields?: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The word on its button. */
  readonly send: string;
  /** What is said when it is done. */
  readonly done: string | RegExp;
}

/** Sends the form of a change that stands open: with a reason and a fresh code. */
export async function send(desk: Desk, { fields = {}, reason, send: word, done }: Form): Promise<void> {
  const { page } = desk;
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('Reason').fill(reason);
  const isTold = await writeDownToastsHere(page);
  await form.getByRole('button', { name: word, exact: true }).click();
  await prove(desk);
  await isTold(done);
}

/** A change as staff make it, from the button that opens its form. */
export async function act(
  desk: Desk,
  { open, ...form }: Omit<Form, 'send'> & { readonly open: string; readonly send?: string },
): Promise<void> {
  await desk.page.getByRole('button', { name: open, exact: true }).first().click();
  await send(desk, { send: open, ...form });
}

/** The same by a call, for what is only preparation. */
export async function change(desk: Desk, path: string, body: object) {
  const words = { reason: 'Prepared', confirmation: freshCode(desk) };
  return apiOf(desk.page, await accessOf(desk.page)).post(path, { ...words, ...body });
}

/** Fills the step of a wizard, by labels; what is no text is chosen. */
export async function fillStep(
  page: Page,
  {
    fields = {},
    choices = {},
  }: { fields?: Record<string, string>; choices?: Record<string, string | RegExp> },
): Promise<void> {
  for (const [label, option] of Object.entries(choices)) {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  }
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  // A step is left once the server has nothing against it.
  const step = page.locator('[aria-current="step"]');
  const title = (await step.textContent()) ?? '';
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(step).not.toHaveText(title);
}
