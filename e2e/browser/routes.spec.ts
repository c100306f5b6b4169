import { extent } from '../extent.ts';
import { logIn } from '../support/log-in.ts';
import { loginAddress, redirects, visitedPages } from '../support/pages.ts';
import { expect, type Page, test } from '../support/test.ts';

// Each test walks many addresses in one browser, as a person would: a fresh one for each would take minutes.

/**
 * Pages that another test opens by their address for the same person, and asks more of: looks.spec.ts, or the story of what is done on the page. Their titles
 * and layouts stand in the table of pages. The first of each layout is opened here too.
 */
const seenElsewhere = new Set([
  ...['/register', '/forgot', '/reset-password/u1/t1', '/confirm-register', '/email-verify/t2'],
  ...['/email-change/t5', '/not-me/t6', '/404', '/wallet', '/wallet/deposit/ETH', '/support'],
  ...['/fees', '/trade/ETH-USDT', '/quick-swap', '/settings', '/wallet/withdrawal/ETH'],
]);

/**
 * The table of pages, their guards and where they lead on is tested where it is written. Here each address is opened by whoever it
 * is for, unless another test does; by the others too, now and then.
 */
const visits = extent({
  usual: {
    // One whose address carries a value, and one that does not.
    guarded: ['/confirm-withdrawal-request/t3', '/wallet/history/ETH'],
    visitor: visitedPages.filter(({ path, needsLogin }) => !needsLogin && !seenElsewhere.has(path)),
    user: visitedPages.filter(({ path, needsLogin }) => needsLogin && !seenElsewhere.has(path)),
    userRedirects: redirects.filter(({ needsLogin }) => needsLogin),
    visitorRedirects: redirects.filter(({ from }) =>
      ['', '/exchanger', '/wallet/deposit', '/no/such/page'].includes(from),
    ),
    onward: ['/login', '/register/friend7'],
    foreign: ['https://evil.example/', '/\\evil.example'],
  },
  all: {
    guarded: visitedPages.filter(({ needsLogin }) => needsLogin).map(({ path }) => path),
    visitor: visitedPages.filter(({ needsLogin }) => !needsLogin),
    user: visitedPages.filter(({ onlyVisitors }) => !onlyVisitors),
    userRedirects: redirects,
    visitorRedirects: redirects,
    onward: ['/login', '/register', '/register/friend7'],
    foreign: ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'],
  },
});

async function expectLayout(page: Page, simple: boolean): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(simple ? 0 : 1);
  await expect(page.getByRole('contentinfo')).toHaveCount(simple ? 0 : 1);
}

async function expectPage(page: Page, { path, title, simple }: (typeof visitedPages)[number]): Promise<void> {
  await expect(page).toHaveURL(`/account${path}`);
  await expect(page).toHaveTitle(new RegExp(title));
  await expectLayout(page, simple === true);
}

test.describe('a visitor', () => {
  test('sees every public page and is sent to login from others', async ({ page }) => {
    for (const visited of visits.visitor) {
      await test.step(visited.path, async () => {
        await page.goto(`/account${visited.path}`);
        await expectPage(page, visited);
      });
    }
    for (const path of visits.guarded) {
      await test.step(path, async () => {
        await page.goto(`/account${path}`);
        await expect(page).toHaveURL(loginAddress(path));
      });
    }
  });

  test('is led on from addresses that only lead on', async ({ page }) => {
    for (const { from, to, needsLogin } of visits.visitorRedirects) {
      await test.step(from, async () => {
        await page.goto(`/account${from}`);
        await expect(page).toHaveURL(needsLogin ? loginAddress(to) : `/account${to}`);
      });
    }
    await page.goto('/');
    await expect(page).toHaveURL('/account/trade/BTC-USDT');
  });
});

test.describe('a logged-in user', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page);
  });

  test('sees the pages that a login opens', async ({ page }) => {
    for (const visited of visits.user) {
      await test.step(visited.path, async () => {
        await page.goto(`/account${visited.path}`);
        await expectPage(page, visited);
      });
    }
  });

  test('is led on from addresses that only lead on', async ({ page }) => {
    for (const { from, to } of visits.userRedirects) {
      await test.step(from, async () => {
        await page.goto(`/account${from}`);
        await expect(page).toHaveURL(`/account${to}`);
      });
    }
  });

  test('is led onward from login and registration, to where they came from and nowhere else', async ({
    page,
    baseURL,
  }) => {
    for (const path of visits.onward) {
      await page.goto(`/account${path}`);
      await expect(page).toHaveURL(/\/account\/(?:quick-swap|trade\/BTC-USDT)$/);
    }
    await page.goto('/account/login?redirectFrom=%2Fwallet%2Fdeposit%2FETH');
    await expect(page).toHaveURL('/account/wallet/deposit/ETH');
    for (const foreign of visits.foreign) {
      await page.goto(`/account/login?redirectFrom=${encodeURIComponent(foreign)}`);
      await expect(page, foreign).toHaveURL('/account/trade/BTC-USDT');
      expect(page.url().startsWith(`${baseURL}`)).toBe(true);
    }
  });
});
