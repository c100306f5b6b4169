import { readFile } from 'node:fs/promises';
import { extent } from '../extent.ts';
import { openAccountAndLogIn, turnOnTotp } from '../support/account.ts';
import { violations } from '../support/axe.ts';
import { codeInMail, codesTo, linkInMail } from '../support/outbox.ts';
import { confirmDevice, enterPassword, newPerson, type Person } from '../support/person.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

const password = 'Zinc-orbit-lantern-58';
const sections = ['profile', 'security', 'devices', 'preferences', 'notifications', 'account'] as const;
type Section = (typeof sections)[number];

async function newAccount(page: Page): Promise<Person & { readonly token: string }> {
  const person = newPerson('en');
  return { ...person, token: await openAccountAndLogIn(page, person, password) };
}

type Reader = Pick<Person, 't'>;

async function openSection(page: Page, { t }: Reader, section: Section): Promise<void> {
  await page.goto(`/account/settings#${section}`);
  await expect(
    page.getByRole('heading', { level: 2, name: t(`settings.sections.${section}.title`) }),
  ).toBeVisible();
}

/** Confirms by the codes that come by mail, one after the other. */
function confirmer(page: Page, { email, t }: Person) {
  return async (): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: t('confirmation.title') });
    const seen = await codesTo(page, email);
    await dialog.getByRole('button', { name: t('confirmation.send') }).click();
    const code = await codeInMail(page, email, seen);
    await dialog.getByLabel(t('confirmation.code'), { exact: true }).fill(code);
    await expect(dialog).toBeHidden();
  };
}

/** Makes a choice and waits until the server has kept it: another device asks the server. */
async function kept(page: Page, choose: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await choose();
  expect((await answer).ok()).toBe(true);
}

/** Takes the data of an account along, freezes and thaws it, and closes it. */
async function leave(page: Page, person: Person): Promise<void> {
  const { t } = person;
  const confirm = confirmer(page, person);
  await openSection(page, person, 'account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('settings.export.download') }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(person.email);

  await page.getByRole('button', { name: t('settings.freezing.freeze'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.freezing.freeze') })
    .click();
  await expect(page.getByText(t('settings.notices.frozen'))).toBeVisible();
  await page.getByRole('button', { name: t('settings.notices.thaw') }).click();
  await confirm();
  await expect(page.getByText(t('settings.notices.frozen'))).toBeHidden();

  await page.getByRole('button', { name: t('settings.closing.begin') }).click();
  await page.getByLabel(t('settings.security.oldPassword'), { exact: true }).fill(password);
  await page.getByLabel(t('settings.closing.understood')).check();
  await page.getByRole('button', { name: t('settings.closing.close') }).click();
  await confirm();
  await expect(page.getByText(t('settings.closing.done'), { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/login/);
}

test('looks, numbers and the interface that were chosen follow a person to another device, until the account is exported, frozen, thawed and closed', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await newAccount(page);
  const { t } = person;
  await openSection(page, person, 'preferences');
  await dismissCookieNotice(page);
  await kept(page, () => page.getByRole('radio', { name: t('shell.theme.dark'), exact: true }).check());
  await kept(page, () =>
    page.getByRole('radio', { name: t('settings.preferences.blue_orange'), exact: true }).check(),
  );
  await kept(page, () =>
    page.getByRole('radio', { name: t('settings.interface.basic.title'), exact: true }).check(),
  );
  await kept(page, () => page.getByLabel(t('settings.preferences.confirm_orders')).uncheck());
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'blue-orange');

  const other = await browser.newContext({ baseURL: `${baseURL}`, locale: 'en-US' });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/account/login');
  await enterPassword(elsewhere, person, password);
  await confirmDevice(elsewhere, person);
  await expect(elsewhere).toHaveURL('/account/quick-swap');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-colours', 'blue-orange');

  await openSection(page, person, 'devices');
  await page.getByRole('button', { name: t('settings.devices.endOthers') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.devices.endOthers') })
    .click();
  await expect(page.getByRole('button', { name: t('settings.devices.endOthers') })).toBeHidden();
  await elsewhere.goto('/account/settings');
  await expect(elsewhere).toHaveURL(/\/account\/login/);
  await other.close();
  await leave(page, person);
});

test('a phrase and another address take a fresh code, and the address ends every session', async ({
  page,
}) => {
  const person = await newAccount(page);
  const { t } = person;
  const confirm = confirmer(page, person);
  await openSection(page, person, 'security');
  await page.getByRole('button', { name: t('settings.security.antiPhishingChoose') }).click();
  await page.getByLabel(t('settings.security.antiPhishing'), { exact: true }).fill('blue herring');
  await page.getByRole('button', { name: t('settings.save') }).click();
  await confirm();
  await expect(page.getByText('blue herring')).toBeVisible();

  await openSection(page, person, 'profile');
  const next = newPerson('en').email;
  await page.getByRole('button', { name: `${t('settings.change')}: ${t('settings.profile.email')}` }).click();
  await page.getByLabel(t('settings.profile.newEmail'), { exact: true }).fill(next);
  await page.getByRole('button', { name: t('settings.continue') }).click();
  await confirm();
  await expect(page.getByText(next)).toBeVisible();
  await page.goto(await linkInMail(page, next, '/email-change/'));
  await page.getByRole('button', { name: t('auth.emailChange.submit') }).click();
  await expect(page.getByRole('heading', { name: t('auth.emailChange.doneTitle') })).toBeVisible();
  await page.goto('/account/settings');
  await expect(page).toHaveURL(/\/account\/login/);
  await enterPassword(page, { ...person, email: next }, password);
  await confirmDevice(page, { ...person, email: next });
  await expect(page.getByText(t('settings.notices.payouts', { until: '' }).slice(0, 24))).toBeVisible();
});

test('turning a factor off takes the factor, and then everybody is logged out', async ({ page }) => {
  const person = await newAccount(page);
  const { t } = person;
  const app = await turnOnTotp(page, person, person.token);
  await openSection(page, person, 'security');
  await page
    .getByRole('button', { name: `${t('settings.factors.turnOff')}: ${t('settings.factors.totp.title')}` })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.factors.turnOff'), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: t('confirmation.title') });
  const code = dialog.getByLabel(t('confirmation.code'), { exact: true });
  await expect(code).toBeVisible();
  await code.fill(await app.code());
  await expect(page).toHaveURL(/\/account\/login/);
  await expect(page.getByText(t('settings.endedText'))).toBeVisible();
});

/** The sections are made of the same rows and dialogs: each is seen in one of the two looks, and in both now and then. */
const looks = [
  {
    width: 1440,
    colorScheme: 'light',
    seen: extent<readonly Section[]>({ usual: ['profile', 'devices', 'notifications'], all: sections }),
  },
  {
    width: 390,
    colorScheme: 'dark',
    seen: extent<readonly Section[]>({ usual: ['security', 'preferences', 'account'], all: sections }),
  },
] as const;

for (const { width, colorScheme, seen } of looks) {
  test.describe(`${width} px wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme });

    test(`${seen.join(', ')} can be used by everybody and fit the window`, async ({ page }) => {
      // Somebody with two devices, this one and another: the trader of the demo has one for each test that logged in as them.
      const person = await newAccount(page);
      const other = await page.request.post('/api/v1/auth/login/', {
        data: { email: person.email, password },
      });
      expect(other.ok()).toBe(true);
      for (const section of seen) {
        await openSection(page, person, section);
        await expect(page.locator('.skeleton')).toHaveCount(0);
        expect(await violations(page), section).toEqual([]);
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang, section).toBeLessThanOrEqual(0);
      }
    });
  });
}
