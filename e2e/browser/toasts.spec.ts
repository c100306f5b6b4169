import { openAccount } from '../support/account.ts';
import { logIn } from '../support/log-in.ts';
import { newPerson } from '../support/person.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

const password = 'Harbour-Lamp-42';

const deal = {
  client_order_id: null,
  pair: 'ARB-USDT',
  operation: 'buy',
  total: '1234.56789',
  fee: '0.0001',
  fee_coin: 'ARB',
  role: 'maker',
  time: '2026-01-02T03:04:05.000Z',
};

/** Lets the test say, over the page's own socket, that the user has traded. */
async function dealsOn(page: Page): Promise<(count: number) => void> {
  let send = (_message: string): void => {};
  let id = 0;
  await page.routeWebSocket('**/wsapi/v1/trading', (socket) => {
    socket.connectToServer();
    send = (message) => socket.send(message);
  });
  return (count) => {
    const results = Array.from({ length: count }, () => {
      id += 1;
      return { ...deal, id: `${id}`, order_id: `${id}`, price: '1.23456789', quantity: '1000.12345678' };
    });
    send(JSON.stringify({ kind: 'deals', results }));
  };
}

/** A toast is empty for a moment, so that it is announced, and then gets its text. */
const toastsOf = (page: Page) => page.locator('.toast-place:not([data-covered]) .toast', { hasText: /\S/ });

/** Records each layout shift from now on that is not about a row of a list. */
async function recordShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [] } = entry as unknown as { sources?: { node: Node | null }[] };
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element?.closest('header, form, [role="dialog"], .toast-area, nav, h1'))
            shifts.push(element.outerHTML.slice(0, 200));
        }
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'shifts'));
}

/** What can be pressed outside the header and lies, even by a part of it, under the toast. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // One that comes slides into its place.
    const coming = [...document.querySelectorAll('.toast')].flatMap((toast) => toast.getAnimations());
    await Promise.allSettled(coming.map(({ finished }) => finished));
    const toasts = [...document.querySelectorAll('.toast-place:not([data-covered]) .toast')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')]
      .filter(
        (each) =>
          each.checkVisibility() && each.closest('.toast-area, [inert], header, .pair-strip') === null,
      )
      .filter((each) => {
        const box = each.getBoundingClientRect();
        // What is only announced to assistive technology is one pixel large.
        if (box.width <= 1 || box.height <= 1) return false;
        return toasts.some(
          ({ left, right, top, bottom }) =>
            box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1,
        );
      })
      .map((each) => `${each.tagName} ${each.getAttribute('aria-label') ?? each.textContent}`);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)
  test(`nothing moves and nothing of the task is covered when toasts come, at ${width}`, async ({ page }) => {
    const tellDeals = await dealsOn(page);
    // An account of its own: other tests trade with the demo's, and its balances move meanwhile.
    const person = newPerson('en');
    await openAccount(page, person, password);
    await logIn(page, person.email, password);
    await page.setViewportSize({ width, height });
    await page.goto('/account/trade/ARB-USDT');
    await dismissCookieNotice(page);
    if (width === 390) await page.getByRole('button', { name: '▲ Buy' }).click();
    const form =
      width === 390
        ? page.getByRole('dialog', { name: 'Place an order' })
        : page.getByRole('region', { name: 'Place an order' });
    const button = form.getByRole('button', { name: 'Buy ARB' });
    await expect(button).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    const before = await button.boundingBox();
    const shiftsOf = await recordShifts(page);
    const toast = toastsOf(page);
    for (let order = 0; order < 10; order += 1) {
      await expect(async () => {
        tellDeals(1);
        await expect(toast).toContainText('Bought 1,000.12345678 ARB', { timeout: 2_000 });
      }).toPass();
      expect(await button.boundingBox(), `after deal ${order}`).toEqual(before);
    }
    expect(await toast.count(), 'one place').toBe(1);
    expect(await coveredControls(page)).toEqual([]);
    expect(await shiftsOf()).toEqual([]);
    await expect(async () => {
      tellDeals(3);
      await expect(toast).toContainText(/and \d+ more/, { timeout: 2_000 });
    }).toPass();
    if (width !== 390) {
      const [box, header] = [await toast.boundingBox(), await page.getByRole('banner').boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0), 'over the header alone').toBeLessThanOrEqual(
        header?.height ?? 0,
      );
    }
    await expect(async () => {
      tellDeals(1);
      const shown = await toast.getAttribute('data-toast-id', { timeout: 2_000 });
      await page.locator('.toast-area').getByRole('button', { name: 'Close' }).click({ timeout: 2_000 });
      await expect(page.locator(`[data-toast-id="${shown}"]`)).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
  });

test('a menu of the header opens above a toast', async ({ page }) => {
  const tellDeals = await dealsOn(page);
  await logIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/account/trade/ARB-USDT');
  await dismissCookieNotice(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toBeVisible();
  tellDeals(1);
  await expect(toastsOf(page)).toBeVisible();
  const isOnTop = await list.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 4));
  });
  expect(isOnTop).toBe(true);
});
