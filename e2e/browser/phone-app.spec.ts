import { expect, type Page, test } from '@playwright/test';
import { logIn } from '../support/log-in.ts';
import { dismissCookieNotice } from '../support/test.ts';

// The console is not listened to here: without a network it is full of what could not be fetched.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

/** What of the page the bars at the bottom lie over when it is scrolled to its end. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const top = document.querySelector('.bottom-navigation')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll('main :is(a, button, input), footer :is(a, button)')]
      .filter((each) => each.closest('.phone-bar') === null)
      .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().bottom > top + 1)
      .map(({ textContent }) => textContent ?? '');
  });
}

test('a phone has five places at its bottom, an application to install, and no figure without a network', async ({
  page,
  context,
}) => {
  await logIn(page);
  await test.step('the places lead on, mark where one is and cover nothing', async () => {
    await page.goto('/account/trade/ETH-USDT');
    const navigation = page.getByRole('navigation', { name: 'Main sections' });
    for (const [name, address, title] of [
      ['Markets', '/account/markets', 'Markets'],
      ['Trade', '/account/trade/BTC-USDT', /BTC-USDT/],
      ['Swap', '/account/quick-swap', 'Swap'],
      ['Account', '/account/settings', 'Settings'],
      ['Wallet', '/account/wallet', 'Wallet'],
    ] as const) {
      await navigation.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(navigation.locator('[aria-current]')).toHaveText(name);
      await expect.poll(() => covered(page), name).toEqual([]);
    }
  });

  await test.step('they go while a keyboard takes half of the window', async () => {
    await page.setViewportSize({ width: 390, height: 420 });
    await expect(page.locator('.bottom-navigation')).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.bottom-navigation')).toBeVisible();
  });

  await test.step('the browser finds nothing that keeps it from installing', async () => {
    const browser = await context.newCDPSession(page);
    const { data = '{}' } = await browser.send('Page.getAppManifest');
    expect(JSON.parse(data)).toMatchObject({ name: 'Emporion', display: 'standalone', scope: '/account/' });
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // A window of a test keeps nothing, and nothing can be installed in one.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  await test.step('without a network it says so, shows no figure, and comes back by itself', async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect(page.getByRole('region', { name: 'Total value' })).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    // Which of the two it says is the browser's to know: whether a network is missing, or only the exchange.
    const said = page.getByRole('heading', { level: 1, name: /You’re offline|can’t be reached/ });
    await expect(said).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/\d/);
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const requests = await Promise.all(caches.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toEqual(['/account/offline.html', '/account/offline.css', '/account/offline.js']);
    await context.setOffline(false);
    await expect(page.getByRole('region', { name: 'Total value' })).toBeVisible();
  });
});

for (const [name, width, height] of [
  ['a phone', 390, 844],
  ['a phone on its side', 844, 390],
  ['a desk', 1440, 900],
] as const) {
  test(`the tour of ${name} has five hints, none over what it explains, and does not come back`, async ({
    page,
    context,
  }) => {
    await context.clearCookies({ name: 'tours' });
    await page.setViewportSize({ width, height });
    await page.goto('/account/trade/BTC-USDT');
    // On a phone the hints wait until it is gone.
    await dismissCookieNotice(page);
    const tour = page.getByRole('region', { name: 'Tour' });
    for (let step = 1; step <= 5; step += 1) {
      await expect(tour).toContainText(`${step} of 5`);
      const overlap = () =>
        page.evaluate(() => {
          const [hint, target] = ['.tour-hint:not([data-no-room])', '[data-toured]'].map((each) =>
            document.querySelector(each)?.getBoundingClientRect(),
          );
          if (!hint || !target) return 'not shown';
          const apart =
            hint.bottom <= target.top ||
            hint.top >= target.bottom ||
            hint.right <= target.left ||
            hint.left >= target.right;
          const { left, top, width: across, height: down } = target;
          const seen = document.elementFromPoint(left + across / 2, top + down / 2);
          if (seen?.closest('[data-toured]') == null) return 'out of sight';
          return apart && hint.top >= 0 && hint.bottom <= innerHeight ? 'apart' : 'over it';
        });
      await expect.poll(overlap, `hint ${step}`).toBe('apart');
      await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Done' }).click();
    }
    await expect(tour).toBeHidden();
    expect(await page.evaluate(() => document.cookie)).toContain('tours=trade');
  });
}
