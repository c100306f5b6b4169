import { logIn } from '../support/log-in.ts';
import { loginAddress, redirects, visitedPages } from '../support/pages.ts';
import { expect, type Page, test } from '../support/test.ts';

async function expectLayout(page: Page, simple: boolean): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(simple ? 0 : 1);
  await expect(page.getByRole('contentinfo')).toHaveCount(simple ? 0 : 1);
}

test.describe('a visitor', () => {
  for (const { path, title, needsLogin, simple, params } of visitedPages) {
    test(`${needsLogin ? 'is sent to login from' : 'sees'} ${path}`, async ({ page }) => {
      await page.goto(`/account${path}`);
      if (needsLogin) {
        await expect(page).toHaveURL(loginAddress(path, params));
        return;
      }
      await expect(page).toHaveURL(`/account${path}`);
      await expect(page).toHaveTitle(new RegExp(title));
      await expectLayout(page, simple === true);
    });
  }

  for (const { from, to, needsLogin } of redirects) {
    test(`is led from /account${from} to ${to}`, async ({ page }) => {
      await page.goto(`/account${from}`);
      await expect(page).toHaveURL(needsLogin ? loginAddress(to) : `/account${to}`);
    });
  }

  test('is led from the bare address to the application', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/account/trade/BTC-USDT');
  });
});

test.describe('a logged-in user', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page);
  });

  for (const { path, title, simple } of visitedPages.filter((visited) => !visited.onlyVisitors)) {
    test(`sees ${path}`, async ({ page }) => {
      await page.goto(`/account${path}`);
      await expect(page).toHaveURL(`/account${path}`);
      await expect(page).toHaveTitle(new RegExp(title));
      await expectLayout(page, simple === true);
    });
  }

  for (const { from, to } of redirects) {
    test(`is led from /account${from} to ${to}`, async ({ page }) => {
      await page.goto(`/account${from}`);
      await expect(page).toHaveURL(`/account${to}`);
    });
  }

  test('is led onward from login and registration, to the interface of their choice', async ({ page }) => {
    for (const path of ['/login', '/register', '/register/friend7']) {
      await page.goto(`/account${path}`);
      await expect(page).toHaveURL(/\/account\/(?:quick-swap|trade\/BTC-USDT)$/);
    }
  });

  test('is led onward from login, to where they came from', async ({ page }) => {
    await page.goto('/account/login?redirectFrom=%2Fwallet%2Fdeposit%2FETH');
    await expect(page).toHaveURL('/account/wallet/deposit/ETH');
  });

  for (const foreign of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    test(`is not led away by redirectFrom=${foreign}`, async ({ page, baseURL }) => {
      await page.goto(`/account/login?redirectFrom=${encodeURIComponent(foreign)}`);
      await expect(page).toHaveURL('/account/trade/BTC-USDT');
      expect(page.url().startsWith(`${baseURL}`)).toBe(true);
    });
  }
});
