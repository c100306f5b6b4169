import type { Page } from '@playwright/test';
import { codeInMail, codesTo, linkInMail, type MailSource } from './outbox.ts';
import { expect } from './test.ts';
import { textsOf } from './texts.ts';
import { authenticator } from './totp.ts';

export interface Person {
  readonly email: string;
  readonly language: string;
  readonly t: ReturnType<typeof textsOf>;
}

/** Nobody has registered with this address before, on this machine or in another run. */
export function newPerson(language: string): Person {
  const mark = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { email: `person-${mark}@example.org`, language, t: textsOf(language) };
}

/** Waits for the confirming screen, and for the browser that works on its puzzle before. */
export async function register(page: Page, { email, t }: Person, password: string): Promise<void> {
  // Who is there already goes on in the form that is open.
  if (!page.url().endsWith('/account/register')) await page.goto('/account/register');
  const field = (name: string) => page.getByLabel(t(`auth.fields.${name}`), { exact: true });
  await field('firstName').fill('Ада');
  await field('lastName').fill("O'Neill-Pérez");
  await field('email').fill(email);
  await field('phone').fill('+34 600 123 456');
  await field('country').click();
  // By its English name, whatever the language of the page is.
  await page.keyboard.type('portug');
  await page.keyboard.press('Enter');
  const birthday = page.getByRole('group', { name: t('auth.fields.birthday') });
  await birthday.getByLabel(t('common.date.day'), { exact: true }).fill('17');
  await birthday.getByLabel(t('common.date.month'), { exact: true }).selectOption('5');
  await birthday.getByLabel(t('common.date.year'), { exact: true }).fill('1990');
  await field('password').fill(password);
  await field('repeatPassword').fill(password);
  await page.getByLabel(t('auth.register.terms')).check();
  await page.getByLabel(t('auth.register.privacy')).check();
  await page.getByRole('button', { name: t('auth.register.submit') }).click();
  await expect(page).toHaveURL('/account/confirm-register');
  await expect(page.getByText(t('auth.confirm.text', { email }))).toBeVisible();
}

/** Opens the link of the mail and enters the password; whoever did is logged in. */
export async function verify(
  page: Page,
  { email, t }: Person,
  password: string,
  mail: Page | MailSource = page,
): Promise<void> {
  await page.goto(await linkInMail(mail, email, '/email-verify/'));
  await page.getByLabel(t('auth.fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.verify.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('auth.verify.done') })).toBeVisible();
}

export async function enterPassword(page: Page, { email, t }: Person, password: string): Promise<void> {
  await page.getByLabel(t('auth.fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth.fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.login.submit'), exact: true }).click();
}

/** Goes on from the offer of a first login without a choice. */
export async function skipInterfaceOffer(page: Page, { t }: Person): Promise<void> {
  await expect(page).toHaveURL(/\/account\/interface-select/);
  await page.getByRole('button', { name: t('settings.interface.skip') }).click();
}

/** Enters the code from the mail that a login on an unknown device asks for. */
export async function confirmDevice(page: Page, { email, t }: Person, mail: Page | MailSource = page) {
  await expect(page.getByRole('heading', { name: t('auth.second.titleHeld') })).toBeVisible();
  const seen = await codesTo(mail, email);
  await page.getByRole('button', { name: t('auth.second.send', { target: '' }).trim() }).click();
  await page.getByLabel(t('auth.fields.code'), { exact: true }).fill(await codeInMail(mail, email, seen));
}

/** Chooses the swap as the start page. The default is the trading desk. */
export async function chooseQuickSwap(page: Page, { t }: Person): Promise<void> {
  await page.goto('/account/interface-select');
  await page.getByRole('radio', { name: t('settings.interface.basic.title') }).check();
  await page.getByRole('button', { name: t('settings.continue') }).click();
  await expect(page).toHaveURL('/account/quick-swap');
}

/** Takes the code from the app when it is asked for: a code grows old while a busy server compares the password. */
export async function enterCode(
  page: Page,
  { t }: Person,
  app: ReturnType<typeof authenticator>,
): Promise<void> {
  await expect(page.getByRole('heading', { name: t('auth.second.title') })).toBeVisible();
  // Six digits send themselves.
  await page.getByLabel(t('auth.fields.code'), { exact: true }).fill(await app.code());
}

/** Confirms the dialog that asks for a fresh code by the one that comes by mail. */
export async function confirmByMail(
  page: Page,
  { email, t }: Person,
  seen: readonly string[] = [],
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('confirmation.title') });
  await dialog.getByRole('button', { name: t('confirmation.send') }).click();
  await dialog.getByLabel(t('confirmation.code'), { exact: true }).fill(await codeInMail(page, email, seen));
}

/** Sets an authenticator app up in the settings, and keeps the backup codes. */
export async function enrolTotp(page: Page, person: Person) {
  const { t } = person;
  await page.goto('/account/settings#security');
  const row = page.getByRole('button', {
    name: `${t('settings.factors.turnOn')}: ${t('settings.factors.totp.title')}`,
  });
  await row.click();
  await confirmByMail(page, person);
  const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
  const app = authenticator(secret);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('confirmation.code'), { exact: true }).fill(await app.code());
  await expect(page.getByRole('dialog', { name: t('settings.backup.title') })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  await page.getByLabel(t('settings.backup.kept')).check();
  await page.getByRole('button', { name: t('settings.backup.done'), exact: true }).click();
  return app;
}

export async function logOut(page: Page, { t }: Person): Promise<void> {
  await page.getByRole('button', { name: t('shell.user.label') }).click();
  await page.getByRole('menuitem', { name: t('shell.user.logout') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.logout.confirm') })
    .click();
  await expect(page).toHaveURL('/account/trade/BTC-USDT');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
}
