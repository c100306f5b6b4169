import { extent } from '../extent.ts';
import { openAccountAndLogIn } from '../support/account.ts';
import { expectNoKeys } from '../support/page-checks.ts';
import { newPerson } from '../support/person.ts';
import { expect, type Page, test } from '../support/test.ts';

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const light = 'rgb(243, 245, 247)';
const dark = 'rgb(15, 19, 23)';

test.describe('the theme', () => {
  test('follows the system, until it is chosen in the header, kept for a day, and there before the first paint', async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/account/fees');
    await expect.poll(() => background(page)).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => background(page)).toBe(light);
    await page.getByRole('button', { name: /Theme/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => background(page)).toBe(dark);
    const cookie = (await context.cookies()).find(({ name }) => name === 'theme');
    expect(cookie?.value).toBe('dark');
    const hours = ((cookie?.expires ?? 0) - Date.now() / 1000) / 3600;
    expect(Math.round(hours)).toBe(24);
    // With every script held back, what is painted comes from the page and its style sheet alone.
    await page.route('**/*.js', (route) => route.abort());
    const answer = await page.request.get('/account/fees');
    expect(await answer.text()).toContain('data-theme="dark"');
  });

  test('in the cookie cannot carry markup into the page', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: '%22%3E%3Cscript%3E', url: `${baseURL}` }]);
    expect(await (await page.request.get('/account/')).text()).toContain('data-theme="auto"');
  });
});

test.describe('the language', () => {
  test('is the browser’s at first, and Russian counts as Russian does', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'ru-RU', ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    await page.goto('/account/fees');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Комиссии и лимиты');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page).toHaveTitle(/Комиссии/);
    await expectNoKeys(page);
    await context.close();
  });

  test('falls back to English', async ({ page }) => {
    // The server chooses it, and the page takes what it says.
    const headers = { 'accept-language': 'ja-JP' };
    expect(await (await page.request.get('/account/fees', { headers })).text()).toContain('<html lang="en"');
  });

  test('is kept at once, and at the server for a user', async ({ page }) => {
    // A user of whom no other test reads the language.
    const access = await openAccountAndLogIn(page, newPerson('en'), 'Zinc-orbit-lantern-58');
    const headers = { authorization: `Bearer ${access}` };
    await page.goto('/account/fees');
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('planguage'))).toBe('fr');
    const kept = async () =>
      (await (await page.request.get('/api/v1/profile/', { headers })).json()).language;
    await expect.poll(kept).toBe('fr');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  const languages = ['en', 'es', 'ru', 'pt', 'fr', 'it'];
  const pages = ['/login', '/register', '/forgot', '/not-me/t1', '/fees', '/trade/BTC-USDT', '/dev/kit'];

  async function expectTexts(page: Page, path: string, language: string): Promise<void> {
    await page.addInitScript((chosen) => localStorage.setItem('planguage', chosen), language);
    await page.goto(`/account${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoKeys(page);
  }

  // That every language has every key is told by the catalogues' own tests. Each page is seen in one language by looks.spec.ts, and each language on one page by
  // header.spec.ts, in both of which they are open anyhow; here each page in each, now and then.
  for (const language of extent({ usual: [], all: languages })) {
    test(`${language} has no key where a text should be`, async ({ page }) => {
      for (const path of pages) await test.step(path, () => expectTexts(page, path, language));
    });
  }
});
