import { logIn } from '../support/log-in.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

/** Begins on the settings of somebody who is logged in. */
async function expectLogout(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Log out?' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(asked).toBeVisible();
  };
  await ask();
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/account/settings');
  await ask();
  await asked.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/account/trade/BTC-USDT');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  const kept = await page.evaluate(() =>
    ['token', 'refresh_token', 'email'].map((key) => localStorage.getItem(key)),
  );
  expect(kept).toEqual([null, null, null]);
}

test.describe('the header', () => {
  test('shows a visitor the menu, the markets of the pair and the way to log in', async ({ page }) => {
    await page.goto('/account/trade/ETH-USDT');
    const header = page.getByRole('banner');
    for (const name of ['Trade', 'Swap', 'Buy crypto', 'Markets', 'Wallet', 'Fees']) {
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expect(header.getByText('ETH-USDT')).toBeVisible();
    await expect(header.getByText('Ethereum')).toBeVisible();
    // Other tests trade meanwhile.
    await expect(header).toContainText(/24h volume\s*\d[\d,.]*\s*USDT/);
    await expect(header.getByRole('link', { name: 'Deposit' })).toHaveCount(0);
    await header.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/account\/login\?redirectFrom=%2Ftrade%2FETH-USDT/);
  });

  test('shows a user Deposit, their name and their menu, which logs out', async ({ page }) => {
    await logIn(page);
    await page.goto('/account/fees');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Deposit' })).toHaveAttribute(
      'href',
      '/account/wallet/deposit/USDT',
    );
    await expect(header.getByText('theo')).toBeVisible();
    await header.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Support' })).toHaveAttribute('target', '_blank');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/account/settings');
    await test.step('logging out asks first, stays when told so, and then clears the session and loads the root page', () =>
      expectLogout(page));
  });

  test('hides the user menu from a profile without a name', async ({ page }) => {
    const { access } = await logIn(page);
    const headers = { authorization: `Bearer ${access}` };
    const profile = await (await page.request.get('/api/v1/profile/', { headers })).json();
    // The server gives everybody a name, so another answer is given in its place.
    const nameless = { ...profile, user: { username: null } };
    await page.route('**/api/v1/profile/', (route) => route.fulfill({ json: nameless }));
    const told = page.waitForResponse('**/api/v1/profile/');
    await page.goto('/account/fees');
    await told;
    await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  });

  test('folds into a drawer on a phone, and the cookie notice is dismissed once and for all', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/account/fees');
    await dismissCookieNotice(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Got it' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Swap', exact: true }).click();
    await expect(page).toHaveURL('/account/quick-swap');
    await expect(page.getByRole('button', { name: 'Close menu' })).toHaveCount(0);
  });
});

test('a page that is not found offers the ways back', async ({ page }) => {
  await page.goto('/account/nowhere');
  await expect(page).toHaveURL('/account/404');
  for (const [name, to] of [
    [/log in/i, '/account/login'],
    [/account/i, '/account/register'],
    [/wallet/i, '/account/wallet'],
  ] as const) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', to);
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/account/trade/BTC-USDT');
});

test('the connection that is lost is told, and its return too', async ({ page, context }) => {
  // A question or a picture that is still on its way when the network goes would be told in the console: a page with few of them.
  const status = page.waitForResponse('**/status/');
  await page.goto('/account/terms');
  await (await status).finished();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
});
