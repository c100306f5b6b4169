import { expect, test } from '../support/test.ts';

test('a slow first load shows the brand at once and then a turning ring, until the page is there', async ({
  page,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The boot file is the page's own script; everything that it fetches waits.
  await page.route(/\/assets\/(?!index).*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account/login', { waitUntil: 'commit' });
  const wait = page.getByRole('img', { name: 'Emporion' });
  await expect(wait).toBeVisible();
  await expect(wait.locator('.first-wait-ring')).toHaveCSS('opacity', '1');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(wait).toHaveCount(0);
});

test('a page that is there at once shows no wait', async ({ page }) => {
  await page.goto('/account/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.first-wait')).toHaveCount(0);
});
