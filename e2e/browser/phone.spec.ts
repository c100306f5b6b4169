import { logIn } from '../support/log-in.ts';
import { lowTargets } from '../support/page-checks.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a user’s controls and the drawer are high enough for a finger', async ({ page }) => {
  await logIn(page);
  await page.goto('/account/wallet');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => lowTargets(page)).toEqual([]);
});

/** Where the cookie notice and what stands around it lie, all at one time. */
function places(page: Page) {
  return page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return {
      headerEnd: boxOf('header')?.bottom ?? Number.NaN,
      notice: boxOf('.cookie-notice')?.top ?? Number.NaN,
      noticeEnd: boxOf('.cookie-notice')?.bottom ?? Number.NaN,
      desk: boxOf('.desk')?.top ?? Number.NaN,
      formEnd: boxOf('.desk-form')?.bottom ?? Number.NaN,
    };
  });
}

// The pages of looks.spec.ts are judged there, where they are open at this width too.
test('everything to press is high enough for a finger, and the cookie notice lies over nothing that can be pressed', async ({
  page,
}) => {
  for (const path of ['/fees', '/trade/BTC-USDT']) {
    await page.goto(`/account${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => lowTargets(page), path).toEqual([]);
  }
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  for (const [name, width, height] of [
    ['a phone', 390, 844],
    ['a phone on its side', 844, 390],
    ['a desk', 1440, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isWide = width >= 768;
    await expect(page.locator('.desk-form'), name).toHaveCount(isWide ? 1 : 0);
    // The page takes its new shape in several frames.
    await expect(async () => {
      const { headerEnd, notice, noticeEnd, desk, formEnd } = await places(page);
      expect(notice, `on ${name} it follows the header`).toBe(headerEnd);
      expect(desk, `on ${name} the page follows it`).toBeGreaterThanOrEqual(noticeEnd);
      if (!isWide) return;
      expect(formEnd, `on ${name} the form and its button are within the window`).toBeLessThanOrEqual(height);
    }).toPass();
  }
});

test('nothing jumps when the trading page takes the place of what announced it', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: PerformanceEntry[] = [];
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/pairs/', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account/trade/BTC-USDT');
  await dismissCookieNotice(page);
  await expect(page.locator('.desk-awaited')).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: '▲ Buy' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sum = await page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; hadRecentInput: boolean }[] };
    return shifts.reduce((all, { value, hadRecentInput }) => all + (hadRecentInput ? 0 : value), 0);
  });
  expect(sum).toBeLessThanOrEqual(0.02);
  // A phone on its side has a form beside its chart.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeInViewport();
  await expect(page.locator('#desk-form a', { hasText: 'Log in' })).toBeInViewport();
});
