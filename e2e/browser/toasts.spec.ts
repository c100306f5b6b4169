import { logIn } from '../support/log-in.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

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

/** Until the next frame the style sheets still go by the width before. */
async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** A toast stands empty for a moment, so that it is heard, and grows by its text: only then is it as large as it is going to be. */
const toastsOf = (page: Page) => page.locator('.toast', { hasText: /\S/ });

/** What can be pressed or written into and lies, even by a part of it, under a toast. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // One that comes slides down from over the header.
    const coming = [...document.querySelectorAll('.toast')].flatMap((toast) => toast.getAnimations());
    await Promise.allSettled(coming.map(({ finished }) => finished));
    // The room is made between layout and paint. So this looks there too, after whoever makes it: before the layout of a frame it would see what nobody does.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const added = document.body.appendChild(document.createElement('div'));
    added.style.cssText = 'position: fixed; inline-size: 1px; block-size: 1px';
    await new Promise<void>((laidOut) => new ResizeObserver(() => laidOut()).observe(added));
    added.remove();
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const toasts = [...document.querySelectorAll('.toast')].map(boxOf);
    return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')]
      .filter((element) => element.checkVisibility() && element.closest('.toast-area, [inert]') === null)
      .filter((element) => {
        const box = boxOf(element);
        // What is only said to assistive technology is one pixel large.
        if (box.width <= 1 || box.height <= 1) return false;
        return toasts.some(
          (toast) =>
            box.left < toast.right - 1 &&
            box.right > toast.left + 1 &&
            box.top < toast.bottom - 1 &&
            box.bottom > toast.top + 1,
        );
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
  });
}

test('toasts lie over nothing that can be pressed, at any width', async ({ page }) => {
  const tellDeals = await dealsOn(page);
  await logIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/account/trade/ARB-USDT');
  await dismissCookieNotice(page);
  const form = page.getByRole('region', { name: 'Place an order' });
  await expect(form.getByRole('button', { name: 'Buy ARB' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Open orders' })).toBeVisible();
  const toasts = toastsOf(page);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  // Until then the header is drawn in a font that is a few pixels narrower.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const width of [1440, 1280, 1024, 390]) {
    await setWidth(page, width);
    const before = await bell.boundingBox();
    // On a busy machine they may be gone before they are looked at: then there are others.
    await expect(async () => {
      tellDeals(2);
      await expect
        .poll(() => toasts.count(), { message: `at ${width}`, timeout: 2_000 })
        .toBeGreaterThanOrEqual(2);
      const first = await toasts.first().boundingBox({ timeout: 1_000 });
      const header = await page.getByRole('banner').boundingBox();
      expect(first?.y, 'below the header').toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    }).toPass();
    expect(await coveredControls(page), `at ${width}`).toEqual([]);
    expect(await bell.boundingBox(), 'the header stays').toEqual(before);
    await bell.click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await expect(async () => {
      tellDeals(1);
      await expect(toasts).toHaveCount(3, { timeout: 2_000 });
    }).toPass();
    expect(await coveredControls(page), `the list at ${width}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: '▲ Buy' }).click();
  await expect(page.getByRole('dialog', { name: 'Place an order' })).toBeVisible();
  await expect(async () => {
    tellDeals(3);
    await expect(toasts.last()).toContainText(/and \d+ more/, { timeout: 2_000 });
  }).toPass();
  expect(await coveredControls(page), 'the sheet').toEqual([]);
});

test('a toast moves nothing of a page that has no control where it comes', async ({ page }) => {
  const tellDeals = await dealsOn(page);
  await logIn(page);
  await page.goto('/account/fees');
  await dismissCookieNotice(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  // What stands there before the figures are known has its controls elsewhere.
  await page.waitForLoadState('networkidle');
  for (const width of [1440, 390]) {
    await setWidth(page, width);
    await expect(page.locator('.toast')).toHaveCount(0);
    const before = await heading.boundingBox();
    await expect(async () => {
      tellDeals(1);
      await expect(toastsOf(page).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    expect(await coveredControls(page), `at ${width}`).toEqual([]);
    expect(await heading.boundingBox(), `at ${width}`).toEqual(before);
  }
});
