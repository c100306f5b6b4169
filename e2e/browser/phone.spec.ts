import { logIn } from '../support/log-in.ts';
import { lowTargets } from '../support/page-checks.ts';
import { dismissCookieNotice, expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

// The pages of looks.spec.ts are judged there, where they are open at this width too.
test('everything to press is high enough for a finger', async ({ page }) => {
  for (const path of ['/fees', '/trade/BTC-USDT']) {
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

for (const [name, width, height] of [
  ['a phone', 390, 844],
  ['a phone on its side', 844, 390],
  ['a desk', 1440, 844],
] as const) {
  test(`the cookie notice lies over nothing that can be pressed on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/account/trade/BTC-USDT');
    await expect(page.getByRole('heading', { level: 1, name: /BTC-USDT/ })).toBeVisible();
    const notice = await page.getByRole('region', { name: 'Cookies' }).boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    expect(notice?.y, 'it follows the header').toBe((header?.y ?? 0) + (header?.height ?? 0));
    const desk = await page.locator('.desk').boundingBox();
    expect(desk?.y, 'the page follows it').toBeGreaterThanOrEqual((notice?.y ?? 0) + (notice?.height ?? 0));
    if (width < 768) return;
    const form = await page.locator('.desk-form').boundingBox();
    const end = (form?.y ?? 0) + (form?.height ?? 0);
    expect(end, 'the form and its button are within the window').toBeLessThanOrEqual(height);
  });
}

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
