import type { Locator } from '@playwright/test';
import { openAccountAndLogIn } from '../support/account.ts';
import { logIn } from '../support/log-in.ts';
import { newPerson } from '../support/person.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';
import { formOf } from '../support/trading.ts';

const market = '/account/trade/BTC-USDT';

async function boxOf(page: Page, panel: 'book' | 'chart') {
  const box = await page.locator(`#desk-${panel}`).boundingBox();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Where the book lies once everything beside it has come. */
async function settledBook(page: Page) {
  await page.waitForLoadState('networkidle');
  let box = await boxOf(page, 'book');
  await expect(async () => {
    const before = box;
    box = await boxOf(page, 'book');
    expect(box).toEqual(before);
  }).toPass();
  return box;
}

/** What is done with the whole desk stands in one menu. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Interface and layout' }).click();
  await page.getByRole('menu').getByText(entry, { exact: true }).click();
}

async function expectKeysOfForm(page: Page): Promise<void> {
  const form = formOf(page);
  await expect(form.getByLabel('Price', { exact: true })).toBeVisible();
  // The page hears keys only a moment after its form is painted.
  await expect(async () => {
    await page.keyboard.press('s');
    await expect(form.getByRole('radio', { name: 'Sell' })).toBeChecked({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('t');
  await expect(form.getByLabel('Stop price', { exact: true })).toBeVisible();
  await page.keyboard.press('m');
  await expect(form.getByRole('button', { name: 'Market', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Tab');
  await expect(form.locator('.trade-fields :focus')).toHaveCount(1);
}

const bookIsLeft = async (page: Page) => (await boxOf(page, 'book')).x < (await boxOf(page, 'chart')).x;

test.describe('the desk', () => {
  test.use({ viewport: { width: 1600, height: 900 } });

  test('has keys for its form, is arranged by mouse and keys, remembered, and put back by one click', async ({
    page,
  }) => {
    await page.goto(market);
    await dismissCookieNotice(page);
    await test.step('keys choose side and kind one after the other, and lead to the fields', () =>
      expectKeysOfForm(page));
    const first = await settledBook(page);
    expect(await bookIsLeft(page)).toBe(false);

    const edge = page.getByRole('separator', { name: 'Width: Order book' });
    await edge.focus();
    await edge.press('Shift+ArrowLeft');
    await expect.poll(async () => (await boxOf(page, 'book')).width).toBe(first.width + 64);

    await choose(page, 'Rearrange panels');
    const handle = page.locator('#desk-book .arrange-handle');
    const chart = await boxOf(page, 'chart');
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(chart.x + 20, chart.y + chart.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => bookIsLeft(page)).toBe(true);
    await page.getByRole('button', { name: 'Done', exact: true }).click();

    await page.reload();
    await expect(page.locator('#desk-book')).toBeVisible();
    await expect.poll(() => bookIsLeft(page)).toBe(true);

    await choose(page, 'Reset layout');
    await expect.poll(() => boxOf(page, 'book')).toEqual(first);
    await page.reload();
    await expect(page.locator('#desk-book')).toBeVisible();
    await expect.poll(() => boxOf(page, 'book')).toEqual(first);
  });
});

test('the interface that somebody chose is the one they find, and can be changed at the desk', async ({
  page,
}) => {
  await openAccountAndLogIn(page, newPerson('en'), 'Choose-1-interface');
  await page.goto('/account/interface-select');
  await page.getByRole('radio', { name: /Basic/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).not.toHaveURL(/interface-select/);

  await page.goto(market);
  await dismissCookieNotice(page);
  await expect(formOf(page)).toBeVisible();
  await expect(page.locator('#desk-book')).toHaveCount(0);
  await expect(formOf(page).getByRole('button', { name: 'Market', exact: true })).toBeVisible();
  await expect(formOf(page).getByText('Stop-limit')).toHaveCount(0);

  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await choose(page, 'Advanced');
  await expect(page.locator('#desk-book')).toBeVisible();
  await kept;
  await page.reload();
  await expect(page.locator('#desk-book')).toBeVisible();
});

test('the form of a low window is in view from its first field to its button, also the longest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await logIn(page);
  await page.goto(market);
  await dismissCookieNotice(page);
  const form = formOf(page);
  const button = form.getByRole('button', { name: 'Buy BTC' });
  await expect(button).toBeVisible();
  /** What of the form cannot be pressed where it stands, because it is out of view or something lies over it. */
  const hidden = () =>
    form.evaluate((panel) =>
      [...panel.querySelectorAll('input:not([type="radio"]), button')].flatMap((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return !part.checkVisibility() || part.contains(found)
          ? []
          : [part.getAttribute('aria-label') ?? part.textContent ?? part.id];
      }),
    );
  await expect.poll(hidden).toEqual([]);
  await form.getByRole('button', { name: 'More order types' }).click();
  await page.getByRole('menuitemradio', { name: 'OCO' }).click();
  await expect(form.getByLabel('Stop price', { exact: true })).toBeVisible();
  await expect.poll(hidden).toEqual([]);
  await expect(form.getByText('You receive (est.)')).toBeInViewport();
  const height = await form.evaluate((panel) => panel.querySelector('form')?.scrollHeight ?? 0);
  expect(height, 'the longest form').toBeLessThanOrEqual(700);
});

/** Whether an element is where it is seen, and nothing lies over it. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [768, 1024],
] as const)
  test(`the fee is seen with the advanced options open, and a refusal moves nothing, at ${width}`, async ({
    browser,
  }) => {
    // A page of its own: the console rightly complains about the answer.
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await logIn(page);
    await page.goto('/account/trade/ETH-USDT');
    await dismissCookieNotice(page);
    const form = formOf(page);
    await form.getByText('Advanced').click();
    await expect(form.getByText('Time in force')).toBeVisible();
    for (const name of [/fee \(/, 'You receive'])
      await expect.poll(() => isSeen(form.getByText(name)), String(name)).toBe(true);
    await form.getByLabel('Price', { exact: true }).fill('2000');
    await form.getByLabel('Amount', { exact: true }).fill('0.01');
    await page.route('**/api/v1/orders/', (route) =>
      route.fulfill({ status: 503, json: { code: 'service_unavailable', detail: 'Try again.' } }),
    );
    const button = form.getByRole('button', { name: 'Buy ETH' });
    const places = async () =>
      Promise.all([button, form.getByLabel('Total', { exact: true })].map((part) => part.boundingBox()));
    const before = await places();
    await button.click();
    const message = form.getByRole('alert').filter({ hasText: /\S/ }).first();
    await expect(message).toBeVisible();
    expect(await places()).toEqual(before);
    await expect.poll(() => isSeen(message)).toBe(true);
    await context.close();
  });
