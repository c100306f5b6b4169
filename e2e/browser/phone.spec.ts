import { logIn } from '../support/log-in.ts';
import { expect, type Page, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The links and buttons on the page that a finger would miss, with their heights. */
function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // What has no size is folded away, and what lies above the window shows itself to the keyboard only.
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && Math.round(box.height) < 44)
      // A link among the words of a sentence is as high as its line.
      .filter(
        ({ element }) =>
          getComputedStyle(element).display !== 'inline' ||
          element.parentElement?.textContent === element.textContent,
      )
      .map(({ element, box }) => `${element.textContent}: ${box.height}`),
  );
}

test('everything to press is high enough for a finger', async ({ page }) => {
  for (const path of [
    '/login',
    '/register',
    '/forgot',
    '/reset-password/u1/t1',
    '/404',
    '/fees',
    '/trade/BTC-USDT',
  ]) {
    await page.goto(`/account${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => lowTargets(page), path).toEqual([]);
  }
});

test('a user’s controls and the drawer are high enough for a finger', async ({ page }) => {
  await logIn(page);
  await page.goto('/account/wallet');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => lowTargets(page)).toEqual([]);
});

for (const [name, width] of [
  ['a phone', 390],
  ['a desk', 1440],
] as const) {
  test(`the cookie notice hides nothing at the end of the page on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/account/trade/BTC-USDT');
    await expect(page.getByRole('heading', { level: 1, name: /BTC-USDT/ })).toBeVisible();
    const notice = page.getByRole('region', { name: 'Cookies' });
    const footer = page.getByRole('contentinfo');
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const [above, below] = [await footer.boundingBox(), await notice.boundingBox()];
        return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0);
      })
      .toBeLessThanOrEqual(0);
  });
}
